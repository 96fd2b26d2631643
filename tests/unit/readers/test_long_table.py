"""Outcomes in long form."""

import re
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from bayesrank.errors import DataError
from bayesrank.observations.outcomes import Outcomes
from bayesrank.readers.long_table import read_long
from bayesrank.readers.table import Table
from tests.cells import cells

NAN = float("nan")


def read(rows: list[tuple[Any, ...]], columns: str = "model question trial outcome", **options: Any) -> Outcomes:
    """Read rows of a text file whose header is on line 1."""
    table = pa.table(dict(zip(columns.split(), (list(column) for column in zip(*rows, strict=True)), strict=True)))
    given = {"weights": None, "outcome_values": None, "repeated_rows": "refuse"} | options
    return read_long(Table(table, "file.csv", "line", first_row=2), **given)


def test_every_row_is_a_trial() -> None:
    data = read([("b", "p", 1, 0), ("a", "p", 0, 1), ("b", "p", 0, 1), ("a", "q", 0, 0)])
    assert cells(data) == {("a", "p"): [1], ("a", "q"): [0], ("b", "p"): [0, 1]}
    assert data.models == ("a", "b")
    trials = zip(data.model_index.tolist(), data.question_index.tolist(), data.trial_index.tolist(), strict=True)
    assert list(trials) == [(1, 0, 1), (0, 0, 0), (1, 0, 0), (0, 1, 0)]
    assert data.weights.tolist() == [0, 1]


def test_a_missing_outcome_is_a_trial_not_observed() -> None:
    data = read([("a", "p", 0, 1), ("a", "p", 1, None), ("a", "q", 0, None), ("b", "p", 0, NAN), ("b", "q", 0, 0)])
    assert cells(data) == {("a", "p"): [1], ("b", "q"): [0]}
    assert data.questions == ("p", "q")
    assert data.n_trials.tolist() == [[1, 0], [0, 1]]


def test_the_trial_may_be_any_name() -> None:
    data = read([("a", "p", "seed 9", 0), ("a", "p", "seed 7", 1), ("b", "p", "seed 7", 1)])
    assert data.trial_index.tolist() == [1, 0, 0]


def test_repeated_rows_are_trials_where_that_is_said() -> None:
    rows = [("a", "p", 1), ("b", "p", 0), ("a", "p", 0), ("a", "q", 1), ("a", "p", 1)]
    data = read(rows, "model question outcome", repeated_rows="trials")
    assert cells(data) == {("a", "p"): [0, 1, 1], ("a", "q"): [1], ("b", "p"): [0]}
    assert data.trial_index.tolist() == [0, 0, 1, 0, 2]  # numbered in the order of the rows


def test_fractions_categories_and_words() -> None:
    assert read([("a", "p", 0, 0.5), ("a", "q", 0, 1)]).weights is None
    graded = read([("a", "p", 0, 2), ("a", "q", 0, 0)], weights=[0, 0.3, 1])
    assert graded.weights.tolist() == [0, 0.3, 1]
    words = read(
        [("a", "p", 0, "C"), ("a", "q", 0, "N"), ("a", "r", 0, "I")], outcome_values={"C": 1, "I": 0, "N": None}
    )
    assert cells(words) == {("a", "p"): [1], ("a", "r"): [0]}


def test_further_columns_are_facts_about_questions() -> None:
    data = read([("a", "p", 1, "x", 0.5), ("a", "q", 0, "y", 2.0), ("b", "p", 1, "x", 0.5)],
                "model question outcome cluster difficulty")  # fmt: skip
    assert {name: known.tolist() for name, known in data.question_metadata.items()} == {
        "cluster": ["x", "y"], "difficulty": [0.5, 2.0],
    }  # fmt: skip


AGAIN = "model, question and trial must name one row; got 'a' on 'p' again, first in line 2"
MAP_THE_TRIAL = (
    "Map the column that tells them apart, columns={'trial': ...} (--columns trial=...), or pass "
    "repeated_rows='trials' (--repeated-rows trials) if every row is a trial"
)


@pytest.mark.parametrize(
    ("rows", "columns", "complaint"),
    [
        (
            [("a", "p", 0, 1), ("b", "p", 0, 1), ("a", "p", 0, 0)],
            "model question trial outcome",
            f"file.csv, line 4: {AGAIN}. Drop one, or give each a trial of its own.",
        ),
        ([("a", "p", 1), ("a", "p", 0)], "model question outcome", f"file.csv, line 3: {AGAIN}. {MAP_THE_TRIAL}."),
        (
            [("a", "p", 0, 1), ("a", "q", None, 1)],
            "model question trial outcome",
            "file.csv, line 3: trial must have a name; got an empty cell. Fill it in",
        ),
        (
            [("a", "p", 1), ("b", "p", None)],
            "model question outcome",
            "file.csv: every model must have at least one outcome; got none of 'b'. Drop it, or run it.",
        ),
    ],
)
def test_rows_that_cannot_be_are_refused(rows: list[tuple[Any, ...]], columns: str, complaint: str) -> None:
    with pytest.raises(DataError, match=f"^{re.escape(complaint)}"):
        read(rows, columns)


def test_one_row_repeated_in_a_million_is_found_by_its_line() -> None:
    n_rows = 1_000_000
    model = np.repeat(["a", "b"], n_rows // 2)
    trial = np.tile(np.arange(n_rows // 2), 2)
    trial[-1] = 7  # b has a trial 7 already, half a million rows and seven after the first row
    table = pa.table({"model": model, "question": np.full(n_rows, "p"), "trial": trial, "outcome": np.ones(n_rows)})
    with pytest.raises(DataError, match=r"^file.csv, line 1000001: .+ first in line 500009"):
        read_long(Table(table, "file.csv", "line", first_row=2), None, None, "refuse")
