"""Majority judgment (Balinski and Laraki): the grade that a majority would give decides."""

import numpy as np
from numba import njit

from bayesrank.arrays import BoolArray, FloatArray
from bayesrank.rules.rule import ranking_rule
from bayesrank.statistics.outcome_counts import OutcomeCounts
from bayesrank.statistics.profile import ROUNDING

EQUAL_SHARES = 2.0**-40  # shares of the questions that differ by less are equal


@ranking_rule(ties="not compared", missing="left out", cost="M L^2", reference="balinski2011")
def majority_judgment(counts: OutcomeCounts) -> FloatArray:
    """Score models by their grades in the middle: the mean outcomes of the questions, each question a judge.

    The higher lower median wins. Where it is the same, the grades next to the middle decide, outwards from there and
    the lower side first, which is to say: take one median away from each, and compare again. With q(u) the grade
    below which lies a share u of a model's questions, two models are compared by q(1/2 - t) and q(1/2 + t) at the
    least t where these differ, by the former if both do. So questions may have weights, and each model is judged by
    the questions that it was asked, however many: shares are compared, not numbers. A model that was asked none has
    the mean score of the others.

    Parameters
    ----------
    counts : OutcomeCounts

    Returns
    -------
    array of float, shape (..., L)
        L for the best, one less for each different lot of grades.

    References
    ----------
    balinski2011
    """
    grades = np.round(counts.mean_outcome, ROUNDING)
    weight = counts.observed * counts.question_weight[..., None, :]
    ascending = np.argsort(grades, axis=-1)  # missing cells, NaN, last: their weight is nothing
    weight = np.take_along_axis(weight, ascending, axis=-1)
    judged = weight.sum(axis=-1) > 0
    share = weight / np.where(judged, weight.sum(axis=-1), 1)[..., None]
    grades = _both_sides(np.take_along_axis(grades, ascending, axis=-1))
    reach = _both_sides(share).cumsum(axis=-1)
    stacked = (-1, *grades.shape[-3:])
    scores = _levels(grades.reshape(stacked), reach.reshape(stacked), judged.reshape(stacked[:2]))
    return scores.reshape(judged.shape)


def _both_sides(ascending: FloatArray) -> FloatArray:
    """Return the values upwards and downwards, shape (..., L, 2, M): the way to the middle from either side."""
    return np.stack([ascending, ascending[..., ::-1]], axis=-2)


@njit(cache=True)
def _levels(grades: FloatArray, reach: FloatArray, judged: BoolArray) -> FloatArray:
    """Score the models of each draw by their place in the order, shape (S, L).

    ``reach`` is the share of the questions from the outermost grade to this one, from either side.
    """
    n_draws, n_models = judged.shape
    scores = np.zeros((n_draws, n_models))
    for draw in range(n_draws):
        best_first = np.flatnonzero(judged[draw])
        for end in range(1, len(best_first)):  # insertion
            for position in range(end, 0, -1):
                behind, before = best_first[position], best_first[position - 1]
                if _compared(grades[draw], reach[draw], behind, before) <= 0:
                    break
                best_first[position - 1], best_first[position] = behind, before
        score = float(n_models)
        for position in range(len(best_first)):
            if position > 0:
                score -= _compared(grades[draw], reach[draw], best_first[position - 1], best_first[position])
            scores[draw, best_first[position]] = score
        mean = scores[draw].sum() / max(len(best_first), 1)
        scores[draw] += np.where(judged[draw], 0.0, mean)
    return scores


@njit(cache=True)
def _compared(grades: FloatArray, reach: FloatArray, model: int, other: int) -> int:
    """Return 1 if the model is the better one, -1 if the other is, 0 if nothing tells them apart."""
    low, low_sign = _parting(grades[model, 0], reach[model, 0], grades[other, 0], reach[other, 0])
    high, high_sign = _parting(grades[model, 1], reach[model, 1], grades[other, 1], reach[other, 1])
    return low_sign if low >= high - EQUAL_SHARES else high_sign


@njit(cache=True)
def _parting(grades: FloatArray, reach: FloatArray, others: FloatArray, others_reach: FloatArray) -> tuple[float, int]:
    """Return the share at which two models first differ on the way out from one half, and who is better there.

    Zero and zero if they do not.
    """
    at = 0.5
    mine, theirs = np.searchsorted(reach, at), np.searchsorted(others_reach, at)
    while at > EQUAL_SHARES:
        my_end = reach[mine - 1] if mine > 0 else 0.0
        their_end = others_reach[theirs - 1] if theirs > 0 else 0.0
        end = max(my_end, their_end)
        if grades[mine] != others[theirs] and at - end > EQUAL_SHARES:
            return at, 1 if grades[mine] > others[theirs] else -1
        at = end
        mine -= my_end >= end
        theirs -= their_end >= end
    return 0.0, 0
