"""Estimates with intervals, each on its own or all at once, from posterior draws or from standard errors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np

from bayesrank.arrays import FloatArray

type Uncertainty = Literal["posterior", "monte_carlo", "exact"]


class Estimate(NamedTuple):
    """Quantities with the interval of each.

    Parameters
    ----------
    value, error, lower, upper : array, all of one shape (...)
        NaN where a quantity is not defined.
    draws : array, shape (B, ...), or None
        From the posterior, where there is one.
    """

    value: FloatArray
    error: FloatArray
    lower: FloatArray
    upper: FloatArray
    draws: FloatArray | None = None


class Bounds(NamedTuple):
    """Lower and upper bounds that hold for many quantities at once, of the shape of the quantities."""

    lower: FloatArray
    upper: FloatArray


def estimate_from_draws(draws: FloatArray, ci_prob: float) -> Estimate:
    """Return means, standard deviations and equal-tailed quantiles over the first axis."""
    lower, upper = np.quantile(draws, [(1 - ci_prob) / 2, (1 + ci_prob) / 2], axis=0)
    return Estimate(draws.mean(axis=0), draws.std(axis=0, ddof=1), lower, upper, draws)


def estimate_from_error(value: FloatArray, error: FloatArray, ci_prob: float) -> Estimate:
    """Return the intervals of normal estimates with these standard errors."""
    from scipy.stats import norm

    reach = float(norm.ppf((1 + ci_prob) / 2))
    return Estimate(value, error, value - reach * error, value + reach * error)


def simultaneous_bounds(estimates: Sequence[Estimate], alpha: float) -> list[Bounds]:
    """Return bounds for all quantities of all estimates that hold at once with probability 1 - alpha.

    From draws by the largest deviation in standard deviations of any quantity, which 1 - alpha of the draws do not
    exceed. Without draws each bound has its share of alpha (Bonferroni). Quantities that are not defined take no part.

    Parameters
    ----------
    estimates : sequence of Estimate
        All with the same draws, or all without.
    alpha : float
        Probability that any bound fails.
    """
    if any(each.draws is None for each in estimates):
        reach = _bonferroni(estimates, alpha)
    else:
        furthest = np.stack([_deviation(each) for each in estimates]).max(axis=0)
        reach = float(np.quantile(furthest, 1 - alpha, method="higher"))
    return [Bounds(each.value - reach * each.error, each.value + reach * each.error) for each in estimates]


def _deviation(estimate: Estimate) -> FloatArray:
    """Return how far each draw is from the mean where it is furthest, in standard deviations, shape (B,)."""
    assert estimate.draws is not None  # noqa: S101 (told apart by the caller)
    apart = np.abs(estimate.draws - estimate.value)
    known = estimate.error > 0
    scaled = np.divide(apart, estimate.error, out=np.zeros_like(apart), where=known)
    furthest: FloatArray = scaled.reshape(len(scaled), -1).max(axis=1)
    return furthest


def _bonferroni(estimates: Sequence[Estimate], alpha: float) -> float:
    from scipy.stats import norm

    number = sum(int(np.isfinite(each.value).sum()) for each in estimates)
    return float(norm.ppf(1 - alpha / (2 * max(number, 1))))
