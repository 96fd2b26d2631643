"""A lower bound on the cost of every order that puts two models in a given relation.

An order consists of the pair itself, of the two relations of every third model to the pair, and of the pairs without
either of the two. The second are chosen best for each third model alone, consistently with the relation of the pair;
the third each for itself. When even that costs zero or more, all such orders are eliminated.

All in one file, for a loop keeps compiled copies of what it calls, and is compiled anew only when its file changes.
"""

from __future__ import annotations

from math import inf

import numpy as np
from numba import njit

from bayesrank.arrays import BoolArray, FloatArray
from bayesrank.sequential.certifiers._relation_costs import RelationCosts


@njit(cache=True, nogil=True)
def star_pairs(costs: RelationCosts, asked: BoolArray, tolerance: float) -> BoolArray:
    """Return which of the pairs asked for the bound certifies, shape (M, M).

    Parameters
    ----------
    costs : RelationCosts
    asked : array of bool, shape (M, M)
        True at (j, l) where it is asked whether j is better than l: whether j below l and j level with l cost too much.
    tolerance : float
        What the bound must reach, > 0.
    """
    n_models = len(asked)
    certified = np.zeros((n_models, n_models), dtype=np.bool_)
    share = shares(costs)
    total = share.sum() / 2
    for j in range(n_models):
        for l in range(n_models):  # noqa: E741 (a pair is j, l in the papers)
            if asked[j, l]:
                rest = total - share[j] - share[l] + costs.least[j, l]
                dear = bound_below(costs, j, l, rest) >= tolerance
                certified[j, l] = dear and bound_tied(costs, j, l, rest) >= tolerance
    return certified


@njit(cache=True, nogil=True)
def propagate(below: BoolArray, tied: BoolArray, surplus: FloatArray, tolerance: float) -> bool:
    """Strike out relations that no order can have, in place, and say whether every pair has one left.

    A relation goes when a third model fits nowhere, or when the bound at some look reaches the tolerance, given the
    relations that are left; until nothing goes.

    Parameters
    ----------
    below : array of bool, shape (M, M)
        Whether a may be below b, at (a, b); the diagonal is not read.
    tied : array of bool, shape (M, M)
        Whether they may be level; symmetric.
    surplus : array, shape (n_looks, M, M)
        Wealth over 1 / alpha; zero on the diagonal.
    tolerance : float
    """
    changed = True
    while changed:
        changed = strike_misfits(below, tied)
        for look in range(len(surplus)):
            costs = costs_left(below, tied, surplus[look])
            if shares(costs).sum() / 2 >= tolerance:  # infinite where a pair has no relation left
                return False
            changed |= strike_dear(below, tied, costs, tolerance)
    return True


@njit(cache=True, nogil=True)
def strike_misfits(below: BoolArray, tied: BoolArray) -> bool:
    """Strike out relations of two models that leave no place for a third, in place; say whether there were any."""
    n_models = len(below)
    changed = False
    for a in range(n_models):
        for b in range(n_models):
            if a == b or not (below[a, b] or tied[a, b]):
                continue
            fits_below, fits_tied = below[a, b], tied[a, b]
            for c in range(n_models):
                if c in (a, b):
                    continue
                no_higher = below[a, c] and (below[b, c] or below[c, b] or tied[b, c])
                fits_below &= no_higher or ((tied[a, c] or below[c, a]) and below[c, b])
                fits_tied &= (
                    (below[a, c] and below[b, c]) or (tied[a, c] and tied[b, c]) or (below[c, a] and below[c, b])
                )
            changed |= fits_below != below[a, b] or fits_tied != tied[a, b]
            below[a, b] = fits_below
            tied[a, b] = tied[b, a] = fits_tied
    return changed


@njit(cache=True, nogil=True)
def costs_left(below: BoolArray, tied: BoolArray, surplus: FloatArray) -> RelationCosts:
    """Return the costs at one look, infinite for relations that are struck out."""
    n_models = len(surplus)
    above, under, level, least = np.zeros((4, n_models, n_models))
    for a in range(n_models):
        for b in range(n_models):
            if a != b:
                under[a, b] = surplus[a, b] if below[a, b] else inf
                above[a, b] = surplus[b, a] if below[b, a] else inf
                level[a, b] = surplus[a, b] + surplus[b, a] if tied[a, b] else inf
                least[a, b] = min(under[a, b], above[a, b], level[a, b])
    return RelationCosts(above, under, level, least)


@njit(cache=True, nogil=True)
def shares(costs: RelationCosts) -> FloatArray:
    """Return the least cost of all relations of each model, shape (M,)."""
    n_models = len(costs.least)
    share = np.zeros(n_models)
    for a in range(n_models):
        for b in range(n_models):
            share[a] += costs.least[a, b]
    return share


@njit(cache=True, nogil=True)
def strike_dear(below: BoolArray, tied: BoolArray, costs: RelationCosts, tolerance: float) -> bool:
    """Strike out relations whose bound reaches the tolerance, in place; say whether there were any."""
    n_models = len(below)
    changed = False
    share = shares(costs)
    total = share.sum() / 2
    for j in range(n_models):
        for l in range(n_models):  # noqa: E741
            if j == l:
                continue
            rest = total - share[j] - share[l] + costs.least[j, l]
            if below[j, l] and bound_below(costs, j, l, rest) >= tolerance:
                below[j, l], changed = False, True
            if j < l and tied[j, l] and bound_tied(costs, j, l, rest) >= tolerance:
                tied[j, l], tied[l, j], changed = False, False, True
    return changed


@njit(cache=True, nogil=True)
def bound_below(costs: RelationCosts, j: int, l: int, rest: float) -> float:  # noqa: E741
    """Return the least cost with j below l, where the pairs without the two cost ``rest``."""
    if costs.below[j, l] == inf:
        return inf
    first, second = min(j, l), max(j, l)
    before = wedges_below(costs, j, l, 0, first) + wedges_below(costs, j, l, first + 1, second)
    return float(rest + costs.below[j, l] + before + wedges_below(costs, j, l, second + 1, len(costs.least)))


@njit(cache=True, nogil=True)
def bound_tied(costs: RelationCosts, j: int, l: int, rest: float) -> float:  # noqa: E741
    """Return the least cost with j and l level, where the pairs without the two cost ``rest``."""
    if costs.tied[j, l] == inf:
        return inf
    first, second = min(j, l), max(j, l)
    before = wedges_tied(costs, j, l, 0, first) + wedges_tied(costs, j, l, first + 1, second)
    return float(rest + costs.tied[j, l] + before + wedges_tied(costs, j, l, second + 1, len(costs.least)))


@njit(cache=True, nogil=True, fastmath={"reassoc", "nnan", "nsz"})
def wedges_below(costs: RelationCosts, j: int, l: int, start: int, end: int) -> float:  # noqa: E741
    """Return the least cost of the third models from ``start`` to ``end`` where j is below l."""
    cost = 0.0
    for m in range(start, end):
        over_or_level = min(costs.above[j, m], costs.tied[j, m]) + costs.above[l, m]
        cost += min(costs.below[j, m] + costs.least[l, m], over_or_level)
    return cost


@njit(cache=True, nogil=True, fastmath={"reassoc", "nnan", "nsz"})
def wedges_tied(costs: RelationCosts, j: int, l: int, start: int, end: int) -> float:  # noqa: E741
    """Return the least cost of the third models from ``start`` to ``end`` where j and l are level."""
    cost = 0.0
    for m in range(start, end):
        apart = min(costs.above[j, m] + costs.above[l, m], costs.below[j, m] + costs.below[l, m])
        cost += min(apart, costs.tied[j, m] + costs.tied[l, m])
    return cost
