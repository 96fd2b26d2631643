"""Ranks of every posterior draw, and what they say: probabilities, intervals, simultaneous sets, superiority.

Draws have shape (S, L), S draws of L scores; ranks of draws the same, 1 best. Ranks count models that are strictly
above, so equal scores share a rank; superiority counts an equality as one half.
"""

from typing import NamedTuple

import numpy as np

from bayesrank.arrays import FloatArray, IntArray


class RankSets(NamedTuple):
    """Lowest and highest rank of each model's set, both of shape (L,)."""

    lower: IntArray
    upper: IntArray


def rank_draws(draws: FloatArray) -> IntArray:
    """Rank each draw of the scores, shape (S, L)."""
    order = np.argsort(-draws, axis=1, kind="stable")
    descending = np.take_along_axis(draws, order, axis=1)
    position = np.arange(draws.shape[1])
    starts = np.ones(draws.shape, dtype=bool)
    starts[:, 1:] = descending[:, 1:] != descending[:, :-1]
    shared = np.maximum.accumulate(np.where(starts, position, 0), axis=1)
    ranks = np.empty(draws.shape, dtype=np.int64)
    np.put_along_axis(ranks, order, shared + 1, axis=1)
    return ranks


def rank_probabilities(ranks: IntArray) -> FloatArray:
    """Return Pr(rank of model l is r), shape (L, L): row l, column r - 1."""
    return _rank_counts(ranks) / len(ranks)


def marginal_rank_sets(ranks: IntArray, ci_prob: float) -> RankSets:
    """Return equal-tailed rank intervals, each holding its model's rank with probability ``ci_prob`` at least.

    No more than (1 - ci_prob) / 2 of the posterior lies on either side.
    """
    return _sets_within(_rank_counts(ranks), _outside(ranks, (1 - ci_prob) / 2) + 1)


def simultaneous_rank_sets(ranks: IntArray, ci_prob: float) -> RankSets:
    """Return rank intervals that hold the ranks of all models at once with probability ``ci_prob`` at least.

    All intervals are cut at one tail probability, the highest at which ``ci_prob`` of the draws have every
    model inside. A draw's depth is the smallest tail, in draws, over its models.
    """
    counts = _rank_counts(ranks)
    below, above = _tails(counts)
    models = np.arange(ranks.shape[1])
    depth = np.minimum(below[models, ranks - 1], above[models, ranks - 1]).min(axis=1)  # (S,)
    return _sets_within(counts, int(np.sort(depth)[_outside(ranks, 1 - ci_prob)]))


def superiority(draws: FloatArray, rope: float = 0.0) -> FloatArray:
    """Return Pr(score_i - score_j > rope), equality at a rope of zero counting one half, shape (L, L).

    Parameters
    ----------
    rope : float
        Region of practical equivalence, >= 0: differences up to it make no model superior.
    """
    above = _above(draws, rope)
    return above + (1 - above - above.T) / 2 if rope == 0 else above


def equivalence(draws: FloatArray, rope: float) -> FloatArray:
    """Return Pr(|score_i - score_j| <= rope), shape (L, L)."""
    above = _above(draws, rope)
    return 1 - above - above.T


def _above(draws: FloatArray, rope: float) -> FloatArray:
    """Return Pr(score_i - score_j > rope) with equalities left out, shape (L, L)."""
    by_model = np.ascontiguousarray(draws.T)  # (L, S): comparisons run along memory
    n_models, n_draws = by_model.shape
    above = np.zeros((n_models, n_models))
    for model in range(n_models - 1):
        rest = by_model[model + 1 :]
        above[model, model + 1 :] = np.count_nonzero(rest < by_model[model] - rope, axis=1)
        above[model + 1 :, model] = np.count_nonzero(rest > by_model[model] + rope, axis=1)
    probabilities: FloatArray = above / n_draws
    return probabilities


def _rank_counts(ranks: IntArray) -> IntArray:
    """Count the draws in which model l has rank r, shape (L, L)."""
    n_models = ranks.shape[1]
    flat = (np.arange(n_models) * n_models + ranks - 1).ravel()
    return np.bincount(flat, minlength=n_models**2).reshape(n_models, n_models)


def _outside(ranks: IntArray, probability: float) -> int:
    """Return how many draws may lie outside at most."""
    return int(np.floor(probability * len(ranks) + 1e-9))


def _tails(counts: IntArray) -> tuple[IntArray, IntArray]:
    """Count the draws with rank <= r and with rank >= r, both (L, L)."""
    return counts.cumsum(axis=1), counts[:, ::-1].cumsum(axis=1)[:, ::-1]


def _sets_within(counts: IntArray, tail: int) -> RankSets:
    """Return the ranks at which both tails hold ``tail`` draws or more."""
    below, above = _tails(counts)
    inside = (below >= tail) & (above >= tail)
    return RankSets(inside.argmax(axis=1) + 1, len(counts) - inside[:, ::-1].argmax(axis=1))
