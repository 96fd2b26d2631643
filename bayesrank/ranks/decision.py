"""One order, and tiers, out of a posterior over ranks."""

from typing import Literal

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray, IntArray
from bayesrank.ranks.posterior_ranks import superiority

type RankBy = Literal["mean", "expected_rank", "median", "quantile", "kendall"]
MOST_MODELS_EXACT = 12  # 2^12 subsets take milliseconds; the next steps double


def separated_pairs(draws: FloatArray, ci_prob: float, rope: float = 0.0) -> BoolArray:
    """Return which model is above which, so that all these statements hold together with ``ci_prob``.

    Pairs are taken in the order of their superiority, the surest first and equals together, as long as all
    statements taken hold at once in ``ci_prob`` of the draws.

    Parameters
    ----------
    draws : array, shape (S, L)
    ci_prob : float
        Simultaneous probability of all the statements.
    rope : float
        A model is above another when its score is higher by more than this.

    Returns
    -------
    array of bool, shape (L, L)
        True at (i, j) where i is above j.
    """
    by_model = np.ascontiguousarray(draws.T)
    pairwise = superiority(draws, rope)
    above = np.zeros(pairwise.shape, dtype=bool)
    broken = np.zeros(len(draws), dtype=bool)
    for probability in np.unique(pairwise[pairwise > 0.5])[::-1]:
        pairs = np.argwhere(pairwise == probability)
        failed = broken.copy()
        for high, low in pairs:
            failed |= by_model[high] - rope <= by_model[low]
        if failed.mean() > 1 - ci_prob + 1e-9:
            break
        broken = failed
        above[pairs[:, 0], pairs[:, 1]] = True
    return above


def tiers(above: BoolArray) -> IntArray:
    """Return the tier of each model, 1 at the top, shape (L,).

    The first tier are the models that no model is above; the next, those that only models of earlier tiers are
    above; and so on. No two models of one tier are separated, and overlaps do not chain into one tier.
    """
    tier = np.zeros(len(above), dtype=np.int64)
    left = np.ones(len(above), dtype=bool)
    number = 0
    while left.any():
        number += 1
        top = left & ~above[left].any(axis=0)
        tier[top] = number
        left &= ~top
    return tier


def order_scores(draws: FloatArray, ranks: IntArray, rank_by: RankBy, quantile: float) -> FloatArray:
    """Return the score whose order minimises the posterior expected loss of ``rank_by``, shape (L,).

    Parameters
    ----------
    rank_by : {"mean", "expected_rank", "median", "quantile", "kendall"}
        Squared error of the score; squared error of the rank; absolute error of the score; the score that a model
        exceeds with probability 1 - quantile; number of pairs in the wrong order.
    quantile : float
        Used by ``"quantile"``.
    """
    match rank_by:
        case "mean":
            return draws.mean(axis=0)
        case "expected_rank":
            return -ranks.mean(axis=0)
        case "median":
            return np.median(draws, axis=0)
        case "quantile":
            return np.quantile(draws, quantile, axis=0)
        case "kendall":
            return -np.argsort(kendall_order(superiority(draws))).astype(np.float64)


def kendall_order(pairwise: FloatArray) -> IntArray:
    """Return the order of models, best first, that minimises the expected number of pairs in the wrong order.

    Exact up to 12 models, by dynamic programming over sets of models. Above, single models are moved from the order
    of expected ranks to where the loss is least until no move helps; that is a local optimum.

    Parameters
    ----------
    pairwise : array, shape (L, L)
        Pr(score_i > score_j), equality counting one half.

    Returns
    -------
    array of int, shape (L,)
    """
    start = np.argsort(-pairwise.sum(axis=1), kind="stable")
    if len(start) <= MOST_MODELS_EXACT:
        return _exact_order(pairwise, start)
    return _improved(start, pairwise)


def _exact_order(pairwise: FloatArray, start: IntArray) -> IntArray:
    """Build the best order of every set from that of the set without its last model."""
    loss = pairwise.T[np.ix_(start, start)]  # loss[i, j]: i placed above j and wrong
    n_models = len(start)
    best = np.full(1 << n_models, np.inf)
    last = np.zeros(1 << n_models, dtype=np.int64)
    best[0] = 0.0
    member = (np.arange(1 << n_models)[:, None] >> np.arange(n_models)) & 1  # (sets, L)
    added = member @ loss  # loss of putting model j below all of a set
    for chosen in range(1, 1 << n_models):
        for model in np.flatnonzero(member[chosen])[::-1]:
            without = chosen & ~(1 << int(model))
            candidate = best[without] + added[without, model]
            if candidate < best[chosen] - 1e-12:
                best[chosen], last[chosen] = candidate, model
    order = []
    chosen = (1 << n_models) - 1
    while chosen:
        order.append(last[chosen])
        chosen &= ~(1 << int(last[chosen]))
    return start[order[::-1]]


def _improved(order: IntArray, pairwise: FloatArray) -> IntArray:
    """Move one model at a time to its best place until none gains."""
    advantage = pairwise - pairwise.T
    gained = True
    while gained:
        gained = False
        for model in order.copy():
            rest = order[order != model]
            place = int(np.flatnonzero(order == model)[0])
            # gain of standing at each place: wins over those behind minus wins over those before
            wins = advantage[model, rest]
            gain = np.concatenate([[0.0], np.cumsum(-wins)])
            if gain.max() > gain[place] + 1e-12:
                order = np.insert(rest, int(gain.argmax()), model)
                gained = True
    return order
