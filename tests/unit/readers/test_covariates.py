"""What was measured of two answers."""

import pyarrow as pa
import pytest

from bayesrank.errors import DataError
from bayesrank.readers.covariates import columns_of_covariates, differences
from bayesrank.readers.table import Table

TABLE = Table(
    pa.table(
        {"winner": ["a", "b"], "long_a": ["7", "2"], "long_b": ["4", "2.5"], "lists": ["1", None], "ends": ["inf", "0"]}
    ),
    "battles.csv",
    "line",
    first_row=2,
)


def test_a_column_holds_the_difference_or_two_columns_do() -> None:
    assert columns_of_covariates(TABLE, ["lists"], ["winner"]) == {"lists": ("lists",)}
    assert columns_of_covariates(TABLE, (), ["winner"]) == {}
    columns = columns_of_covariates(TABLE, {"length": ["long_a", "long_b"], "back": ("long_b", "long_a")}, ["winner"])
    assert columns == {"length": ("long_a", "long_b"), "back": ("long_b", "long_a")}
    assert differences(TABLE, columns).tolist() == [[3, -3], [-0.5, 0.5]]  # 7 - 4, 2 - 2.5, and the other way
    assert differences(TABLE, {"long_a": ("long_a",)}).tolist() == [[7], [2]]


@pytest.mark.parametrize(
    ("covariates", "error", "complaint"),
    [
        ("lists", TypeError, r"^covariates must be a list of columns; got 'lists'\. Write \['lists'\]\.$"),
        (
            {"length": "long_a"},
            ValueError,
            "^covariates must map each name to two columns, .*; got 'long_a' for 'length'",
        ),
        (
            {"length": ("long_a",)},
            ValueError,
            r"^covariates must map each name to two columns, .*; got \('long_a',\) for",
        ),
        (
            ["words"],
            DataError,
            "^battles.csv: column 'words' for covariate 'words' must be there; got 'winner', 'long_a'",
        ),
        ({"length": ("long_a", "b")}, DataError, "^battles.csv: column 'b' for covariate 'length' must be there"),
        (
            ["winner"],
            DataError,
            "^battles.csv: column 'winner' must have one role; got winner and covariate. Name another",
        ),
    ],
)
def test_columns_that_cannot_be_meant_are_refused(covariates, error, complaint) -> None:
    with pytest.raises(error, match=complaint):
        columns_of_covariates(TABLE, covariates, ["winner"])


@pytest.mark.parametrize(
    ("column", "complaint"),
    [
        (
            "lists",
            r"^battles\.csv, line 3: lists must be a finite number; got an empty cell\. Fill it in, or drop the row",
        ),
        ("ends", r"^battles\.csv, line 2: ends must be a finite number; got 'inf'\. Fill it in"),
        (
            "winner",
            r"^battles\.csv, line 2: winner must be a number, true or false; got 'a'\. Correct it, or drop the row",
        ),
    ],
)
def test_cells_must_be_numbers(column: str, complaint: str) -> None:
    with pytest.raises(DataError, match=complaint):
        differences(TABLE, {"measured": (column,)})
