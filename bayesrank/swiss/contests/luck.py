"""What is left of the spread of posterior draws without the luck of the contests that were played for each."""

from __future__ import annotations

import numpy as np

from bayesrank.arrays import FloatArray


def share_of_luck(samples: FloatArray, noise: FloatArray) -> FloatArray:
    """Return what share of the variance of samples is luck, at most 1.

    Parameters
    ----------
    samples : array, shape (B, ...)
        A quantity as it came out in the contests of each draw.
    noise : array, shape (...)
        Variance of the luck in one of them, mean over the draws.
    """
    observed = samples.var(axis=0, ddof=1)
    share: FloatArray = np.divide(noise, observed, out=np.zeros_like(observed), where=observed > 0).clip(max=1)
    return share


def without_luck(samples: FloatArray, noise: FloatArray) -> FloatArray:
    """Pull samples towards their mean until their variance is that of the posterior, shape (B, ...).

    The variance of a quantity over draws is that of the posterior and that of the luck. What is kept beside the first
    is the luck that the mean over all B draws has left, a B-th of the second: a quantity that does not differ between
    draws at all is as uncertain as the contests leave its mean, and never certain.

    Parameters are those of :func:`share_of_luck`.
    """
    luck = share_of_luck(samples, noise)
    mean = samples.mean(axis=0)
    kept: FloatArray = mean + (samples - mean) * np.sqrt(1 - luck + luck / len(samples))
    return kept
