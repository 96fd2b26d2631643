"""Differences along curves of expected wins, and their ratios to the start, with their uncertainty."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.swiss.contests.expected_wins import ExpectedWins
from bayesrank.swiss.fragility.estimates import Estimate, Uncertainty, estimate_from_draws, estimate_from_error


class Curves(NamedTuple):
    """Expected wins of M models at G numbers of eliminations, and how uncertain they are.

    Parameters
    ----------
    value : array, shape (G, M)
    covariance : array, shape (M, G, G)
        Of the posterior if there are draws, else of the contests.
    draws : array, shape (G, B, M), or None
    uncertainty : {"posterior", "monte_carlo", "exact"}
    """

    value: FloatArray
    covariance: FloatArray
    draws: FloatArray | None
    uncertainty: Uncertainty


def curve_of(wins: ExpectedWins) -> Curves:
    """Return the curves of a tournament that was played at all points of a grid."""
    if wins.draws is None:
        return Curves(wins.wins, wins.covariance, None, "exact" if wins.n_contests is None else "monte_carlo")
    apart = wins.draws - wins.draws.mean(axis=1, keepdims=True)
    covariance = np.einsum("gbm,hbm->mgh", apart, apart) / (wins.draws.shape[1] - 1)
    return Curves(wins.wins, covariance, wins.draws, "posterior")


def contrast_of(curves: Curves, weights: FloatArray, ci_prob: float) -> Estimate:
    """Return weighted sums of the points of each curve.

    Parameters
    ----------
    weights : array, shape (G,) or (n, G)
        Of one sum, or of n.

    Returns
    -------
    Estimate, shape (M,) or (n, M)
    """
    if curves.draws is not None:
        return estimate_from_draws(np.moveaxis(np.tensordot(weights, curves.draws, axes=1), -2, 0), ci_prob)
    variance = np.einsum("...g,mgh,...h->...m", weights, curves.covariance, weights)
    return estimate_from_error(weights @ curves.value, np.sqrt(np.maximum(variance, 0)), ci_prob)


def ratio_of(curves: Curves, reference: Curves | None, weights: FloatArray, ci_prob: float) -> Estimate:
    """Return a weighted sum of each curve, less that of its reference, divided by the start of the curve.

    Draws of the reference are paired with those of the curves. Without draws the contests of the two are taken to be
    independent, and the standard error is that of the delta method.

    Parameters
    ----------
    weights : array, shape (G,)

    Returns
    -------
    Estimate, shape (M,)
        NaN for a model whose curve does not start above zero, in any draw.
    """
    if curves.draws is not None:
        change = np.tensordot(weights, curves.draws, axes=1)
        if reference is not None and reference.draws is not None:
            change = change - np.tensordot(weights, reference.draws, axes=1)
        start = curves.draws[0]
        positive = np.broadcast_to((start > 0).all(axis=0), start.shape)
        return estimate_from_draws(np.divide(change, start, out=np.full_like(start, np.nan), where=positive), ci_prob)
    change, start = weights @ curves.value, curves.value[0]
    added = np.zeros_like(start)
    if reference is not None:
        change = change - weights @ reference.value
        added = np.einsum("g,mgh,h->m", weights, reference.covariance, weights)
    start = np.where(start > 0, start, np.nan)
    ratio = change / start
    gradient = np.repeat(weights[None], len(start), axis=0)  # (M, G), of the change less the ratio times the start
    gradient[:, 0] -= ratio
    variance = np.einsum("mg,mgh,mh->m", gradient, curves.covariance, gradient) + added
    return estimate_from_error(ratio, np.sqrt(np.maximum(variance, 0)) / start, ci_prob)
