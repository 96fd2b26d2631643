"""Mean wealth against each of all weak orders, grown along with the orders."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numba import njit

from bayesrank.arrays import BoolArray, FloatArray, IntArray
from bayesrank.sequential.orderings import LevelArray


def count_against(orders: list[LevelArray]) -> IntArray:
    """Return how many wealths are against each order: one for two models apart, two for a tie, shape (n_orders,)."""
    counts = wealth_against(orders, np.ones((len(orders), len(orders))))
    return np.rint(counts).astype(np.int64)


def wealth_against(orders: list[LevelArray], wealth: FloatArray) -> FloatArray:
    """Return the sum of the wealths against each order, shape (n_orders,).

    An order that does not put a above b contradicts the evidence that a is better than b; two level models contradict
    both ways. An order shares all sums but those of its last model with the order it has grown from, so no pair is
    added up twice.

    Parameters
    ----------
    orders : list of arrays
        As :func:`~bayesrank.sequential.orderings.grow_orders` returns them.
    wealth : array, shape (M, M)
        Evidence that a is better than b, at (a, b).
    """
    total = np.zeros(1)
    for parents, grown in pairwise(orders):
        total = insert_wealth(parents, total, wealth, len(grown))
    return total


@njit(cache=True, nogil=True)
def insert_wealth(parents: LevelArray, total: FloatArray, wealth: FloatArray, n_orders: int) -> FloatArray:
    """Add the wealths between one more model and those before, in all its places; nothing is ever subtracted."""
    n_parents, size = parents.shape
    grown = np.empty(n_orders)
    over, under = np.empty(size), np.empty(size + 1)  # the new model above all of a level; below that level and higher
    child = 0
    for parent in range(n_parents):
        n_levels = parents[parent].max() + 1
        over[:], under[:] = 0.0, 0.0
        for model in range(size):
            level = parents[parent, model]
            over[level] += wealth[model, size]
            under[level] += wealth[size, model]
        for level in range(n_levels - 1, -1, -1):
            under[level] += under[level + 1]
        passed = total[parent]
        for level in range(n_levels):
            grown[child] = passed + under[level]
            passed += over[level]
            grown[child + 1] = passed + under[level]
            child += 2
        grown[child] = passed
        child += 1
    return grown


@njit(cache=True, nogil=True)
def take_look(total: FloatArray, count: IntArray, alive: BoolArray, bound: FloatArray) -> None:
    """Strike out the orders whose sum of wealths reaches its bound, in place.

    Parameters
    ----------
    total, count, alive : arrays, shape (n_orders,)
    bound : array, shape (M (M - 1) + 1,)
        What the sum of that many wealths must stay below.
    """
    for order in range(len(total)):
        alive[order] = alive[order] and total[order] < bound[count[order]]


@njit(cache=True, nogil=True)
def undisputed(levels: LevelArray, alive: BoolArray, certified: BoolArray) -> BoolArray:
    """Return the pairs that every living order puts the same way, those certified before among them, shape (M, M)."""
    n_orders, n_models = levels.shape
    agreed = np.ones((n_models, n_models), dtype=np.bool_)
    n_open = n_models * n_models - certified.sum()  # a model and itself are never agreed on
    for order in range(n_orders):
        if not alive[order] or n_open == 0:
            continue
        for better in range(n_models):
            for worse in range(n_models):
                if agreed[better, worse] and levels[order, better] <= levels[order, worse]:
                    agreed[better, worse] = False
                    n_open -= 1
    return agreed


@njit(cache=True, nogil=True)
def possible_ranks(levels: LevelArray, alive: BoolArray) -> BoolArray:
    """Return which ranks each model has in some living order, shape (M, M), rank 1 first."""
    n_orders, n_models = levels.shape
    possible = np.zeros((n_models, n_models), dtype=np.bool_)
    above = np.empty(n_models + 1, dtype=np.int64)
    for order in range(n_orders):
        if not alive[order]:
            continue
        above[:] = 0
        for model in range(n_models):
            above[levels[order, model]] += 1
        for level in range(n_models - 1, -1, -1):
            above[level] += above[level + 1]
        for model in range(n_models):
            possible[model, above[levels[order, model] + 1]] = True
    return possible
