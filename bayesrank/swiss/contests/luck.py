"""What is left of the spread of posterior draws without the luck of the contests that were played for each."""

from __future__ import annotations

import numpy as np

from bayesrank.arrays import FloatArray

SURELY = 1.6448536269514722  # the normal quantile of 95 %


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

    The variance of a quantity over draws is that of the posterior and that of the luck. It is itself known up to
    sqrt(2 / (B - 1)) of itself, and where most of it is luck the difference would as often be far too small as too
    large. So no more is taken out than what is luck with 95 %: intervals are rather too wide, by as much the more there
    is of luck, and a quantity that does not differ between draws at all is never certain.

    Parameters are those of :func:`share_of_luck`.
    """
    error = np.sqrt(2 / (len(samples) - 1))
    kept = np.minimum(1 - share_of_luck(samples, noise) + SURELY * error, 1)
    mean = samples.mean(axis=0)
    pulled: FloatArray = mean + (samples - mean) * np.sqrt(kept)
    return pulled
