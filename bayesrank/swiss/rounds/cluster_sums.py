"""Sums over the questions of each cluster: what a cluster's one weight in the Bayesian bootstrap is for."""

from __future__ import annotations

import numpy as np

from bayesrank.arrays import FloatArray, IntArray


def cluster_sums(table: FloatArray | IntArray, cluster: IntArray, n_clusters: int) -> FloatArray:
    """Return the sum of each row over the questions of each cluster, shape (n, n_clusters).

    Whole numbers have exact sums: what cancels within a cluster is nothing, whatever weight the cluster has.

    Parameters
    ----------
    table : array, shape (n, Q)
    cluster : array of int, shape (Q,)
        Number of the cluster of each question, from 0.
    n_clusters : int
    """
    return np.stack([np.bincount(cluster, row, n_clusters) for row in table])
