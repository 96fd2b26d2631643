"""Averages of the scores that a model has on several benchmarks; a missing score takes part in none."""

from __future__ import annotations

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.swiss.rounds.joined_scores import column_units

TRIMMED = 0.2  # of the scores at each end


def mean(scores: FloatArray) -> FloatArray:
    """Return the mean of each model's scores on their own scales, shape (M,).

    Parameters
    ----------
    scores : array, shape (M, K)
        Higher is better; NaN where a model has none, but at least one a model.
    """
    return np.asarray(np.nanmean(scores, axis=1))


def mean_z(scores: FloatArray) -> FloatArray:
    """Return the mean after each benchmark is given mean 0 and standard deviation 1 over models; 0 if all are alike."""
    return mean(_standardised(scores))


def median(scores: FloatArray) -> FloatArray:
    """Return the median of each model's scores."""
    return np.asarray(np.nanmedian(scores, axis=1))


def median_z(scores: FloatArray) -> FloatArray:
    """Return the median of standardised scores: where a benchmark lies on a scale of its own does not count."""
    return median(_standardised(scores))


def trimmed_mean(scores: FloatArray) -> FloatArray:
    """Return the mean without the best and the worst fifth of each model's scores, rounded down to whole scores."""
    ordered = np.sort(scores, axis=1)  # missing ones last
    number = np.count_nonzero(~np.isnan(scores), axis=1)
    cut = np.floor(TRIMMED * number + 1e-9)
    place = np.arange(scores.shape[1])
    kept = (place >= cut[:, None]) & (place < (number - cut)[:, None])
    return np.asarray(np.where(kept, ordered, 0.0).sum(axis=1) / kept.sum(axis=1))


def _standardised(scores: FloatArray) -> FloatArray:
    centre, scale = column_units(scores)
    return np.asarray((scores - centre) / scale)
