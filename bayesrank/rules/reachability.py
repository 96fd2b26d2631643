"""Which nodes of a directed graph lead to which."""

import numpy as np

from bayesrank.arrays import BoolArray


def reachable(edges: BoolArray) -> BoolArray:
    """Return whether a path leads from the row's node to the column's, shape (..., L, L); every node leads to itself.

    Parameters
    ----------
    edges : array of bool, shape (..., L, L)
        Whether an edge leads from the row's node to the column's.
    """
    n_nodes = edges.shape[-1]
    paths = edges | np.eye(n_nodes, dtype=np.bool_)
    for _ in range((n_nodes - 1).bit_length()):  # each step doubles the length of the paths
        walks = paths.astype(np.float64)
        paths = walks @ walks > 0
    return np.asarray(paths)
