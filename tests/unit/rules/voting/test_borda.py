import numpy as np
import pytest

from bayesrank.rules.voting.borda import borda
from tests.ballots import TWENTY_ONE_VOTERS, named, pair_votes, score_ballots


def test_by_hand():
    # Points 3 2 1 0 from first to last. a: 8 x 3 + 2 x 2 + 4 x 0 + 4 x 1 + 3 x 0; b: 0 + 6 + 4 + 8 + 3;
    # c: 16 + 0 + 12 + 0 + 6; d: 8 + 2 + 8 + 12 + 9. Together 21 voters x 6.
    assert score_ballots(borda, *TWENTY_ONE_VOTERS) == {"a": 32, "b": 21, "c": 34, "d": 39}


def test_models_alike_share_their_points():
    # a = b > c: 1.5 each and 0, twice; c > b > a: 0 1 2.
    assert score_ballots(borda, "2 a = b > c", "1 c > b > a") == {"a": 3, "b": 4, "c": 2}


def test_points_are_scaled_up_to_all_comparisons():
    # Three voters rank b and c, so that 3 x 2 points could be had. a: 4 of the 2 x 2 that it could get, all;
    # b: 2 + 1 of 2 x 2 + 1, so 3/5 of 6; c: 0.
    scores = score_ballots(borda, "2 a > b > c", "1 b > c")
    assert scores == pytest.approx({"a": 6, "b": 3.6, "c": 0})


def test_a_model_without_comparison_stands_in_the_middle():
    # 4 voters x 2 points could be had. a 3 of 4 and b 1 of 4 of that, and the mean of the two.
    assert named("abc", borda(pair_votes("abc", ab=(3, 1)))) == {"a": 6, "b": 2, "c": 4}
    assert named("ab", borda(pair_votes("ab"))) == {"a": 0, "b": 0}


def test_a_stack_is_scored_one_by_one(votes):
    stack, singles = votes
    np.testing.assert_array_equal(borda(stack), [borda(one) for one in singles])


def test_as_the_sum_of_ranks_over_full_ballots():
    # L less the average rank, summed over voters: debord1987 for full ballots. Ranks: a 1 1 3, b 2 3 2, c 3 2 1.
    scores = score_ballots(borda, "1 a > b > c", "1 a > c > b", "1 c > b > a")
    assert scores == {"a": 9 - 5, "b": 9 - 7, "c": 9 - 6}
    assert sum(scores.values()) == pytest.approx(9)
