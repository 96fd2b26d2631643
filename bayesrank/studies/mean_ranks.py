"""Ranks of many score lists at once, tied models sharing the mean of their places."""

import numpy as np

from bayesrank.arrays import FloatArray

ROUNDING = 1e-9  # of the largest score: scores that differ by less are equal


def mean_ranks(scores: FloatArray) -> FloatArray:
    """Rank scores along the last axis, 1 for the highest.

    Parameters
    ----------
    scores : array, shape (..., M)
        Higher is better.

    Returns
    -------
    array of float, shape (..., M)
    """
    slack = ROUNDING * np.maximum(1.0, np.abs(scores).max(axis=-1, initial=0.0))[..., None, None]
    behind = scores[..., None, :] - scores[..., :, None]  # of i on j
    above = np.count_nonzero(behind > slack, axis=-1)
    alike = np.count_nonzero(np.abs(behind) <= slack, axis=-1) - 1  # without itself
    return np.asarray(1.0 + above + alike / 2)
