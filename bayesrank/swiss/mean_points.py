"""What models can expect of each other, and of the others they met, whatever the round."""

from __future__ import annotations

import numpy as np

from bayesrank.arrays import FloatArray, IntArray


def mean_points(win: FloatArray, draw: FloatArray) -> FloatArray:
    """Return the points that a model can expect of another in a random round, shape (M, M).

    Parameters
    ----------
    win, draw : array, shape (K, M, M)
        Probabilities in each round; the diagonal says nothing, and that of the result neither.
    """
    mean: FloatArray = (win + draw / 2).mean(axis=0)
    return mean


def strength(win: FloatArray, draw: FloatArray) -> FloatArray:
    """Return the points that a model can expect of a random other in a random round, shape (M,)."""
    points = mean_points(win, draw)
    np.fill_diagonal(points, 0.0)
    of_others: FloatArray = points.sum(axis=1) / (len(points) - 1)
    return of_others


def strength_met(met: FloatArray | IntArray, strengths: FloatArray) -> FloatArray:
    """Return the mean strength of the opponents that each model met, NaN where there were none, shape (E, M).

    Parameters
    ----------
    met : array, shape (E, M, M)
        How often two models met, at each of E schedules; symmetric.
    strengths : array, shape (M,)
    """
    n_met = met.sum(axis=2)
    mean: FloatArray = np.divide(met @ strengths, n_met, out=np.full(n_met.shape, np.nan), where=n_met > 0)
    return mean
