import numpy as np
import pytest

from bayesrank.rules.voting._victories import unmet_in_the_middle, victories, votes_for
from tests.ballots import pair_votes


def test_votes_with_and_without_halves():
    votes = pair_votes("ab", ab=(6, 3, 5))
    np.testing.assert_array_equal(votes_for(votes, "half"), [[0, 8.5], [5.5, 0]])
    np.testing.assert_array_equal(votes_for(votes, "ignore"), [[0, 6], [3, 0]])


@pytest.mark.parametrize(
    ("strength", "ties", "expected"),
    [("margin", "half", 3), ("margin", "ignore", 3), ("winning_votes", "half", 8.5), ("winning_votes", "ignore", 6)],
)
def test_only_the_winner_has_a_victory(strength, ties, expected):
    votes = pair_votes("abc", ab=(6, 3, 5), bc=(2, 2, 1))
    table = victories(votes, strength=strength, ties=ties)
    np.testing.assert_array_equal(table, [[0, expected, 0], [0, 0, 0], [0, 0, 0]])


def test_rounding_of_fractional_weights_is_no_victory():
    assert 0.1 + 0.2 > 0.3
    votes = pair_votes("abc", ab=(0.1 + 0.2, 0.3), ac=(0.1 + 0.2, 0.1), bc=(0.3, 0.1))
    table = victories(votes, strength="winning_votes", ties="half")
    assert table[0, 1] == table[1, 0] == 0
    assert table[0, 2] == table[1, 2] > 0.29


def test_whole_and_half_votes_are_exact_up_to_billions():
    votes = pair_votes("ab", ab=(2.0**33 + 1, 2.0**33, 1))
    assert victories(votes, strength="margin", ties="half")[0, 1] == 1
    assert votes_for(votes, "half")[0, 1] == 2.0**33 + 1.5


def test_a_model_that_met_none_gets_the_mean_of_the_others():
    votes = pair_votes("abcd", ab=(6, 3), bc=(0, 0, 2))
    np.testing.assert_array_equal(unmet_in_the_middle(np.array([5.0, 1.0, 3.0, 9.0]), votes), [5, 1, 3, 3])
    np.testing.assert_array_equal(unmet_in_the_middle(np.array([5.0, 1.0]), pair_votes("ab")), [0, 0])
