import numpy as np
import pytest

from bayesrank.rules.graph.serial_rank import _direction, serial_rank
from tests.ballots import named, pair_votes

IN_ORDER = {"ab": (3, 1), "bc": (3, 1), "cd": (3, 1), "ac": (3, 1), "bd": (3, 1), "ad": (3, 1)}


def test_four_in_order_by_hand():
    # Signs: similarities 3, 2, 1 at distances 1, 2, 3. With (x, y, -y, -x) the Laplacian [[6, -3, -2, -1],
    # [-3, 8, -3, -2], ...] asks 7 x - y = v x and 11 y - x = v y: v = 9 - sqrt(5), y = (sqrt(5) - 2) x.
    found = named("abcd", serial_rank(pair_votes("abcd", **IN_ORDER), comparison="sign"))
    ratio = np.sqrt(5) - 2
    x = 1 / np.sqrt(2 + 2 * ratio**2)
    assert found == pytest.approx({"a": x, "b": ratio * x, "c": -ratio * x, "d": -x}, rel=1e-12)


def test_differences_of_scores_give_the_scores_back():
    # C = p_i - p_j with mean-zero p = (.3, .1, -.4): then C C' = 3 p p' + |p|^2, whose Laplacian leaves out p alone.
    pairs = {"ab": (12, 8), "bc": (15, 5), "ac": (17, 3)}  # differences 0.2, 0.5, 0.7
    found = serial_rank(pair_votes("abc", **pairs))
    np.testing.assert_allclose(found, np.array([0.3, 0.1, -0.4]) / np.sqrt(0.26), rtol=1e-12)


def test_two_models_have_the_ends_of_the_line():
    assert named("ab", serial_rank(pair_votes("ab", ab=(1, 2, 7)))) == pytest.approx({"a": -(0.5**0.5), "b": 0.5**0.5})


def test_ties_count_as_half_a_win_and_unmet_pairs_as_equal():
    pairs = {"ab": (12, 8), "bc": (15, 5), "ad": (4, 0), "cd": (3, 3)}
    one, other = (pair_votes("abcd", **pairs, **even) for even in ({}, {"ac": (0, 0, 6), "bd": (2, 2)}))
    np.testing.assert_allclose(serial_rank(one), serial_rank(other), rtol=1e-12)


@pytest.mark.parametrize("comparison", ["difference", "sign"])
def test_a_cycle_leaves_the_line_open_so_that_all_tie(comparison):
    counts = pair_votes("abc", ab=(3, 1), bc=(3, 1), ca=(3, 1))
    np.testing.assert_allclose(serial_rank(counts, comparison=comparison), 0, atol=1e-15)


def test_mean_comparisons_stand_in_for_an_open_line():
    # a beat b, and c and d met nobody: C C' is diagonal, so its Laplacian is zero. Mean differences of a: 1 / 4.
    found = serial_rank(pair_votes("abcd", ab=(1, 0)))
    assert named("abcd", found) == pytest.approx({"a": 1 / 4, "b": -1 / 4, "c": 0, "d": 0}, abs=1e-15)


@pytest.mark.parametrize("pairs", [{}, {"ab": (2, 2)}])
def test_two_that_are_even_tie(pairs):
    assert serial_rank(pair_votes("ab", **pairs)).tolist() == [0, 0]


def test_one_model_scores_zero():
    assert serial_rank(pair_votes("a")).tolist() == [0]


def test_a_difference_that_is_rounding_is_no_sign():
    # 0.1 + 0.2 is not 0.3 in floats.
    pairs = {"ac": (3, 1), "bc": (3, 1)}
    found = serial_rank(pair_votes("abc", ab=(0.1 + 0.2, 0.3), **pairs), comparison="sign")
    assert found[0] == pytest.approx(found[1], abs=1e-14)
    assert found[0] > found[2]


@pytest.mark.parametrize(
    ("place", "ahead", "expected"),
    [
        ([1, 0, -1], {(0, 1): 0.2, (0, 2): 0.1, (1, 2): -0.9}, 1),  # two pairs of three go with the places
        ([1, 0, -1], {(0, 1): 0.2, (1, 2): -0.5}, -1),  # one each way, the other by more
        ([2, 0, -1], {(0, 1): 0.2, (1, 2): -0.2}, 1),  # and as much: 2 * 0.2 + 0 * (-0.4) - 1 * 0.2 > 0
        ([1, 0, -1], {(0, 1): 0.2, (1, 2): -0.2}, 0),  # 1 * 0.2 - 1 * 0.2 = 0: open
    ],
)
def test_the_end_that_is_up_by_hand(place, ahead, expected):
    compared = np.zeros((3, 3))
    for (first, second), amount in ahead.items():
        compared[first, second], compared[second, first] = amount, -amount
    assert _direction(np.array(place, dtype=float), compared) == expected
    assert _direction(-np.array(place, dtype=float), compared) == -expected


@pytest.mark.parametrize("comparison", ["difference", "sign"])
def test_a_stack_is_scored_one_by_one(battles, comparison):
    stack, singles = battles
    expected = [serial_rank(one, comparison=comparison) for one in singles]
    np.testing.assert_allclose(serial_rank(stack, comparison=comparison), expected, atol=1e-13)


def test_the_comparison_is_one_of_two():
    with pytest.raises(ValueError, match=r"comparison must be one of difference, sign; got 'share'\."):
        serial_rank(pair_votes("ab", ab=(1, 0)), comparison="share")
