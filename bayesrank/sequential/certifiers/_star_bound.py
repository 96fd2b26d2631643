"""A lower bound on the cost of every order that does not put one model above another."""

from __future__ import annotations

from math import inf

import numpy as np
from numba import njit

from bayesrank.arrays import BoolArray
from bayesrank.sequential.certifiers._relation_costs import RelationCosts


@njit(cache=True, nogil=True)
def star_pairs(costs: RelationCosts, asked: BoolArray, tolerance: float) -> BoolArray:
    """Return which of the pairs asked for the bound certifies, shape (M, M).

    An order that puts j level with l or below it consists of that pair, of the two relations of every third model m to
    j and l, and of the pairs without j and l. The second are chosen best for each m alone, consistently with the
    relation of j and l; the third each for itself. When even that costs zero or more, all such orders are eliminated.

    Parameters
    ----------
    costs : RelationCosts
    asked : array of bool, shape (M, M)
        True at (j, l) where it is asked whether j is better than l.
    tolerance : float
        What the bound must reach, > 0.
    """
    n_models = len(asked)
    certified = np.zeros((n_models, n_models), dtype=np.bool_)
    share = costs.least.sum(axis=1)
    total = share.sum() / 2
    for j in range(n_models):
        for l in range(n_models):  # noqa: E741 (a pair is j, l in the papers)
            if not asked[j, l]:
                continue
            first, second = min(j, l), max(j, l)
            rest = total - share[j] - share[l] + costs.least[j, l]
            bound = inf
            if costs.below[j, l] < inf:
                bound = rest + costs.below[j, l] + below(costs, j, l, 0, first)
                bound += below(costs, j, l, first + 1, second) + below(costs, j, l, second + 1, n_models)
            if bound >= tolerance and costs.tied[j, l] < inf:
                level = rest + costs.tied[j, l] + tied(costs, j, l, 0, first)
                level += tied(costs, j, l, first + 1, second) + tied(costs, j, l, second + 1, n_models)
                bound = min(bound, level)
            certified[j, l] = bound >= tolerance
    return certified


@njit(cache=True, nogil=True, fastmath={"reassoc", "nnan", "nsz"})
def below(costs: RelationCosts, j: int, l: int, start: int, end: int) -> float:  # noqa: E741
    """Return the least cost of the third models from ``start`` to ``end`` where j is below l."""
    cost = 0.0
    for m in range(start, end):
        over_or_level = min(costs.above[j, m], costs.tied[j, m]) + costs.above[l, m]
        cost += min(costs.below[j, m] + costs.least[l, m], over_or_level)
    return cost


@njit(cache=True, nogil=True, fastmath={"reassoc", "nnan", "nsz"})
def tied(costs: RelationCosts, j: int, l: int, start: int, end: int) -> float:  # noqa: E741
    """Return the least cost of the third models from ``start`` to ``end`` where j and l are level."""
    cost = 0.0
    for m in range(start, end):
        apart = min(costs.above[j, m] + costs.above[l, m], costs.below[j, m] + costs.below[l, m])
        cost += min(apart, costs.tied[j, m] + costs.tied[l, m])
    return cost
