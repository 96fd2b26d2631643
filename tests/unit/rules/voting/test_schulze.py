import numpy as np
import pytest

from bayesrank.rules.voting.schulze import schulze
from tests.ballots import TWENTY_ONE_VOTERS, named, pair_votes, score_ballots


def test_by_hand():
    # Victories: ba 13, ac 14, da 11, cb 15, db 19, cd 12. Strongest paths there and back:
    # a to b by c 14, b to a 13; a to c 14, c to a by b 13; d to a by b 13, a to d by c 12; c to b 15, b to c by a 13;
    # d to b 19, b to d by a, c 12; d to c by b, a 13, c to d 12. So d, a, c, b, the published order.
    assert score_ballots(schulze, *TWENTY_ONE_VOTERS) == {"a": 3, "b": 1, "c": 2, "d": 4}


def test_an_even_cycle_is_one_layer():
    # Round a, b, c every path is as strong as the path back; all three beat d.
    votes = pair_votes("abcd", ab=(6, 3), bc=(6, 3), ca=(6, 3), ad=(5, 4), bd=(5, 4), cd=(5, 4))
    assert named("abcd", schulze(votes)) == {"a": 4, "b": 4, "c": 4, "d": 3}


@pytest.mark.parametrize(("ties", "scores"), [("half", {"a": 1, "b": 3, "c": 2}), ("ignore", {"a": 3, "b": 2, "c": 1})])
def test_what_ties_add_to_a_victory_can_decide(ties, scores):
    # With half of the ties ca is 6 : 3. Paths: a to b 5, b to a by c 6; a to c by b 5, c to a 6; b to c 7, c to b by
    # a 5: so b, c, a. Without them ca is 3 : 0, the weakest link: b to a and c to a 3, c to b 3: so a, b, c.
    votes = pair_votes("abc", ab=(5, 4), bc=(7, 2), ca=(3, 0, 6))
    assert named("abc", schulze(votes, ties=ties)) == scores


def test_a_model_without_comparison_stands_in_the_middle():
    assert named("abc", schulze(pair_votes("abc", ab=(3, 1)))) == {"a": 3, "b": 2, "c": 2.5}


def test_a_stack_is_scored_one_by_one(votes):
    stack, singles = votes
    np.testing.assert_array_equal(schulze(stack), [schulze(one) for one in singles])


def test_options_are_checked():
    with pytest.raises(ValueError, match=r"^ties must be one of half, ignore; got 'drop'"):
        schulze(pair_votes("ab", ab=(3, 1)), ties="drop")
