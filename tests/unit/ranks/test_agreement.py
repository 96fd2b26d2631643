import numpy as np
import pytest

from bayesrank import kendall_tau


def test_tau_b_by_hand():
    # 1 2 3 4 5 against 1 3 2 4 5: 9 pairs agree, 1 does not, of 10.
    assert kendall_tau([1, 2, 3, 4, 5], [1, 3, 2, 4, 5]) == pytest.approx(0.8)
    # 1 1 3 4 5 against 2 1 3 3 5: one tie in each, 8 pairs agree and none disagrees: 8 / sqrt(9 * 9).
    # Also the value of scorio 0.2.3, compare_rankings.
    assert kendall_tau([1, 1, 3, 4, 5], [2, 1, 3, 3, 5]) == pytest.approx(8 / 9)


def test_reversed_is_minus_one():
    assert kendall_tau([1, 2, 3], [3, 2, 1]) == pytest.approx(-1)


def test_one_model_agrees_with_nothing():
    assert np.isnan(kendall_tau([1], [1]))


def test_different_models_are_refused():
    with pytest.raises(ValueError, match="rankings must be of the same models"):
        kendall_tau([1, 2], [1, 2, 3])
