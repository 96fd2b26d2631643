import numpy as np

from bayesrank.rules.voting.copeland import copeland
from tests.ballots import TWENTY_ONE_VOTERS, named, pair_votes, score_ballots


def test_by_hand():
    # b beats a; a beats c; d beats a; c beats b; d beats b; c beats d.
    assert score_ballots(copeland, *TWENTY_ONE_VOTERS) == {"a": -1, "b": -1, "c": 1, "d": 1}


def test_even_votes_ties_and_strangers_move_nobody():
    # a and b: 3 to 3, and 2 who rank both alike; a and c never met; c beats b by one vote among seven alike.
    votes = pair_votes("abc", ab=(3, 3, 2), cb=(1, 0, 7))
    assert named("abc", copeland(votes)) == {"a": 0, "b": -1, "c": 1}


def test_a_model_without_comparison_has_the_mean_of_the_others():
    assert named("abc", copeland(pair_votes("abc", ab=(3, 1)))) == {"a": 1, "b": -1, "c": 0}


def test_fractional_votes_that_add_up_to_the_same_are_even():
    # 0.1 + 0.2 is not 0.3 in floats, yet the same weight.
    assert named("ab", copeland(pair_votes("ab", ab=(0.1 + 0.2, 0.3)))) == {"a": 0, "b": 0}


def test_a_stack_is_scored_one_by_one(votes):
    stack, singles = votes
    np.testing.assert_array_equal(copeland(stack), [copeland(one) for one in singles])
