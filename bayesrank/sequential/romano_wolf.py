"""Pairs of models by their largest differences in bootstrap samples of the questions, one step after the other."""

from __future__ import annotations

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.sequential.paired_tests import PairMoments, standard_errors, z_values

MOST_VALUES = 20_000_000  # of differences held at a time, 160 MB


def romano_wolf(scores: FloatArray, draws: int, random_seed: int) -> FloatArray:
    """Return adjusted p-values of "j is no better than l", shape (M, M).

    The differences of mean scores are taken in standard errors, the largest first. Each is compared with the largest
    one, over itself and all smaller ones, of as many samples of the questions drawn with replacement; there differences
    count from those of the scores themselves. So the dependence of pairs is used, which Holm's steps leave unused.
    Standard errors are those of the scores in all samples: a small sample may have none of its own.

    Parameters
    ----------
    scores : array, shape (n, M)
        In [0, 1], a row a question.
    draws : int
        Number of samples.
    random_seed : int

    Returns
    -------
    array of float, shape (M, M)
        At least 1 / (draws + 1). One on the diagonal, and where a difference is the same on every question and has no
        standard error.

    References
    ----------
    romano2005; mogstad2024, section 3
    """
    moments = PairMoments.of_scores(scores)
    error, z_value = standard_errors(moments), z_values(moments)
    better, worse = np.nonzero(error > 0)
    order = np.argsort(-z_value[better, worse], kind="stable")
    better, worse = better[order], worse[order]
    adjusted = np.ones_like(error)
    if len(order):
        z_sorted, scale = z_value[better, worse], error[better, worse]
        exceeded = np.zeros(len(order), dtype=np.int64)
        for shift in _shifts(scores, draws, random_seed, most=max(1, MOST_VALUES // len(order))):
            largest = (shift[:, better] - shift[:, worse]) / scale
            # the largest over a pair and all pairs with smaller differences
            largest = np.maximum.accumulate(largest[:, ::-1], axis=1)[:, ::-1]
            exceeded += (largest >= z_sorted).sum(axis=0)
        adjusted[better, worse] = np.maximum.accumulate((1 + exceeded) / (1 + draws))
    return adjusted


def _shifts(scores: FloatArray, draws: int, random_seed: int, most: int) -> list[FloatArray]:
    """Return how far the mean scores of bootstrap samples are from those of the scores, in parts of (n, M)."""
    rng = np.random.default_rng(random_seed)
    n_questions = len(scores)
    even = np.full(n_questions, 1 / n_questions)
    centred = scores - scores.mean(axis=0)
    shifts = np.empty((draws, scores.shape[1]))
    for draw in range(draws):
        shifts[draw] = rng.multinomial(n_questions, even) @ centred / n_questions
    return [shifts[first : first + most] for first in range(0, draws, most)]
