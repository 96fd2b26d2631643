import numpy as np
import pytest

from bayesrank.rules.graph.spectral import spectral
from tests.ballots import named, pair_votes


def test_two_models_by_hand():
    # Shares (7 + 1) / (8 + 2) = 0.8 and 0.2: x a = 0.8 b and x b = 0.2 a, so (a / b)^2 = 4.
    assert named("ab", spectral(pair_votes("ab", ab=(6, 0, 2)))) == pytest.approx({"a": 2 / 3, "b": 1 / 3})


def test_a_model_that_met_nobody_has_half_of_all():
    # c has shares of 1/2 with both, a and b 0.8 and 0.2. With a + b = 1 and c = t: x t = 1/2, and the sum of the
    # first two rows, x = 0.8 b + 0.2 a + t; by hand from x a = 0.8 (1 - a) + t / 2.
    found = named("abc", spectral(pair_votes("abc", ab=(7, 1))))
    total = found["a"] + found["b"]
    a, t = found["a"] / total, found["c"] / total
    x = 0.5 / t
    assert x * a == pytest.approx(0.8 * (1 - a) + t / 2)
    assert x * (1 - a) == pytest.approx(0.2 * a + t / 2)
    assert found["a"] > found["c"] > found["b"]


def test_each_score_is_what_the_wins_are_worth(battles):
    # The definition; by the theorem of Perron and Frobenius only one positive vector fulfils it.
    counts = battles[0]
    share = (counts.wins + counts.ties / 2 + 1) / (counts.n_battles + 2) * (1 - np.eye(7))
    scores = spectral(counts)
    worth = (share @ scores[..., None])[..., 0]
    assert scores.min() > 0
    np.testing.assert_allclose(scores.sum(axis=-1), 1)
    np.testing.assert_allclose(worth / worth.sum(axis=-1, keepdims=True), scores, rtol=1e-12)


def test_models_that_are_alike_tie_and_one_alone_has_it_all():
    cycle = spectral(pair_votes("abc", ab=(3, 1), bc=(3, 1), ca=(3, 1)))  # its eigenvalues are complex
    np.testing.assert_allclose(cycle, 1 / 3, rtol=1e-14)
    assert spectral(pair_votes("a")).tolist() == [1]


def test_a_stack_is_scored_one_by_one(battles):
    stack, singles = battles
    np.testing.assert_allclose(spectral(stack), [spectral(one) for one in singles], rtol=1e-13)
