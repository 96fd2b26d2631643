"""Scores from a relation "stands before" among models: the layers in which its sources can be taken away."""

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray


def level_scores(before: BoolArray) -> FloatArray:
    """Score models by layers: those with nobody before them get L, those then left with nobody L - 1, and so on.

    Models on a cycle, and all behind one, never come to stand first: they share the score of the layer due next.

    Parameters
    ----------
    before : array of bool, shape (..., L, L)
        ``before[i, j]`` says that i stands before j. The relation need not be transitive.

    Returns
    -------
    array of float, shape (..., L)
        Whole numbers from 1 to L.
    """
    n_models = before.shape[-1]
    scores = np.full(before.shape[:-1], float(n_models))
    left = np.ones(before.shape[:-1], dtype=np.bool_)
    for _ in range(n_models - 1):
        behind = left & (before & left[..., :, None]).any(axis=-2)
        left = np.where((behind == left).all(axis=-1, keepdims=True), np.False_, behind)  # no source left: a cycle
        scores -= left
        if not left.any():
            break
    return scores
