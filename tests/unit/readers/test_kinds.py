"""Columns of one kind."""

from decimal import Decimal

import numpy as np
import pyarrow as pa
import pytest

from bayesrank.errors import DataError
from bayesrank.readers.kinds import refuse_mixed_kinds
from bayesrank.readers.table import Table

WHERE = Table(pa.table({}), "file.jsonl", "line", first_row=1)


@pytest.mark.parametrize(
    "cells",
    [
        [1, 0.5, Decimal("0.1"), np.float64(2), np.int64(1), None, float("nan")],
        [True, None, np.True_],
        ["a", None, "b"],
        [None, None],
        [[1], [2, "x"]],
    ],
)
def test_missing_cells_are_of_any_kind(cells: list[object]) -> None:
    refuse_mixed_kinds([{"x": cell} for cell in cells], WHERE)


@pytest.mark.parametrize(
    ("cells", "complaint"),
    [
        ([None, 1, 2, "a"], "line 4: x must be a number in every row, as in line 2; got 'a'. Write all of its cells"),
        (["a", 1], "line 2: x must be text in every row, as in line 1; got 1"),
        ([True, 0], "line 2: x must be true or false in every row, as in line 1; got 0"),
        ([1, True], "line 2: x must be a number in every row, as in line 1; got True"),
        ([[1], {"a": 1}], r"line 2: x must be a list in every row, as in line 1; got \{'a': 1\}"),
    ],
)
def test_the_first_cell_of_another_kind_is_named(cells: list[object], complaint: str) -> None:
    with pytest.raises(DataError, match=f"^file.jsonl, {complaint}"):
        refuse_mixed_kinds([{"y": 1, "x": cell} for cell in cells], WHERE)
