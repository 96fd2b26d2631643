"""What certified pairs say of ranks and of the top."""

import numpy as np
import pytest

from bayesrank.sequential.certificates import bounds_of_sets, rank_bounds, tied_with_top, told_apart, top_status

# Four models: 0 above 2 and 3, 1 above 3, 2 above 3.
CERTIFIED = np.zeros((4, 4), dtype=bool)
CERTIFIED[[0, 0, 1, 2], [2, 3, 3, 3]] = True


def test_models_above_and_below_bound_a_rank():
    # 0: none above, two below. 1: none above, one below. 2: one above, one below. 3: three above.
    bounds = rank_bounds(CERTIFIED)
    assert bounds.lower.tolist() == [1, 1, 2, 4]
    assert bounds.upper.tolist() == [2, 3, 3, 4]


def test_sets_of_ranks_have_bounds():
    bounds = bounds_of_sets([{1, 3}, {2}, {4, 2}])
    assert bounds.lower.tolist() == [1, 2, 2]
    assert bounds.upper.tolist() == [3, 2, 4]


def test_the_top_k():
    bounds = rank_bounds(CERTIFIED)
    assert top_status(bounds, 1) == ("open", "open", "outside", "outside")
    assert top_status(bounds, 2) == ("inside", "open", "open", "outside")
    assert top_status(bounds, 4) == ("inside",) * 4
    with pytest.raises(ValueError, match="k must be at most 4, the number of models; got 5"):
        top_status(bounds, 5)
    with pytest.raises(ValueError, match="k must be a whole number of at least 1; got 0"):
        top_status(bounds, 0)


def test_whom_none_is_above_may_be_first():
    assert tied_with_top(CERTIFIED).tolist() == [True, True, False, False]


def test_pairs_are_told_apart_either_way():
    apart = told_apart(CERTIFIED)
    assert np.argwhere(np.triu(apart)).tolist() == [[0, 2], [0, 3], [1, 3], [2, 3]]
    np.testing.assert_array_equal(apart, apart.T)
