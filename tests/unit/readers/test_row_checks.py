"""Complaints that name the file, the line and the cell."""

import numpy as np
import pyarrow as pa
import pytest

from bayesrank.errors import DataError
from bayesrank.readers.row_checks import counts, positive, refuse_repeats, refuse_rows, refuse_unknown_columns
from bayesrank.readers.table import Table


def lines(**columns: list[object]) -> Table:
    return Table(pa.table(columns), "file.csv", "line", first_row=2)


def test_columns_that_are_not_understood_are_listed_beside_those_that_are() -> None:
    table = lines(model=["x"], colour=["red"])
    refuse_unknown_columns(table, ("model", "colour"))
    with pytest.raises(DataError, match=r"got 'colour' among 'model', 'colour'. Understood are model, score\."):
        refuse_unknown_columns(table, ("model", "score"))


def test_a_wrong_row_is_named_with_its_cell() -> None:
    table = lines(rank=["1", "two", None])
    with pytest.raises(DataError, match=r"^file.csv, line 3: rank must be a number; got 'two'\. Correct it\.$"):
        refuse_rows(table, np.array([True, False, False]), "rank", "be a number", "Correct it")
    with pytest.raises(DataError, match="line 4: rank must be there; got an empty cell"):
        refuse_rows(table, np.array([True, True, False]), "rank", "be there", "Correct it")


def test_a_repeated_row_names_the_row_that_it_repeats() -> None:
    table = lines(voter=["u", "v", "u"], model=["x", "x", "x"])
    refuse_repeats(table, np.array([0, 1, 2]), ("voter", "model"))
    with pytest.raises(DataError, match=r"line 4: voter and model must name one row; got 'u' on 'x' again, .* line 2"):
        refuse_repeats(table, np.array([0, 1, 0]), ("voter", "model"))


@pytest.mark.parametrize("cell", ["0", "1.5", "inf", None])
def test_a_count_is_a_whole_number(cell: str | None) -> None:
    assert counts(lines(count=["1", "2"]), "count", 1).tolist() == [1, 2]
    with pytest.raises(DataError, match="line 3: count must be a whole number >= 1"):
        counts(lines(count=["1", cell]), "count", 1)


@pytest.mark.parametrize("cell", ["0", "-1", "inf", None])
def test_a_weight_is_positive(cell: str | None) -> None:
    assert positive(lines(weight=["1", "0.5"]), "weight").tolist() == [1.0, 0.5]
    with pytest.raises(DataError, match="line 3: weight must be positive and finite"):
        positive(lines(weight=["1", cell]), "weight")
