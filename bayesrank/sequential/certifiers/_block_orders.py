"""Orders whose ties are stretches of one sequence of models: the best of them, and which pairs they leave open."""

from __future__ import annotations

from math import inf

import numpy as np
from numba import njit

from bayesrank.arrays import BoolArray, FloatArray, IntArray
from bayesrank.sequential.certifiers._relation_costs import RelationCosts


@njit(cache=True, nogil=True)
def sequence(better: BoolArray, advantage: FloatArray) -> IntArray:
    """Return the models in a sequence that puts nobody before a better one, most advantage first, shape (M,).

    Parameters
    ----------
    better : array of bool, shape (M, M)
        Certified pairs, closed under chains and without contradiction.
    advantage : array, shape (M,)
        Decides where nothing is certified; any numbers will do.
    """
    n_models = len(better)
    order, waits_for = np.empty(n_models, dtype=np.int64), np.zeros(n_models, dtype=np.int64)
    for model in range(n_models):
        for worse in range(n_models):
            waits_for[worse] += better[model, worse]
    for place in range(n_models):
        chosen = -1
        for model in range(n_models):
            if waits_for[model] == 0 and (chosen < 0 or advantage[model] > advantage[chosen]):
                chosen = model
        order[place] = chosen
        for worse in range(n_models):
            waits_for[worse] -= better[chosen, worse]
        waits_for[chosen] = n_models  # never again
    return order


@njit(cache=True, nogil=True)
def cost_of_blocks(costs: RelationCosts, order: IntArray) -> tuple[float, FloatArray]:
    """Return the cost of all models apart, and what it adds to tie the models from one place to another, shape (M, M).

    Only places from above the diagonal are filled in.
    """
    n_models = len(order)
    apart, tie = 0.0, np.zeros((n_models, n_models))
    for last in range(1, n_models):
        column = 0.0
        for first in range(last - 1, -1, -1):
            high, low = order[first], order[last]
            apart += costs.above[high, low]
            column += costs.tied[high, low] - costs.above[high, low]
            tie[first, last] = tie[first, last - 1] + column
    return apart, tie


@njit(cache=True, nogil=True)
def best_blocks(tie: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return what the best blocks of the first p models, and of those from place p on, add, each of shape (M + 1,)."""
    n_models = len(tie)
    before, behind = np.full(n_models + 1, inf), np.full(n_models + 1, inf)
    before[0] = behind[n_models] = 0.0
    for end in range(1, n_models + 1):
        for start in range(end):
            before[end] = min(before[end], before[start] + tie[start, end - 1])
    for start in range(n_models - 1, -1, -1):
        for end in range(start, n_models):
            behind[start] = min(behind[start], tie[start, end] + behind[end + 1])
    return before, behind


@njit(cache=True, nogil=True)
def left_open(costs: RelationCosts, order: IntArray) -> BoolArray:
    """Return the pairs (j, l) such that some order of blocks costs less than zero with j no higher than l.

    No bound on the cost of such orders can certify the pair. An order of blocks puts everybody below those before, or
    ties a stretch that contains both models.

    Returns
    -------
    array of bool, shape (M, M)
    """
    n_models = len(order)
    apart, tie = cost_of_blocks(costs, order)
    before, behind = best_blocks(tie)
    least = np.full((n_models, n_models), inf)  # over all stretches that reach from one place to the other
    open_pairs = np.zeros((n_models, n_models), dtype=np.bool_)
    for first in range(n_models):
        for last in range(n_models - 1, first, -1):
            cost = before[first] + tie[first, last] + behind[last + 1]
            if last + 1 < n_models:
                cost = min(cost, least[first, last + 1])
            if first > 0:
                cost = min(cost, least[first - 1, last])
            least[first, last] = cost
            open_pairs[order[first], order[last]] = apart + cost < 0
            open_pairs[order[last], order[first]] = apart + before[n_models] < 0
    return open_pairs


def best_order(costs: RelationCosts, better: BoolArray, advantage: FloatArray) -> IntArray:
    """Return the levels of the cheapest order of blocks, higher is better, shape (M,)."""
    order = sequence(better, advantage)
    _, tie = cost_of_blocks(costs, order)
    before, _ = best_blocks(tie)
    levels = np.zeros(len(order), dtype=np.int64)
    end = len(order)
    while end > 0:
        start = int(np.argmin(before[:end] + tie[:end, end - 1]))
        levels[order[:start]] += 1
        end = start
    return levels
