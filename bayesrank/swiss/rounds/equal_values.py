"""Numbers that differ by rounding alone, made equal: they are ties."""

from __future__ import annotations

import numpy as np

from bayesrank.arrays import FloatArray

SAME = 1e-12  # numbers that differ by this share of the largest differ by rounding


def without_rounding(values: FloatArray) -> FloatArray:
    """Return the values in their shape, each the least of those that it differs from by rounding alone.

    Parameters
    ----------
    values : array
        Of one scale.
    """
    if not values.size:
        return values
    different, number = np.unique(values, return_inverse=True)
    starts = np.diff(different, prepend=-np.inf) > SAME * np.abs(different).max()
    return np.asarray(different[starts][np.cumsum(starts) - 1][number.reshape(values.shape)])
