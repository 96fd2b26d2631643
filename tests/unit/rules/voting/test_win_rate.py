import numpy as np
import pytest

from bayesrank.rules.voting.win_rate import win_rate
from tests.ballots import TWENTY_ONE_VOTERS, named, pair_votes, score_ballots


def test_by_hand():
    # Borda points, 32 21 34 39, of 21 voters x 3 comparisons.
    scores = score_ballots(win_rate, *TWENTY_ONE_VOTERS)
    assert scores == pytest.approx({"a": 32 / 63, "b": 21 / 63, "c": 34 / 63, "d": 39 / 63})


def test_only_what_is_decided_counts():
    # a: 3 of 4 against b, the 5 who rank both alike are no part of it; 1 of 1 against c. b: 1 of 4. c: 0 of 1.
    votes = pair_votes("abc", ab=(3, 1, 5), ac=(1, 0, 2))
    assert named("abc", win_rate(votes)) == {"a": 4 / 5, "b": 1 / 4, "c": 0}


def test_nothing_decided_is_one_half():
    votes = pair_votes("abcd", ab=(3, 1), ac=(0, 0, 2))  # c is only alike, d was compared with none
    assert named("abcd", win_rate(votes)) == {"a": 3 / 4, "b": 1 / 4, "c": 1 / 2, "d": 1 / 2}


def test_a_stack_is_scored_one_by_one(votes):
    stack, singles = votes
    np.testing.assert_array_equal(win_rate(stack), [win_rate(one) for one in singles])
