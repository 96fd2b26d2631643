from itertools import permutations

import numpy as np
import pytest

from bayesrank.rules.voting import ranked_pairs as module
from bayesrank.rules.voting.ranked_pairs import ranked_pairs
from tests.ballots import TWENTY_ONE_VOTERS, named, pair_votes, score_ballots


def test_by_hand():
    # Victories by margin: db 17, cb 9, ac 7, ba 5, cd 3, da 1. db, cb and ac are locked; ba would close a, c, b;
    # cd is locked; da would close a, c, d. What is left is a, c, d, b.
    for strength in ("margin", "winning_votes"):
        scores = score_ballots(ranked_pairs, *TWENTY_ONE_VOTERS, strength=strength)
        assert scores == {"a": 4, "b": 1, "c": 3, "d": 2}


def test_a_cycle_of_equal_victories_is_left_out_as_a_whole():
    votes = pair_votes("abcd", ab=(6, 3), bc=(6, 3), ca=(6, 3), ad=(5, 4), bd=(5, 4), cd=(5, 4))
    assert named("abcd", ranked_pairs(votes)) == {"a": 4, "b": 4, "c": 4, "d": 3}


def test_of_a_group_those_are_left_out_that_close_a_cycle_together():
    # bc 5 is locked first. Of the victories by 3, ab and ca close a, b, c between them: neither is locked. ad is on
    # no cycle. So a and b have nobody before them, c stands behind b, d behind a.
    votes = pair_votes("abcd", bc=(7, 2), ab=(6, 3), ca=(6, 3), ad=(6, 3))
    assert named("abcd", ranked_pairs(votes)) == {"a": 4, "b": 4, "c": 3, "d": 3}


def test_what_contradicts_stronger_victories_takes_nobody_along():
    # a, b, c, and a, y, and z, c are locked by 5. Of the victories by 3, ca is out. With it, yz would close a cycle
    # y, z, c, a; without it, yz is locked: a, y, z, c and a, b, c.
    strong = dict.fromkeys(("ab", "bc", "ay", "zc"), (7, 2))
    scores = named("abcyz", ranked_pairs(pair_votes("abcyz", **strong, ca=(6, 3), yz=(6, 3))))
    assert scores == {"a": 5, "b": 4, "y": 4, "z": 3, "c": 2}


def test_a_group_may_close_a_cycle_with_stronger_victories():
    # a, b, c are locked by 5; cd and da, by 3, close a, b, c, d together: both are out. With da by 1, cd is locked.
    strong = {"ab": (7, 2), "bc": (7, 2), "cd": (6, 3)}
    assert named("abcd", ranked_pairs(pair_votes("abcd", **strong, da=(6, 3)))) == {"a": 4, "b": 3, "c": 2, "d": 4}
    assert named("abcd", ranked_pairs(pair_votes("abcd", **strong, da=(5, 4)))) == {"a": 4, "b": 3, "c": 2, "d": 1}


@pytest.mark.parametrize(("ties", "first"), [("half", "b"), ("ignore", "a")])
def test_what_ties_add_to_a_victory_can_decide(ties, first):
    # Winning votes ab 5, bc 7, ca 3 and half of 6: 6. Of 5 and 6, or of 5 and 3, the lesser closes the cycle.
    votes = pair_votes("abc", ab=(5, 4), bc=(7, 2), ca=(3, 0, 6))
    scores = named("abc", ranked_pairs(votes, strength="winning_votes", ties=ties))
    assert scores[first] == 3
    assert named("abc", ranked_pairs(votes, ties=ties)) == {"a": 1, "b": 3, "c": 2}  # by margin ca 3 is before ab 1


def test_no_order_of_models_decides_between_equal_victories():
    votes = pair_votes("abcd", bc=(7, 2), ab=(6, 3), ca=(6, 3), ad=(6, 3), db=(6, 3), cd=(5, 4))
    scores = ranked_pairs(votes)
    for order in permutations(range(4)):
        moved = np.ix_(order, order)
        other = ranked_pairs(type(votes)(tuple("abcd"), votes.wins[moved], votes.ties[moved]))
        np.testing.assert_array_equal(other, scores[list(order)])


def test_a_model_without_comparison_stands_in_the_middle():
    assert named("abc", ranked_pairs(pair_votes("abc", ab=(3, 1)))) == {"a": 3, "b": 2, "c": 2.5}


@pytest.mark.parametrize("strength", ["margin", "winning_votes"])
def test_a_stack_is_scored_one_by_one(votes, strength, interpreted):
    stack, singles = votes
    compiled = ranked_pairs(stack, strength=strength)
    np.testing.assert_array_equal(compiled, [ranked_pairs(one, strength=strength) for one in singles])
    interpreted(module)
    np.testing.assert_array_equal(compiled, ranked_pairs(stack, strength=strength))


def test_options_are_checked():
    votes = pair_votes("ab", ab=(3, 1))
    with pytest.raises(ValueError, match=r"^strength must be one of margin, winning_votes; got 'votes'"):
        ranked_pairs(votes, strength="votes")
    with pytest.raises(ValueError, match=r"^ties must be one of half, ignore; got 'drop'"):
        ranked_pairs(votes, ties="drop")
