import numpy as np
import pytest

from bayesrank.rules.voting.baldwin import baldwin
from tests.ballots import TWENTY_ONE_VOTERS, score_ballots


def test_by_hand():
    # Borda points a 32, b 21, c 34, d 39: b leaves. Among a, c, d, of 8 acd, 2 adc, 4 cda, 4 dac, 3 dca: a 24,
    # c 8 + 0 + 8 + 0 + 3 = 19, d 0 + 2 + 4 + 8 + 6 = 20: c leaves. d is before a for 11, a before d for 10.
    assert score_ballots(baldwin, *TWENTY_ONE_VOTERS) == {"a": 2, "b": 0, "c": 1, "d": 3}


def test_only_the_last_leave():
    # a 4, b 3, c 2: c leaves, though b is at the mean. Then a 2, b 1.
    assert score_ballots(baldwin, "2 a > b > c", "1 c > b > a") == {"a": 2, "b": 1, "c": 0}


@pytest.mark.parametrize(
    ("rank_ties", "scores"),
    [
        # Mean of places: a 2, b 1 + 1.5 = 2.5, c 1.5: c leaves. Then a 1, b 1: both stay.
        ("average", {"a": 1, "b": 1, "c": 0}),
        # First of places: a 2, b 1 + 2 = 3, c 2: a and c leave together.
        ("min", {"a": 0, "b": 1, "c": 0}),
    ],
)
def test_how_ranks_of_models_alike_are_counted(rank_ties, scores):
    assert score_ballots(baldwin, "1 a > b > c", "1 b = c > a", rank_ties=rank_ties) == scores


def test_a_stack_is_scored_one_by_one(profiles):
    stack, singles = profiles
    np.testing.assert_array_equal(baldwin(stack), [baldwin(one) for one in singles])
