"""Cells that hold outcomes."""

from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from bayesrank.errors import DataError
from bayesrank.readers.outcome_cells import chosen_weights, outcome_numbers, outcome_of, refuse_illegal_cells
from bayesrank.readers.table import Table

NAN = float("nan")


def lines(cells: Any, column: str = "outcome") -> Table:
    return Table(pa.table({column: cells}), "file.csv", "line", first_row=2)


def test_without_words_cells_are_numbers_or_booleans() -> None:
    np.testing.assert_array_equal(
        outcome_numbers(lines(["1", "false", None, "0.5"]), "outcome", None), [1, 0, NAN, 0.5]
    )


def test_words_mean_what_is_said() -> None:
    values = {"pass": 1, "fail": 0, "error": None, "part": 0.5}
    cells = ["pass", "error", "fail", None, "part"]
    np.testing.assert_array_equal(outcome_numbers(lines(cells), "outcome", values), [1, NAN, 0, NAN, 0.5])


@pytest.mark.parametrize(
    ("cells", "values"),
    [
        ([1, 0, None], {"1": 0, "0": 1}),
        ([1.0, 0.0, NAN], {"1": 0, "0": 1, "nan": None}),
        ([True, False, None], {"true": 0, "false": 1}),
        (pa.array(["y", "n", None]).dictionary_encode(), {"y": 0, "n": 1}),
    ],
)
def test_numbers_and_booleans_are_words_too(cells: Any, values: dict[str, float | None]) -> None:
    np.testing.assert_array_equal(outcome_numbers(lines(cells), "outcome", values), [0, 1, NAN])


@pytest.mark.parametrize(
    ("cells", "values", "complaint"),
    [
        (
            ["1", "pass"],
            None,
            r"line 3: outcome must be a number, true or false; got 'pass'\. Say what words mean",
        ),
        (
            ["pass", "crash"],
            {"pass": 1, "fail": 0},
            "line 3: outcome must be one of 'fail', 'pass'; got 'crash'. Give it",
        ),
        ([[1], [0]], {"pass": 1}, r"line 2: outcome must be one of 'pass'; got \[1\]"),
    ],
)
def test_the_cell_that_means_nothing_is_named(cells: Any, values: Any, complaint: str) -> None:
    with pytest.raises(DataError, match=f"^file.csv, {complaint}"):
        outcome_numbers(lines(cells), "outcome", values)


def test_a_cell_of_a_wide_table_is_named_with_its_column() -> None:
    with pytest.raises(DataError, match=r"^file.csv, line 2, column 'gpt': outcome must be a number"):
        outcome_numbers(lines(["x"], "gpt"), "gpt", None)


def test_a_word_must_mean_a_number() -> None:
    with pytest.raises(ValueError, match=r"^outcome_values must map words to numbers or None; got 'yes' for 'pass'\."):
        outcome_numbers(lines(["pass"]), "outcome", {"pass": "yes"})  # type: ignore[dict-item]


def test_weights_are_chosen_from_the_outcomes() -> None:
    assert chosen_weights(np.array([0.0, 1.0, NAN]), None).tolist() == [0, 1]
    assert chosen_weights(np.array([0.0, 0.5]), None) is None
    assert chosen_weights(np.array([0.0, 0.5]), [0, 1, 3]).tolist() == [0, 1, 3]
    with pytest.raises(DataError, match=r"weights must be two or more finite numbers"):
        chosen_weights(np.array([0.0]), [1])


def test_an_illegal_cell_is_named_past_missing_ones() -> None:
    outcome = np.array([NAN, 1.0, NAN, 2.0])
    table = lines([None, 1, None, 2])
    refuse_illegal_cells(table, "outcome", outcome[:3], np.array([0.0, 1.0]))
    with pytest.raises(DataError, match=r"^file.csv, line 5: outcome must be 0 or 1; got 2"):
        refuse_illegal_cells(table, "outcome", outcome, np.array([0.0, 1.0]))
    with pytest.raises(DataError, match=r"^file.csv, line 5, column 'gpt': outcome must lie in \[0, 1\]"):
        refuse_illegal_cells(table, "gpt", outcome, None)


@pytest.mark.parametrize(
    ("cell", "words", "outcome"),
    [("0.5", None, 0.5), ("True", None, 1), (True, None, 1), (0, None, 0), ("pass", {"pass": 1, "fail": 0}, 1)],
)
def test_one_cell_by_itself(cell: object, words: dict[str, float | None] | None, outcome: float) -> None:
    assert outcome_of(cell, words, "r.csv, line 2") == outcome


def test_a_cell_by_itself_is_missing_or_refused() -> None:
    assert np.isnan(outcome_of(None, None, "r.csv, line 2"))
    assert np.isnan(outcome_of("crash", {"crash": None}, "r.csv, line 2"))
    with pytest.raises(DataError, match=r"^r\.csv, line 2: outcome must be a number, true or false; got 'pass'\. Say"):
        outcome_of("pass", None, "r.csv, line 2")
    with pytest.raises(
        DataError, match=r"^r\.csv, line 2: outcome must be one of 'fail'; got 'pass'\. Give it a value"
    ):
        outcome_of("pass", {"fail": 0}, "r.csv, line 2")
