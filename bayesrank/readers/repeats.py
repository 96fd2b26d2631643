"""Rows that say one thing twice."""

import numpy as np

from bayesrank.arrays import IntArray


def find_repeat(key: IntArray) -> tuple[int, int] | None:
    """Return the first row whose key stood in an earlier row, after the earliest such row, or None.

    Parameters
    ----------
    key : array of int, shape (n_rows,)
        One number for each combination of names, >= 0.
    """
    in_order = np.sort(key)
    if not np.any(in_order[1:] == in_order[:-1]):
        return None
    _, first = np.unique(key, return_index=True)
    again = int(np.setdiff1d(np.arange(len(key)), first)[0])
    return int(np.argmax(key == key[again])), again
