"""Arrays with one entry a row."""

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.observations.row_arrays import check_all_seen, check_index, check_length, check_rows, read_only


def test_a_column_of_another_length_is_refused() -> None:
    check_length(np.zeros(3), "weight", 3)
    with pytest.raises(DataError, match=r"weight must have shape \(3,\), one entry a row; got \(2,\)"):
        check_length(np.zeros(2), "weight", 3)


def test_the_first_row_that_is_not_legal_is_named() -> None:
    column = np.array([1.0, -2.0, -3.0])
    with pytest.raises(DataError, match=r"^weight must be positive; got -2\.0 in row 1\. Drop the row\.$"):
        check_rows(column > 0, column, "weight", "be positive", "Drop the row")


@pytest.mark.parametrize("wrong", [-1, 2])
def test_an_index_must_be_a_position_among_the_names(wrong: int) -> None:
    check_index(np.array([0, 1]), "judge_index", 2)
    with pytest.raises(DataError, match=rf"judge_index must lie from 0 to 1; got {wrong} in row 1"):
        check_index(np.array([0, wrong]), "judge_index", 2)


def test_every_name_must_be_used_by_one_of_the_indices() -> None:
    check_all_seen(("x", "y", "z"), "model", np.array([0, 1]), np.array([2, 2]))
    with pytest.raises(DataError, match="every model must have at least one row; 'y' has none"):
        check_all_seen(("x", "y", "z"), "model", np.array([0, 0]), np.array([2, 2]))


def test_a_read_only_view_leaves_the_callers_array_writeable() -> None:
    column = np.array([1, 2])
    view = read_only(column)
    with pytest.raises(ValueError, match="read-only"):
        view[0] = 5
    column[0] = 5
    assert view[0] == 5
