"""Numbers on a line in groups with the least sum of squares: one-dimensional k-means, exactly."""

from __future__ import annotations

import numpy as np

from bayesrank.arrays import FloatArray, IntArray


def natural_breaks(values: FloatArray, most: int) -> tuple[FloatArray, IntArray]:
    """Return the least sums of squares within 1, 2, ... groups, and the groups, for each row of values.

    Groups of the best partition are intervals, so it is found by dynamic programming over the sorted values.

    Parameters
    ----------
    values : array, shape (B, M)
    most : int
        Largest number of groups, at most M.

    Returns
    -------
    squares : array, shape (B, most)
    group : array of int, shape (B, most, M)
        Column k - 1: numbers 1 to k, the group of the highest values first.

    References
    ----------
    fisher1958
    """
    n_rows, n_values = values.shape
    order = np.argsort(-values, axis=1, kind="stable")
    cost = _costs(np.take_along_axis(values, order, axis=1))  # (B, M, M)
    best = np.empty((n_rows, most, n_values))  # of the first values, in so many groups
    start = np.zeros((n_rows, most, n_values), dtype=np.int64)  # where the last of these groups begins
    best[:, 0] = cost[:, 0]
    for k in range(1, most):
        best[:, k] = np.inf
        for last in range(k, n_values):
            candidates = best[:, k - 1, k - 1 : last] + cost[:, k : last + 1, last]
            chosen = candidates.argmin(axis=1)
            best[:, k, last] = np.take_along_axis(candidates, chosen[:, None], axis=1)[:, 0]
            start[:, k, last] = chosen + k
    group = np.empty((n_rows, most, n_values), dtype=np.int64)
    for number in range(most):
        np.put_along_axis(group[:, number], order, _traced(start, number), axis=1)
    return best[:, :, -1], group


def _costs(ordered: FloatArray) -> FloatArray:
    """Return the sum of squares of the values from one place to another, about their mean, shape (B, M, M)."""
    centred = ordered - ordered.mean(axis=1, keepdims=True)
    total = np.pad(np.cumsum(centred, axis=1), ((0, 0), (1, 0)))
    squares = np.pad(np.cumsum(centred**2, axis=1), ((0, 0), (1, 0)))
    places = np.arange(ordered.shape[1])
    number = np.maximum(places[None, :] - places[:, None] + 1, 1)
    within = squares[:, None, 1:] - squares[:, :-1, None]
    within -= (total[:, None, 1:] - total[:, :-1, None]) ** 2 / number
    return np.maximum(within, 0.0)


def _traced(start: IntArray, number: int) -> IntArray:
    """Return the group of each sorted value in the best partition into ``number`` + 1 groups, shape (B, M)."""
    n_rows, _, n_values = start.shape
    group = np.ones((n_rows, n_values), dtype=np.int64)
    last = np.full(n_rows, n_values - 1)
    for k in range(number, 0, -1):
        begin = start[np.arange(n_rows), k, last]
        group += np.arange(n_values) >= begin[:, None]
        last = begin - 1
    return group
