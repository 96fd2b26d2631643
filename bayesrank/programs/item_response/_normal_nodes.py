"""Evenly spread points in place of draws from normal distributions of several dimensions."""

import numpy as np
from scipy.special import ndtri

from bayesrank.arrays import FloatArray


def normal_nodes(n_dimensions: int, n_nodes: int) -> FloatArray:
    """Return points over which the mean of a smooth function is close to its mean over independent standard normals.

    Multiples of powers of the root of x^(d + 1) = x + 1, modulo 1, fill the unit cube evenly; the points are then made
    to have mean 0 and the covariance of independent standard normals exactly.

    Parameters
    ----------
    n_dimensions : int
    n_nodes : int
        More than there are dimensions.

    Returns
    -------
    array of float, shape (n_nodes, n_dimensions)
        One node if there is no dimension.
    """
    if n_dimensions == 0:
        return np.zeros((1, 0))
    root = 2.0
    for _ in range(60):  # a contraction
        root = (1 + root) ** (1 / (n_dimensions + 1))
    steps = root ** -np.arange(1.0, n_dimensions + 1)
    points = ndtri((0.5 + np.arange(1, n_nodes + 1)[:, None] * steps) % 1)
    points -= points.mean(axis=0)
    factor = np.linalg.cholesky(points.T @ points / n_nodes)
    return np.asarray(np.linalg.solve(factor, points.T).T)
