import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bayesrank import rank_scores
from bayesrank.ranks.score_ranks import snap_ties


@pytest.mark.parametrize(
    ("ties", "expected"),
    [
        ("competition", [4, 2, 2, 1]),
        ("dense", [3, 2, 2, 1]),
        ("average", [4, 2.5, 2.5, 1]),
        ("ordinal", [4, 2, 3, 1]),
    ],
)
def test_conventions_by_hand(ties, expected):
    assert rank_scores(np.array([0.1, 0.5, 0.5, 0.9]), ties).tolist() == expected


def test_scores_within_numerical_error_share_a_rank():
    assert rank_scores(np.array([0.3, 0.1 + 0.2, 0.2])).tolist() == [1, 1, 3]


def test_a_group_does_not_chain_down():
    # .8 is within .15 of .9 and of .7, but .7 is not within .15 of .9, the head of the group.
    assert rank_scores(np.array([0.7, 0.8, 0.9]), tolerance=0.15).tolist() == [3, 1, 1]


def test_bad_options_and_scores():
    with pytest.raises(ValueError, match="ties must be one of competition, dense, average, ordinal; got 'min'"):
        rank_scores(np.array([1.0, 2.0]), "min")
    with pytest.raises(ValueError, match="scores must be numbers; got NaN for 1"):
        rank_scores(np.array([1.0, np.nan]))


def test_large_scores_have_large_numerical_errors():
    # A million times 1e-12 is 1e-6: what two ways to add up a million can differ by.
    assert rank_scores(np.array([1e6, 1e6 - 1e-7, 1e6 - 1e-5])).tolist() == [1, 1, 3]
    assert rank_scores(np.array([0.5, 0.5 - 1e-11])).tolist() == [1, 2]


def test_ties_of_draws_are_snapped_to_the_best():
    # As ranks do, a group reaches down 1e-12 from its best score, of the largest score where that is above 1.
    draws = np.array([[0.5, 0.5 - 5e-13, 0.5 - 1.5e-12, 0.1], [1e6, 1e6 - 1e-7, 2.0, 3.0]])
    snapped = snap_ties(draws)
    np.testing.assert_array_equal(snapped, [[0.5, 0.5, 0.5 - 1.5e-12, 0.1], [1e6, 1e6, 2.0, 3.0]])
    assert draws[0, 1] != 0.5  # the input stays


@given(st.lists(st.floats(0, 1), min_size=1, max_size=6))
def test_snapped_scores_rank_as_scores_do(scores):
    draw = np.array([*scores, scores[0] + 3e-13])
    np.testing.assert_array_equal(rank_scores(draw), rank_scores(snap_ties(draw[None])[0], tolerance=0.0))
