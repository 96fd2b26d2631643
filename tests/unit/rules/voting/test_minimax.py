import numpy as np
import pytest

from bayesrank.rules.voting.minimax import minimax
from tests.ballots import TWENTY_ONE_VOTERS, named, pair_votes, score_ballots


def test_by_hand():
    # Worst defeats: a by b 13:8, b by d 19:2, c by a 14:7, d by c 12:9.
    assert score_ballots(minimax, *TWENTY_ONE_VOTERS) == {"a": -5, "b": -17, "c": -7, "d": -3}
    votes_against = {"a": -13, "b": -19, "c": -14, "d": -12}
    assert score_ballots(minimax, *TWENTY_ONE_VOTERS, strength="winning_votes") == votes_against


@pytest.mark.parametrize(
    ("strength", "ties", "b", "c"),
    [("margin", "half", -2, -1), ("margin", "ignore", -2, -1), ("winning_votes", "half", -5, -5.5),
     ("winning_votes", "ignore", -5, -1)],
)  # fmt: skip
def test_what_a_tie_adds_to_a_defeat(strength, ties, b, c):
    # b loses to a by 5 to 3. c loses to a by 1 to 0, and 9 rank them alike: with half of those, by 5.5 to 4.5.
    votes = pair_votes("abc", ab=(5, 3), ac=(1, 0, 9))
    assert named("abc", minimax(votes, strength=strength, ties=ties)) == {"a": 0, "b": b, "c": c}


def test_even_votes_are_no_defeat():
    assert named("abc", minimax(pair_votes("abc", ab=(3, 3), bc=(0, 2)))) == {"a": 0, "b": -2, "c": 0}


def test_a_model_without_comparison_stands_in_the_middle():
    # Unbeaten, but by nobody: not first, but between 0 and -2.
    assert named("abc", minimax(pair_votes("abc", ab=(3, 1)))) == {"a": 0, "b": -2, "c": -1}


@pytest.mark.parametrize("strength", ["margin", "winning_votes"])
def test_a_stack_is_scored_one_by_one(votes, strength):
    stack, singles = votes
    expected = [minimax(one, strength=strength) for one in singles]
    np.testing.assert_array_equal(minimax(stack, strength=strength), expected)


def test_options_are_checked():
    votes = pair_votes("ab", ab=(3, 1))
    with pytest.raises(ValueError, match=r"^strength must be one of margin, winning_votes; got 'votes'"):
        minimax(votes, strength="votes")
    with pytest.raises(ValueError, match=r"^ties must be one of half, ignore; got 'drop'"):
        minimax(votes, ties="drop")
