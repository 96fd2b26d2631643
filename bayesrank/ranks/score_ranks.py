"""Ranks of scores: 1 is best, and scores that do not differ share a rank."""

from typing import Literal

import numpy as np

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.options import check_choice

type Ties = Literal["competition", "dense", "average", "ordinal"]
NUMERICAL_ERROR = 1e-12


def rank_scores(scores: FloatArray, ties: Ties = "competition", *, tolerance: float | None = None) -> FloatArray:
    """Rank scores, 1 for the highest.

    Parameters
    ----------
    scores : array, shape (L,)
        Higher is better.
    ties : {"competition", "dense", "average", "ordinal"}
        Ranks of four scores of which the middle two are equal: 1 2 2 4, 1 2 2 3, 1 2.5 2.5 4, or 1 2 3 4 in the
        order of the input.
    tolerance : float, optional
        Scores share a rank with the best score that is higher by no more than this: by default numerical error,
        1e-12, or 1e-12 of the largest score if that is above 1.

    Returns
    -------
    array of float, shape (L,)

    Raises
    ------
    ValueError
        If ``ties`` is none of these, or a score is NaN.
    """
    check_choice("ties", ties, Ties)
    if np.isnan(scores).any():
        message = f"scores must be numbers; got NaN for {int(np.isnan(scores).sum())}. Leave those models out."
        raise ValueError(message)
    order = np.argsort(-scores, kind="stable")
    numerical = NUMERICAL_ERROR * max(1.0, float(np.abs(scores).max(initial=0.0)))
    group = _groups(scores[order], numerical if tolerance is None else tolerance)
    ranks = np.empty(len(scores))
    ranks[order] = _ranks_of_groups(group, ties)
    return ranks


def snap_ties(draws: FloatArray) -> FloatArray:
    """Give scores that differ by numerical error the score of the best of them, in every draw, shape (S, L).

    By the rule of :func:`rank_scores`; ranks and probabilities then compare equal scores as equal.
    """
    tolerance = NUMERICAL_ERROR * np.maximum(1.0, np.abs(draws).max(axis=1, initial=0.0))
    order = np.argsort(-draws, axis=1, kind="stable")
    snapped = np.take_along_axis(draws, order, axis=1)
    for position in range(1, draws.shape[1]):
        above = snapped[:, position - 1]
        tied = above - snapped[:, position] <= tolerance
        snapped[:, position] = np.where(tied, above, snapped[:, position])
    result = np.empty_like(draws)
    np.put_along_axis(result, order, snapped, axis=1)
    return result


def _groups(descending: FloatArray, tolerance: float) -> IntArray:
    """Return the group of each score, 0, 1, ...; a group reaches down from its highest score."""
    group = np.zeros(len(descending), dtype=np.int64)
    highest = 0
    for position in range(1, len(descending)):
        apart = descending[highest] - descending[position] > tolerance
        group[position] = group[position - 1] + apart
        highest = position if apart else highest
    return group


def _ranks_of_groups(group: IntArray, ties: Ties) -> FloatArray:
    sizes = np.bincount(group)
    first = (np.cumsum(sizes) - sizes)[group] + 1
    by_convention: dict[Ties, FloatArray] = {
        "competition": first.astype(np.float64),
        "dense": (group + 1).astype(np.float64),
        "average": first + 0.5 * (sizes[group] - 1),
        "ordinal": np.arange(1.0, len(group) + 1),
    }
    return by_convention[ties]
