"""The probability that one accuracy is higher."""

from math import fsum, pi

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import betaln
from scipy.stats import beta

from bayesrank.swiss.rounds.accuracy_superiority import accuracy_superiority


def by_finite_sum(right, wrong, other_right, other_wrong):
    """P(X > Y) of X ~ Beta(a, b), Y ~ Beta(c, d) from P = 1/2 at (a, b) = (c, d), one step of a or b at a time.

    Integration by parts: P(a + 1, b) - P(a, b) = B(a + c, b + d) / (a B(a, b) B(c, d)), and as much less, with b for a,
    for a step of b.
    """
    c, d = other_right + 0.5, other_wrong + 0.5
    a, b = c, d
    terms = [0.5]
    step = lambda a, b, at: np.exp(betaln(a + c, b + d) - betaln(a, b) - betaln(c, d)) / at  # noqa: E731
    while a < right + 0.5:
        terms.append(step(a, b, a))
        a += 1
    while a > right + 0.5:
        a -= 1
        terms.append(-step(a, b, a))
    while b < wrong + 0.5:
        terms.append(-step(a, b, b))
        b += 1
    while b > wrong + 0.5:
        b -= 1
        terms.append(step(a, b, b))
    return fsum(terms)


def test_one_right_answer_against_one_wrong_one():
    # densities (4/pi) sin(t)**2 and (4/pi) cos(t)**2, the latter with distribution function (2 t + sin 2 t) / pi:
    # the integral over 0..pi/2 of (2/pi) (1 - cos 2 t) (2 t + sin 2 t) / pi = (2/pi**2) (pi**2/4 + 1 + 1)
    found = accuracy_superiority(np.array([1, 0]), np.array([1, 1]))
    np.testing.assert_allclose(found, [[0.5, 0.5 + 4 / pi**2], [0.5 - 4 / pi**2, 0.5]], atol=1e-15)


@pytest.mark.parametrize("largest", [2, 30, 1000, 20_000])
def test_it_is_the_finite_sum(largest):
    rng = np.random.default_rng(largest)
    trials = np.maximum(largest - rng.integers(min(largest, 100), size=7), 1)
    trials[0] = largest
    middle = largest // 2 - np.minimum(largest // 2, rng.integers(min(largest, 100), size=7))
    right = np.minimum(middle, trials)
    right[:2] = 0  # the posterior has its mode at the end
    found = accuracy_superiority(right, trials)
    wrong = trials - right
    pairs = [(i, j) for i in range(7) for j in range(7) if (i < 2) == (j < 2)]  # others are certain, and long sums
    expected = [by_finite_sum(right[i], wrong[i], right[j], wrong[j]) for i, j in pairs]
    # of the sum, not of the integral: lgamma has 1e5 digits before the point at 20,000 trials
    np.testing.assert_allclose([found[pair] for pair in pairs], expected, rtol=0, atol=1e-10)
    assert np.ptp(expected) > 0.3


def test_it_is_the_integral():
    right, trials = np.array([3, 40, 0, 7]), np.array([5, 60, 4, 7])
    found = accuracy_superiority(right, trials)
    for i in range(4):
        for j in range(4):
            density = beta(right[i] + 0.5, trials[i] - right[i] + 0.5)
            below = beta(right[j] + 0.5, trials[j] - right[j] + 0.5)
            # in t with accuracy sin(t)**2, where nothing is infinite at the ends
            value = quad(
                lambda t, f=density, g=below: f.pdf(np.sin(t) ** 2) * g.cdf(np.sin(t) ** 2) * np.sin(2 * t),
                0, pi / 2, epsabs=1e-12, points=[0.5, 1.0], limit=200,
            )[0]  # fmt: skip
            assert found[i, j] == pytest.approx(value, abs=1e-10)


def test_it_is_the_share_of_draws():
    rng = np.random.default_rng(0)
    x, y = rng.beta(7.5, 3.5, 400_000), rng.beta(60.5, 40.5, 400_000)
    found = accuracy_superiority(np.array([7, 60]), np.array([10, 100]))[0, 1]
    assert found == pytest.approx((x > y).mean(), abs=5 * 0.5 / np.sqrt(400_000))


def test_probabilities_add_up_and_the_certain_is_certain():
    right, trials = np.array([0, 500, 500, 1000]), np.array([1000, 1000, 1000, 1000])
    found = accuracy_superiority(right, trials)
    np.testing.assert_allclose(found + found.T, 1, rtol=0, atol=1e-15)
    assert ((found >= 0) & (found <= 1)).all()
    assert found[1, 2] == 0.5
    assert found[3].tolist() == pytest.approx([1, 1, 1, 0.5])


def test_models_in_another_order_have_the_same_bits():
    rng = np.random.default_rng(1)
    trials = rng.integers(1, 300, size=12)
    right = rng.integers(0, trials + 1)
    order = rng.permutation(12)
    found = accuracy_superiority(right, trials)
    np.testing.assert_array_equal(accuracy_superiority(right[order], trials[order]), found[np.ix_(order, order)])
