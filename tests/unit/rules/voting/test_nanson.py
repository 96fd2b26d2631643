import numpy as np
import pytest

from bayesrank.rules.voting.nanson import nanson
from tests.ballots import TWENTY_ONE_VOTERS, score_ballots


def test_by_hand():
    # Borda points a 32, b 21, c 34, d 39, mean 31.5: b leaves. Among a, c, d, of 8 acd, 2 adc, 4 cda, 4 dac, 3 dca:
    # a 16 + 4 + 0 + 4 + 0 = 24, c 8 + 0 + 8 + 0 + 3 = 19, d 0 + 2 + 4 + 8 + 6 = 20, mean 21: c and d leave.
    assert score_ballots(nanson, *TWENTY_ONE_VOTERS) == {"a": 2, "b": 0, "c": 1, "d": 1}


def test_who_has_the_mean_leaves():
    # a 4, b 3, c 2: b is at the mean and leaves with c.
    assert score_ballots(nanson, "2 a > b > c", "1 c > b > a") == {"a": 1, "b": 0, "c": 0}


@pytest.mark.parametrize(
    ("rank_ties", "scores"),
    [
        # Mean of places: a 2 + 1.5 + 2 x 0.5 = 4.5, b 1 + 1.5 + 1 = 3.5, c 2 x 2 = 4; b and c do not exceed 4.
        ("average", {"a": 1, "b": 0, "c": 0}),
        # Last of places: a 2 + 1 + 0 = 3, b 1 + 1 + 0 = 2, c 4; a and b do not exceed 3.
        ("max", {"a": 0, "b": 0, "c": 1}),
    ],
)
def test_how_ranks_of_models_alike_are_counted(rank_ties, scores):
    ballots = "1 a > b > c", "1 a = b > c", "2 c > a = b"
    assert score_ballots(nanson, *ballots, rank_ties=rank_ties) == scores


def test_a_stack_is_scored_one_by_one(profiles):
    stack, singles = profiles
    np.testing.assert_array_equal(nanson(stack), [nanson(one) for one in singles])
