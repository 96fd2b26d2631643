"""Outcomes in counted form."""

from typing import Any

import pyarrow as pa
import pytest

from bayesrank.errors import DataError
from bayesrank.observations.outcomes import Outcomes
from bayesrank.readers.counted_table import read_counted
from bayesrank.readers.table import Table
from tests.cells import cells


def read(*rows: tuple[Any, ...], weights: list[float] | None = None, **more: list[Any]) -> Outcomes:
    names = ("model", "question", "n_trials", "n_correct")
    columns = dict(zip(names, (list(column) for column in zip(*rows, strict=True)), strict=True)) | more
    return read_counted(Table(pa.table(columns), "file.csv", "line", first_row=2), weights)


def test_trials_are_right_or_wrong() -> None:
    data = read(("a", "p", 3, 2), ("a", "q", 1, 0), ("b", "p", 2, 2))
    assert cells(data) == {("a", "p"): [0, 1, 1], ("a", "q"): [0], ("b", "p"): [1, 1]}
    assert data.n_trials.tolist() == [[3, 1], [2, 0]]
    assert data.trial_index is None


def test_no_trials_or_empty_counts_are_a_missing_cell() -> None:
    data = read(("a", "p", 3, 2), ("a", "q", 0, 0), ("b", "p", 1, 1), ("b", "q", None, None))
    assert data.questions == ("p", "q")
    assert data.n_trials.tolist() == [[3, 0], [1, 0]]


def test_counts_may_be_text_and_weights_of_wrong_and_right_are_kept() -> None:
    data = read(("a", "p", "3", "2.0"), weights=[-1, 1])
    assert cells(data) == {("a", "p"): [0, 1, 1]}
    assert data.weights.tolist() == [-1, 1]


def test_further_columns_are_facts_about_questions() -> None:
    data = read(("a", "p", 3, 2), ("b", "p", 1, 0), benchmark=["x", "x"])
    assert data.question_metadata["benchmark"].tolist() == ["x"]


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        (("b", "p", 2, 3), "line 3: n_correct must be at most n_trials; got 3 of 2. Correct the counts"),
        (("b", "p", 2.5, 1), "line 3: n_trials must be a whole number >= 0; got 2.5. Give counts, not shares"),
        (("b", "p", 1, 0.5), "line 3: n_correct must be a whole number >= 0; got 0.5"),
        (("b", "p", 2, -1), "line 3: n_correct must be a whole number >= 0; got -1"),
        (("b", "p", float("inf"), 1), "line 3: n_trials must be a whole number >= 0; got inf"),
        (("b", "p", 2, None), "line 3: n_trials and n_correct must both be .+; got n_trials and an empty n_correct"),
        (("b", "p", None, 2), "line 3: n_trials and n_correct must both be .+; got n_correct and an empty n_trials"),
        (
            ("a", "p", 1, 1),
            "line 3: model and question must name one row of counts; got 'a' on 'p' again, first in line",
        ),
    ],
)
def test_counts_that_cannot_be_are_refused(row: tuple[Any, ...], complaint: str) -> None:
    with pytest.raises(DataError, match=f"^file.csv, {complaint}"):
        read(("a", "p", 3.0, 2.0), row)


def test_words_are_no_counts() -> None:
    with pytest.raises(DataError, match=r"^file.csv, line 2: n_trials must be a number, true or false; got 'two'"):
        read(("a", "p", "two", "1"))


def test_more_categories_do_not_fit_counts_of_right_answers() -> None:
    with pytest.raises(
        DataError, match=r"^file.csv: weights must be two for counted outcomes, .+; got 3. Give outcomes"
    ):
        read(("a", "p", 2, 1), weights=[0, 1, 2])


def test_a_model_without_trials_is_refused() -> None:
    with pytest.raises(DataError, match=r"^file.csv: every model must have at least one outcome; got none of 'b'"):
        read(("a", "p", 2, 1), ("b", "p", 0, 0))
