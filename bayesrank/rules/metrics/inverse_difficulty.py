"""Accuracy with questions weighed by how few answers to them are right."""

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.rules.rule import ranking_rule
from bayesrank.statistics.outcome_counts import OutcomeCounts


@ranking_rule(ties="not compared", missing="left out", cost="L M", reference="hariri2026")
def inverse_difficulty(counts: OutcomeCounts, *, clip: tuple[float, float] = (0.01, 0.99)) -> FloatArray:
    """Score a model by its mean utility with each question weighed by the inverse of its solve rate.

    ``score[l] = sum over m of v_m y[l, m] / sum over m of v_m`` over the questions of model l, with y the mean utility
    of its trials on a question and ``v_m = g_m / clip(q_m)``. The solve rate q_m is the mean of y over the models that
    were asked, each counting once, with the worst utility as 0 and the best as 1; g is what the question counts for.
    Equal weighted means tie. Missing cells are left out of the solve rates and of the scores.

    Parameters
    ----------
    counts : OutcomeCounts
    clip : tuple of two floats
        Lowest and highest solve rate, 0 < low < high <= 1: they bound how much a question can weigh.

    Returns
    -------
    array of float, shape (..., L)
        On the scale of the utility weights. NaN for a model that was asked no question of any weight, which only a
        drawn benchmark can bring about.

    Raises
    ------
    ValueError
        If ``clip`` is no such pair.

    References
    ----------
    hariri2026
    """
    low, high = clip
    if not 0 < low < high <= 1:
        message = f"clip must be two solve rates, 0 < low < high <= 1; got {clip}. Use (0.01, 0.99)."
        raise ValueError(message)
    weight = 1 / np.clip(_solve_rate(counts), low, high)[..., None, :]
    return counts.over_questions(weight * counts.mean_outcome) / counts.over_questions(weight)


def _solve_rate(counts: OutcomeCounts) -> FloatArray:
    """Return the mean over the models asked of their mean outcomes, scaled from 0 to 1, shape (..., M); 0 for none."""
    worst, best = counts.weights.min(), counts.weights.max()
    solved = np.where(counts.observed > 0, (counts.mean_outcome - worst) / (best - worst), 0.0)
    return np.asarray(solved.sum(axis=-2) / np.maximum(counts.observed.sum(axis=-2), 1))
