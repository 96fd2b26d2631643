"""Differences along curves of expected wins, and their ratios to the start, with their uncertainty."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.swiss.contests.expected_wins import ExpectedWins
from bayesrank.swiss.contests.luck import without_luck
from bayesrank.swiss.fragility.estimates import Estimate, Uncertainty, estimate_from_draws, estimate_from_error


class Curves(NamedTuple):
    """Expected wins of M models at G numbers of eliminations, and how uncertain they are.

    Parameters
    ----------
    value : array, shape (G, M)
    covariance : array, shape (M, G, G)
        Of the posterior, the luck of contests included, if there are draws; else of the contests.
    samples : array, shape (G, B, M), or None
        As they came out in the contests of each posterior draw.
    noise : array, shape (M, G, G), or None
        Covariance of the luck in one of the samples.
    uncertainty : {"posterior", "monte_carlo", "exact"}
    """

    value: FloatArray
    covariance: FloatArray
    samples: FloatArray | None
    noise: FloatArray | None
    uncertainty: Uncertainty


def curve_of(wins: ExpectedWins) -> Curves:
    """Return the curves of a tournament that was played at all points of a grid."""
    if wins.samples is None:
        return Curves(wins.wins, wins.covariance, None, None, "exact" if wins.n_contests is None else "monte_carlo")
    apart = wins.samples - wins.samples.mean(axis=1, keepdims=True)
    covariance = np.einsum("gbm,hbm->mgh", apart, apart) / (wins.samples.shape[1] - 1)
    return Curves(wins.wins, covariance, wins.samples, wins.noise, "posterior")


def contrast_of(curves: Curves, weights: FloatArray, ci_prob: float) -> Estimate:
    """Return weighted sums of the points of each curve.

    The luck of contests is taken out of the draws of each sum: in a difference along a curve there is more of it, and
    less of the posterior, than in the points.

    Parameters
    ----------
    weights : array, shape (G,) or (n, G)
        Of one sum, or of n.

    Returns
    -------
    Estimate, shape (M,) or (n, M)
    """
    if curves.samples is not None:
        sums = np.moveaxis(np.tensordot(weights, curves.samples, axes=1), -2, 0)
        return estimate_from_draws(without_luck(sums, _variance(weights, _luck(curves))), ci_prob)
    variance = _variance(weights, curves.covariance)
    return estimate_from_error(weights @ curves.value, np.sqrt(np.maximum(variance, 0)), ci_prob)


def ratio_of(curves: Curves, reference: Curves | None, weights: FloatArray, ci_prob: float) -> Estimate:
    """Return a weighted sum of each curve, less that of its reference, divided by the start of the curve.

    By the delta method: the ratio of means, whose error, or whose draws, are those of the change less the ratio times
    the start, divided by the mean start. A start near zero in a few draws so does not decide. The contests of the
    reference are independent of those of the curves; its draws are paired with theirs.

    Parameters
    ----------
    weights : array, shape (G,)

    Returns
    -------
    Estimate, shape (M,)
        NaN for a model whose curve does not start above zero.
    """
    start = np.where(curves.value[0] > 0, curves.value[0], np.nan)
    change = weights @ curves.value - (0 if reference is None else weights @ reference.value)
    ratio = change / start
    gradient = np.repeat(weights[None], len(start), axis=0)  # (M, G), of the change less the ratio times the start
    gradient[:, 0] -= ratio
    luck = np.einsum("mg,mgh,mh->m", gradient, _luck(curves), gradient)
    if reference is not None:
        luck = luck + _variance(weights, _luck(reference))
    if curves.samples is None:
        return estimate_from_error(ratio, np.sqrt(np.maximum(luck, 0)) / start, ci_prob)
    apart = np.einsum("mg,gbm->bm", gradient, curves.samples)
    if reference is not None and reference.samples is not None:
        apart = apart - np.tensordot(weights, reference.samples, axes=1)
    return estimate_from_draws(ratio + without_luck(apart, luck) / start, ci_prob)


def _luck(curves: Curves) -> FloatArray:
    """Return the covariance of the luck of contests, in a sample where there are samples, shape (M, G, G)."""
    return curves.covariance if curves.noise is None else curves.noise


def _variance(weights: FloatArray, covariance: FloatArray) -> FloatArray:
    """Return the variance of weighted sums, weights (..., G) the same for all models, shape (..., M)."""
    variance: FloatArray = np.einsum("...g,mgh,...h->...m", weights, covariance, weights)
    return variance
