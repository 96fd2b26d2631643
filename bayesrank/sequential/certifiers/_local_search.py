"""Orders that keep a pair open: an order that is nearly one, pulled until it is, then improved one model at a time."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

import numpy as np
from numba import njit

from bayesrank.arrays import BoolArray, FloatArray, IntArray

LEAST_GAIN = 1e-9  # of the cost: a move that gains less might be rounding, and two such moves a circle


class Places(NamedTuple):
    """Where one model may stand among the others.

    Places are numbered from below: place ``2 k + 1`` is level with the k-th level of the others, ``2 k`` a level of its
    own below that one.

    Parameters
    ----------
    others : array of int, shape (M,)
        Levels of the others, without gaps.
    n_levels : int
        How many these are.
    current, lowest, highest : int
        Where the model stands, and between which places it may.
    """

    others: IntArray
    n_levels: int
    current: int
    lowest: int
    highest: int


@njit(cache=True, nogil=True)
def costs_at_looks(orders: IntArray, surplus: FloatArray) -> FloatArray:
    """Return what each order costs at each look, shape (n_orders, n_looks).

    Parameters
    ----------
    orders : array of int, shape (n_orders, M)
        Level of each model, higher is better.
    surplus : array, shape (n_looks, M, M)
        Wealth over 1 / alpha; zero on the diagonal.
    """
    n_orders, n_models = orders.shape
    cost = np.zeros((n_orders, len(surplus)))
    for order in range(n_orders):
        for look in range(len(surplus)):
            for high in range(n_models):
                for low in range(n_models):
                    if orders[order, high] <= orders[order, low]:
                        cost[order, look] += surplus[look, high, low]
    return cost


@njit(cache=True, nogil=True)
def pulled(orders: IntArray, better: BoolArray, high: int, low: int) -> IntArray:
    """Return orders near those given that do not put ``high`` above ``low``, shape (4 n_orders, M).

    Either ``high`` goes down to ``low``, along with the models it is certified better than, or ``low`` goes up to
    ``high`` along with those certified better; and it stays level there or goes one further.
    """
    n_orders, n_models = orders.shape
    near = np.empty((4 * n_orders, n_models), dtype=np.int64)
    for order in range(n_orders):
        levels = orders[order]
        for way in range(4):
            step, further = 4 * n_models, (way % 2) * (n_models + 1)
            height = levels * step  # room for all that moves between two levels
            if levels[high] > levels[low]:
                for model in range(n_models):
                    if way < 2 and (model == high or (better[high, model] and levels[model] >= levels[low])):
                        height[model] = levels[low] * step - further - (levels[high] - levels[model])
                    if way >= 2 and (model == low or (better[model, low] and levels[model] <= levels[high])):
                        height[model] = levels[high] * step + further + (levels[model] - levels[low])
            near[4 * order + way] = without_gaps(height)
    return near


@njit(cache=True, nogil=True)
def without_gaps(height: IntArray) -> IntArray:
    """Return the levels 0, 1, ... of numbers in any order, shape (M,)."""
    n_models = len(height)
    levels = np.zeros(n_models, dtype=np.int64)
    for other in range(n_models):
        first = True  # of those of its height: each height counts once
        for earlier in range(other):
            first &= height[earlier] != height[other]
        for model in range(n_models):
            levels[model] += first and height[other] < height[model]
    return levels


@njit(cache=True, nogil=True)
def descend(levels: IntArray, surplus: FloatArray, better: BoolArray, high: int, low: int) -> None:
    """Move single models, in place, until the dearest of the looks gets no cheaper.

    Parameters
    ----------
    levels : array of int, shape (M,)
        Level of each model, without gaps, higher is better; ``high`` is not above ``low``, and stays so.
    surplus : array, shape (n_looks, M, M)
        Wealth over 1 / alpha; zero on the diagonal.
    better : array of bool, shape (M, M)
        Pairs that the order keeps to.
    """
    n_models = len(levels)
    cost = costs_at_looks(levels.reshape(1, -1), surplus)[0]
    idle, model = 0, 0
    while idle < n_models:
        idle = 0 if move(levels, cost, surplus, model, places(levels, better, model, high, low)) else idle + 1
        model = (model + 1) % n_models


@njit(cache=True, nogil=True)
def places(levels: IntArray, better: BoolArray, model: int, high: int, low: int) -> Places:
    """Return where a model may stand."""
    own, n_models = levels[model], len(levels)
    alone, top = 1, 0
    for other in range(n_models):
        top = max(top, levels[other])
        if other != model and levels[other] == own:
            alone = 0
    others, n_levels = levels.copy(), top + 1 - alone
    for other in range(n_models):
        if levels[other] > own:
            others[other] -= alone
    lowest, highest = 0, 2 * n_levels
    for other in range(n_models):
        if better[model, other]:
            lowest = max(lowest, 2 * others[other] + 2)
        if better[other, model]:
            highest = min(highest, 2 * others[other])
    if model == high:
        highest = min(highest, 2 * others[low] + 1)
    if model == low:
        lowest = max(lowest, 2 * others[high] + 1)
    return Places(others, n_levels, 2 * own + 1 - alone, lowest, highest)


@njit(cache=True, nogil=True)
def move(levels: IntArray, cost: FloatArray, surplus: FloatArray, model: int, where: Places) -> bool:
    """Put a model where the dearest look is cheapest, in place, and say whether that is somewhere else."""
    change = np.empty((len(surplus), 2 * where.n_levels + 1))
    for look in range(len(surplus)):
        fill_costs(change[look], surplus[look], model, where)
        change[look] -= change[look, where.current]
    best, least = where.current, float(cost.max())
    least -= LEAST_GAIN * abs(least)
    for place in range(where.lowest, where.highest + 1):
        dearest = -inf
        for look in range(len(surplus)):
            dearest = max(dearest, cost[look] + change[look, place])
        if dearest < least:
            best, least = place, dearest
    if best == where.current:
        return False
    cost += change[:, best]
    level = best // 2
    for other in range(len(levels)):
        levels[other] = where.others[other] + (best % 2 == 0 and where.others[other] >= level)
    levels[model] = level
    return True


@njit(cache=True, nogil=True)
def fill_costs(cost: FloatArray, surplus: FloatArray, model: int, where: Places) -> None:
    """Work out what the relations of one model to all others cost in each place, shape (2 n_levels + 1,)."""
    over, under = np.zeros(where.n_levels), np.zeros(where.n_levels)  # the model above a level, and below it
    for other in range(len(surplus)):
        if other != model:
            over[where.others[other]] += surplus[other, model]
            under[where.others[other]] += surplus[model, other]
    passed = under.sum()
    for level in range(where.n_levels):
        cost[2 * level] = passed
        cost[2 * level + 1] = passed + over[level]
        passed += over[level] - under[level]
    cost[2 * where.n_levels] = passed
