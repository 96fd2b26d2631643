"""Outcomes in wide form."""

from typing import Any

import pyarrow as pa
import pytest

from bayesrank.errors import DataError
from bayesrank.observations.outcomes import Outcomes
from bayesrank.readers.table import Table
from bayesrank.readers.wide_table import read_wide
from tests.cells import cells


def read(columns: dict[str, list[Any]], rows: str, **options: Any) -> Outcomes:
    given = {"weights": None, "outcome_values": None} | options
    return read_wide(Table(pa.table(columns), "file.csv", "line", first_row=2), rows, **given)


EXPECTED = {("a", "p"): [1], ("b", "p"): [0], ("b", "q"): [1]}


@pytest.mark.parametrize(
    ("columns", "rows"),
    [
        ({"model": ["b", "a"], "p": [0, 1], "q": [1, None]}, "model"),
        ({"question": ["q", "p"], "b": ["1", "0"], "a": [None, "1"]}, "question"),
        ({"question": ["q", "p"], "b": [True, False], "a": [None, True]}, "question"),
    ],
)
def test_models_or_questions_are_the_rows(columns: dict[str, list[Any]], rows: str) -> None:
    assert cells(read(columns, rows)) == EXPECTED


def test_categories_and_words() -> None:
    graded = read({"model": ["a"], "p": [2], "q": [0]}, "model", weights=[0, 0.5, 1])
    assert graded.weights.tolist() == [0, 0.5, 1]
    words = read(
        {"model": ["a", "b"], "p": ["y", "n"], "q": ["n", "?"]}, "model", outcome_values={"y": 1, "n": 0, "?": None}
    )
    assert cells(words) == {("a", "p"): [1], ("a", "q"): [0], ("b", "p"): [0]}


def test_facts_stand_beside_questions_only() -> None:
    columns = {"question": ["q", "p"], "a": [1, 0], "difficulty": [0.5, 2.0], "cluster": ["x", "x"]}
    data = read(columns, "question")
    assert data.models == ("a",)
    assert {name: known.tolist() for name, known in data.question_metadata.items()} == {
        "difficulty": [2.0, 0.5], "cluster": ["x", "x"],
    }  # fmt: skip
    with pytest.raises(
        DataError, match=r"^file.csv, line 2, column 'difficulty': outcome in a wide table must be 0 or 1"
    ):
        read({"model": ["a"], "p": [1], "difficulty": [0.5]}, "model")


@pytest.mark.parametrize(
    ("columns", "rows", "complaint"),
    [
        ({"model": ["a"]}, "model", "file.csv: must hold outcomes beside 'model'; got no other column. Export"),
        (
            {"model": ["a", "b", "a"], "p": [1, 0, 1]},
            "model",
            "file.csv, line 4: model must name one row; got 'a' again, first in line 2. Give repeated trials in long",
        ),
        (
            {"question": ["p", "q"], "a": [0, 1], "b": [1, 0.5]},
            "question",
            "file.csv, line 3, column 'b': outcome in a wide table must be 0 or 1, or a category with weights; got 0.5",
        ),
        (
            {"model": ["a"], "mmlu": [71.3]},
            "model",
            "file.csv, line 2, column 'mmlu': outcome must be 0 or 1; got 71.3",
        ),
        (
            {"model": ["a"], "p": ["yes"]},
            "model",
            "file.csv, line 2, column 'p': outcome must be a number, true or fal",
        ),
        ({"model": ["a", None], "p": [1, 0]}, "model", "file.csv, line 3: model must have a name"),
        (
            {"model": ["a", "b"], "p": [1, None]},
            "model",
            "file.csv: every model must have at least one outcome; got no",
        ),
        ({"question": ["p"], "a": [1], " a": [0]}, "question", "file.csv: model names must differ in more than white"),
        (
            {"question": ["p", "q"], "a": [1, 0], "cluster": ["x", None]},
            "question",
            "file.csv, line 3: cluster must be given for every question where some have one; got an empty cell",
        ),
    ],
)
def test_what_is_no_wide_table_is_refused(columns: dict[str, list[Any]], rows: str, complaint: str) -> None:
    with pytest.raises(DataError, match=f"^{complaint}"):
        read(columns, rows)
