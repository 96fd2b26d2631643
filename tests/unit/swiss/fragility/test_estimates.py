import numpy as np
import pytest
from scipy.stats import binom, norm

from bayesrank.swiss.fragility.estimates import estimate_from_draws, estimate_from_error, simultaneous_bounds


def test_draws_are_summarised_by_mean_deviation_and_quantiles():
    # 0..100 in equal steps: mean 50, variance of 101 whole numbers 101 * 102 / 12, 95 % within 2.5 and 97.5.
    estimate = estimate_from_draws(np.arange(101.0)[:, None], 0.95)
    assert estimate.value == pytest.approx([50])
    assert estimate.error == pytest.approx([np.sqrt(101 * 102 / 12)])
    assert (estimate.lower.item(), estimate.upper.item()) == pytest.approx((2.5, 97.5))


def test_standard_errors_give_normal_intervals():
    # The normal quantile of .975 is 1.959964.
    estimate = estimate_from_error(np.array([1.0]), np.array([2.0]), 0.95)
    assert (estimate.lower.item(), estimate.upper.item()) == pytest.approx((1 - 2 * 1.959964, 1 + 2 * 1.959964))


def test_without_draws_every_defined_quantity_has_its_share_of_alpha():
    one = estimate_from_error(np.array([0.0, np.nan]), np.array([1.0, np.nan]), 0.95)
    two = estimate_from_error(np.array([5.0]), np.array([0.5]), 0.95)
    first, second = simultaneous_bounds([one, two], 0.1)
    # Two quantities are defined: .1 / 2 / 2 on each side, and the normal quantile of .975.
    assert first.upper[0] == pytest.approx(1.959964)
    assert np.isnan(first.upper[1])
    assert second.lower == pytest.approx([5 - 0.5 * 1.959964])


def test_bounds_of_one_quantity_hold_the_share_of_draws_that_they_promise():
    draws = np.random.default_rng(0).normal(size=(400, 1))
    (bounds,) = simultaneous_bounds([estimate_from_draws(draws, 0.95)], 0.05)
    # The bound reaches as far as a draw: 380 of 400 or a few more that are no further away are inside.
    inside = np.mean((draws >= bounds.lower) & (draws <= bounds.upper))
    assert 0.95 <= inside <= 0.9525 + 1e-9


def test_draws_that_never_change_are_their_own_bounds():
    constant = estimate_from_draws(np.full((50, 1), 3.0), 0.95)
    moving = estimate_from_draws(np.random.default_rng(1).normal(size=(50, 1)), 0.95)
    bounds, _ = simultaneous_bounds([constant, moving], 0.05)
    assert (bounds.lower.item(), bounds.upper.item()) == (3.0, 3.0)


def test_quantities_that_are_not_defined_take_no_part():
    draws = np.random.default_rng(1).normal(size=(200, 2))
    alone = simultaneous_bounds([estimate_from_draws(draws[:, :1], 0.95)], 0.05)[0]
    draws[:, 1] = np.nan
    both = simultaneous_bounds([estimate_from_draws(draws, 0.95)], 0.05)[0]
    assert both.lower[0] == alone.lower[0]
    assert np.isnan(both.lower[1])


@pytest.mark.parametrize("kind", ["draws", "errors"])
def test_all_bounds_hold_at_once_as_often_as_promised(kind):
    """20 correlated normal means, 2,000 replications at alpha = .1: bounds of a flat prior's posterior cover as often.

    Coverage is at least .9 but for the quantile of 400 draws, whose error is about sqrt(.9 * .1 / 400) = .015, averaged
    over replications to a bias of less than .005. From draws it is also at most .9 plus that: the bounds are no wider
    than needed, which those of Bonferroni under correlation may be. Binomial limits at 1e-6 on each side.
    """
    rng = np.random.default_rng(2)
    n, replications, alpha = 20, 2000, 0.1
    root = np.linalg.cholesky(0.5 * np.eye(n) + 0.5)  # correlations of one half, variances of one
    held = 0
    for _ in range(replications):
        estimate = root @ rng.normal(size=n)
        if kind == "draws":
            given = estimate_from_draws(estimate + rng.normal(size=(400, n)) @ root.T, 0.95)
        else:
            given = estimate_from_error(estimate, np.ones(n), 0.95)
        (bounds,) = simultaneous_bounds([given], alpha)
        held += bool(np.all((bounds.lower <= 0) & (bounds.upper >= 0)))
    assert held >= binom.ppf(1e-6, replications, 1 - alpha - 0.01)
    if kind == "draws":
        assert held <= binom.ppf(1 - 1e-6, replications, 1 - alpha + 0.01)


def test_bounds_are_wider_than_intervals_of_single_quantities():
    draws = np.random.default_rng(3).normal(size=(2000, 30))
    (bounds,) = simultaneous_bounds([estimate_from_draws(draws, 0.95)], 0.05)
    # 30 independent normals: 1 - .05 = (2 F(c) - 1)^30 gives c = 3.14; the quantile of 2,000 draws is within .15 of it.
    exact = norm.ppf((1 + 0.95 ** (1 / 30)) / 2)
    assert exact == pytest.approx(3.138, abs=0.01)
    np.testing.assert_allclose(bounds.upper - draws.mean(axis=0), exact * draws.std(axis=0, ddof=1), rtol=0.05)
