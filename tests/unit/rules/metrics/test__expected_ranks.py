"""Expected ranks of Beta variables against closed forms."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from scipy.special import beta as beta_function
from scipy.special import betainc

from bayesrank.rules.metrics._expected_ranks import BLOCK, expected_ranks, sampled_ranks


def beats(a, b, c, d):
    """Return Pr(X > Y) of X ~ Beta(a, b) and Y ~ Beta(c, d) with whole parameters, exactly.

    Of a + b + c + d - 2 points in the unit interval, the X is the a-th of its a + b - 1 and Y the c-th of its own
    c + d - 1: X > Y if at most a - 1 points of X lie below Y, that is, for i = 0..a - 1 of them,
    C(i + c - 1, i) C(a + b - 1 - i + d - 1, d - 1) of the C(a + b + c + d - 2, a + b - 1) orders.
    """
    n, m = a + b - 1, c + d - 1
    orders = sum(comb(i + c - 1, i) * comb(n - i + d - 1, d - 1) for i in range(a))
    return Fraction(orders, comb(n + m, n))


def exact_ranks(right, wrong):
    shapes = list(zip(right, wrong, strict=True))
    return [
        1 + float(sum(beats(*other, *shape) for place, other in enumerate(shapes) if place != own))
        for own, shape in enumerate(shapes)
    ]


def test_the_exact_chance_itself():
    assert beats(1, 1, 1, 1) == Fraction(1, 2)
    assert beats(2, 1, 1, 1) == Fraction(2, 3)  # E[X] of density 2 x
    assert beats(3, 5, 2, 4) + beats(2, 4, 3, 5) == 1


@pytest.mark.parametrize("n_trials", [1, 3, 10, 31, 100, 400])
def test_whole_parameters(n_trials):
    # none, all, half and others of the trials right, under the uniform prior
    right = [1, n_trials + 1, n_trials // 2 + 1, n_trials // 3 + 1, n_trials - n_trials // 10 + 1]
    wrong = [n_trials + 2 - shape for shape in right]
    ranks = expected_ranks(np.array(right, dtype=float), np.array(wrong, dtype=float))
    np.testing.assert_allclose(ranks, exact_ranks(right, wrong), rtol=0, atol=1e-12)


def test_very_unequal_numbers_of_trials():
    right, wrong = [1, 2, 1, 401, 300, 1, 40], [2, 1, 1, 1, 102, 401, 3]
    ranks = expected_ranks(np.array(right, dtype=float), np.array(wrong, dtype=float))
    np.testing.assert_allclose(ranks, exact_ranks(right, wrong), rtol=0, atol=1e-12)


@pytest.mark.parametrize(("a", "b", "c"), [(0.5, 0.5, 3.3), (0.01, 2.5, 0.2), (7.7, 1e-3, 40.1)])
def test_parameters_that_are_not_whole(a, b, c):
    # Y ~ Beta(c, 1) has distribution function y^c, so Pr(X > Y) = E[X^c] = B(a + c, b) / B(a, b).
    chance = beta_function(a + c, b) / beta_function(a, b)
    ranks = expected_ranks(np.array([a, c]), np.array([b, 1.0]))
    np.testing.assert_allclose(ranks, [2 - chance, 1 + chance], rtol=0, atol=1e-12)


def test_a_million_trials():
    # Pr(X > Y) = 1 - E[F_X(Y)] with F_X the incomplete beta function, by the trapezoidal rule in y over 12 deviations
    right, wrong = np.array([300_001.0, 300_701.0]), np.array([700_001.0, 699_301.0])
    middle = right[1] / (right[1] + wrong[1])
    y = middle + np.sqrt(middle * (1 - middle) / 1e6) * np.linspace(-12, 12, 4001)
    log_density = (right[1] - 1) * np.log(y) + (wrong[1] - 1) * np.log1p(-y)
    density = np.exp(log_density - log_density.max())
    below = betainc(right[0], wrong[0], y) @ density / density.sum()
    np.testing.assert_allclose(expected_ranks(right, wrong), [1 + below, 2 - below], rtol=0, atol=1e-9)


def test_symmetric_models_are_level():
    # Beta(2, 2) and Beta(50, 50): each is above the other with probability 1/2; the same for all-equal parameters
    np.testing.assert_allclose(expected_ranks(np.array([2.0, 50.0]), np.array([2.0, 50.0])), 1.5, atol=1e-13)
    np.testing.assert_allclose(expected_ranks(np.full(5, 3.0), np.full(5, 9.0)), 3, atol=1e-13)


def test_ranks_add_up_and_a_stack_is_its_members():
    rng = np.random.default_rng(1)
    right, wrong = rng.gamma(2, 20, (2, 2 * BLOCK + 3, 6))
    ranks = expected_ranks(right, wrong)
    np.testing.assert_allclose(ranks.sum(axis=1), 21, atol=1e-11)
    singles = [expected_ranks(a, b) for a, b in zip(right, wrong, strict=True)]
    np.testing.assert_allclose(ranks, singles, rtol=0, atol=1e-12)


def test_mean_ranks_of_draws():
    # The rank of one of four has a standard deviation of at most 1.5: 5 standard errors of 40,000 draws are .0375;
    # a false alarm in four has a probability below 3e-6.
    right, wrong = [8, 3, 11, 5], [5, 9, 2, 7]
    ranks = sampled_ranks(np.array(right, dtype=float), np.array(wrong, dtype=float), draws=40_000, random_seed=2)
    np.testing.assert_allclose(ranks, exact_ranks(right, wrong), rtol=0, atol=0.0375)


def test_draws_of_like_models_are_averaged():
    right, wrong = np.array([3.0, 5.0, 3.0, 5.0]), np.array([4.0, 4.0, 4.0, 2.0])
    ranks = sampled_ranks(right, wrong, draws=50, random_seed=0)
    assert ranks[0] == ranks[2]
    assert ranks[1] != ranks[3]
    assert ranks.sum() == pytest.approx(10, abs=1e-12)


def test_draws_for_a_stack_are_those_of_its_members():
    right, wrong = np.random.default_rng(3).gamma(2, 20, (2, 4, 3))
    singles = [sampled_ranks(a, b, draws=20, random_seed=7) for a, b in zip(right, wrong, strict=True)]
    np.testing.assert_array_equal(sampled_ranks(right, wrong, draws=20, random_seed=7), singles)
