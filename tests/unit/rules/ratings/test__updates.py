"""What the loops of ratings call; each function compiled, and as its source says."""

import math

import numpy as np
import pytest
from scipy.special import erfcx
from scipy.stats import truncnorm

from bayesrank.rules.ratings._updates import (
    Play,
    _learn,
    _rate,
    _trust,
    add,
    advances,
    beyond_margin,
    ends_batch,
    expected_result,
    mills_ratio,
    pair_results,
    within_margin,
)

NONE = np.empty(0, dtype=np.int64)


def play(batch=(0,), drawn_right=1.0, drawn_wrong=1.0):
    nothing = np.empty((1, 0))
    return Play(2, 1, NONE[None], np.array(batch), NONE, NONE, nothing, nothing, drawn_right, drawn_wrong)


def both(function):
    return pytest.mark.parametrize("function", [function, function.py_func], ids=["compiled", "source"])


@both(pair_results)
@pytest.mark.parametrize(
    ("drawn_right", "drawn_wrong", "draws"),
    # Right with 0.8 and 0.5: both right 0.4, both wrong 0.1; all twice.
    [(0.0, 0.0, 0.0), (1.0, 0.0, 0.8), (1.0, 1.0, 1.0)],
)
def test_results_are_products_of_how_right_two_are(function, drawn_right, drawn_wrong, draws):
    # One right and the other not: 0.8 x 0.5 = 0.4, and 0.2 x 0.5 = 0.1.
    found = function(play(drawn_right=drawn_right, drawn_wrong=drawn_wrong), 2.0, 0.8, 0.5)
    np.testing.assert_allclose(found, (0.8, 0.2, draws), rtol=1e-15)


@both(ends_batch)
def test_a_batch_ends_before_the_next_and_at_the_end(function):
    turns = play(batch=[0, 0, 1, 2, 2])
    assert [bool(function(turns, turn)) for turn in range(5)] == [False, True, True, False, True]


@both(advances)
def test_time_passes_between_turns_of_different_times_and_not_after_the_last(function):
    clock = np.array([0, 0, 1, 2, 2])
    assert [bool(function(clock, turn)) for turn in range(5)] == [False, True, True, False, False]


@both(expected_result)
def test_a_lead_makes_a_logistic_chance_that_adds_up_to_one_with_its_opposite(function):
    assert function(0.0) == 0.5
    assert function(math.log(10)) == pytest.approx(10 / 11, rel=1e-15)
    assert function(-math.log(10)) == pytest.approx(1 / 11, rel=1e-15)
    assert (function(1e5), function(-1e5)) == (1, 0)


@both(add)
def test_sums_are_those_of_exact_arithmetic_in_any_order(function):
    terms = np.random.default_rng(3).normal(size=1000) * 10.0 ** np.arange(1000).clip(max=12)
    for order in (terms, terms[::-1]):
        sums = np.zeros((2, 2))
        for term in order:
            function(sums, 1, term)
        assert sums[0, 1] + sums[1, 1] == math.fsum(terms)
        assert sums[:, 0].tolist() == [0, 0]


# Glicko


def test_the_published_example_of_glicko():
    # Glickman, "The Glicko system": a player of 1500 and deviation 200 beats one of 1400 and 30, loses to 1550 and 100
    # and to 1700 and 300. g is 0.9955, 0.9531, 0.7242, E is 0.639, 0.432, 0.303; it comes out at 1464 and 151.4.
    q = math.log(10) / 400
    leads, opponents = [100, -50, -200], [30.0, 100.0, 300.0]
    trust = [_trust(deviation**2) for deviation in opponents]
    np.testing.assert_allclose(trust, [0.9955, 0.9531, 0.7242], atol=5e-5)
    chances = [expected_result(q * g * lead) for g, lead in zip(trust, leads, strict=True)]
    np.testing.assert_allclose(chances, [0.639, 0.432, 0.303], atol=5e-4)
    surprise, information = np.zeros((2, 1)), np.zeros((2, 1))
    for g, lead, won in zip(trust, leads, [1.0, 0.0, 0.0], strict=True):
        _learn(surprise, information, 0, g, q * g * lead, won, 1 - won)
    rating, variance = np.array([1500.0]), np.array([200.0**2])
    _rate(rating, variance, np.empty(1), surprise, information)
    assert rating[0] == pytest.approx(1464, abs=0.5)
    assert math.sqrt(variance[0]) == pytest.approx(151.4, abs=0.05)


# Truncated normal distributions


@both(mills_ratio)
@pytest.mark.parametrize("x", [-20, -3, 0, 1, 7.9, 8, 8.1, 30, 1e6])
def test_the_mills_ratio_is_the_scaled_complementary_error_function(function, x):
    assert function(x) == pytest.approx(np.sqrt(np.pi / 2) * erfcx(x / np.sqrt(2)), rel=1e-13)


@both(beyond_margin)
@pytest.mark.parametrize("lead", [-5, -1, 0, 0.3, 2, 6])
@pytest.mark.parametrize("margin", [0, 0.1, 1])
def test_a_win_has_the_moments_of_the_normal_distribution_beyond_the_margin(function, lead, margin):
    mean, variance = truncnorm.stats(margin - lead, np.inf, loc=lead, moments="mv")
    shift, shrinkage = function(lead, margin)
    np.testing.assert_allclose([lead + shift, 1 - shrinkage], [mean, variance], rtol=1e-8)


@both(within_margin)
@pytest.mark.parametrize("lead", [-5, -1, 0, 0.3, 2, 6])
@pytest.mark.parametrize("margin", [0.1, 1, 4])
def test_a_draw_has_the_moments_of_the_normal_distribution_within_the_margin(function, lead, margin):
    mean, variance = truncnorm.stats(-margin - lead, margin - lead, loc=lead, moments="mv")
    shift, shrinkage = function(lead, margin)
    np.testing.assert_allclose([lead + shift, 1 - shrinkage], [mean, variance], rtol=1e-8, atol=1e-12)


@both(within_margin)
@pytest.mark.parametrize("margin", [0, 1e-6, 1.1e-5, 1e-4])
def test_a_draw_within_next_to_nothing_leaves_a_uniform_lead_within_it(function, margin):
    # The density hardly changes over a narrow interval: the mean is next to 0, the variance next to margin^2 / 3.
    shift, shrinkage = function(1.5, margin)
    assert 1.5 + shift == pytest.approx(0, abs=margin**2 + 1e-10)
    assert shrinkage == pytest.approx(1 - margin**2 / 3, abs=1e-10)


def test_hopeless_surprises_are_exponential_beyond_the_border():
    # Far out, what is beyond a border at distance d is exponential with mean 1 / d and variance 1 / d^2, to O(1 / d^3).
    d = 1e4
    shift, shrinkage = beyond_margin(-d, 0.0)
    assert -d + shift == pytest.approx(1 / d, rel=1e-6)
    assert 1 - shrinkage == pytest.approx(0, abs=2 / d**2)
    shift, shrinkage = within_margin(d + 1.0, 1.0)
    assert d + 1 + shift == pytest.approx(1 - 1 / d, rel=1e-6)
    assert within_margin(-d - 1.0, 1.0) == (-shift, shrinkage)


def test_certain_results_say_nothing():
    assert beyond_margin(40.0, 0.0) == (0, 0)
    assert within_margin(0.5, 50.0) == (0, 0)
