"""Moments of truncated normal distributions; each function compiled, and as its source says."""

import numpy as np
import pytest
from scipy.special import erfcx
from scipy.stats import truncnorm

from bayesrank.rules.ratings._truncated_normal import beyond_margin, mills_ratio, within_margin


def both(function):
    return pytest.mark.parametrize("function", [function, function.py_func], ids=["compiled", "source"])


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
