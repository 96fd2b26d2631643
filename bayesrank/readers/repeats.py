"""Rows that say one thing twice."""

import numpy as np

from bayesrank.arrays import IntArray

DENSE = 4


def find_repeat(key: IntArray) -> tuple[int, int] | None:
    """Return the first row whose key stood in an earlier row, after the earliest such row, or None.

    Parameters
    ----------
    key : array of int, shape (n_rows,)
        One number for each combination of names, >= 0.
    """
    if not _has_repeat(key):
        return None
    _, first = np.unique(key, return_index=True)
    again = int(np.setdiff1d(np.arange(len(key)), first)[0])
    return int(np.argmax(key == key[again])), again


def _has_repeat(key: IntArray) -> bool:
    if key.max(initial=0) < DENSE * len(key):  # as many keys as rows, about: counting is faster than sorting
        return bool(np.bincount(key).max() > 1)
    in_order = np.sort(key)
    return bool(np.any(in_order[1:] == in_order[:-1]))
