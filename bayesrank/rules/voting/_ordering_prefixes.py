"""The best orders of a few models, by dynamic programming over the sets of models that may come first.

An order is a path from the empty set to all models through the sets that its first models make. Placing v right after
the set S overrules the majorities for the models still to come against v, whatever their order. So the least margin
overruled on a path to S, and on a path from S, are found set by set; S is passed by some best order if and only if
the two add up to the least of all. And j comes before i in some best order if and only if a best order passes a set
with j and without i. One run over the sets therefore settles all pairs. Sets are numbers, model v its bit v.
"""

import numpy as np
from numba import njit

from bayesrank.arrays import BoolArray, FloatArray, IntArray


@njit(cache=True, nogil=True)
def order_by_prefixes(margin: FloatArray, tolerance: float) -> tuple[BoolArray, float]:
    """Return which models come before which in every best order, and the margin that a best order overrules.

    Parameters
    ----------
    margin : array of float, shape (L, L)
        Votes for the row's model against the column's, less those the other way. Two tables of 2^L are made.
    tolerance : float
        Orders are equally good if the margins that they overrule differ by no more.

    Returns
    -------
    tuple of array of bool, shape (L, L), and float
    """
    n_models = len(margin)
    against = np.maximum(margin.T, 0.0)  # against[v, u]: overruled if v is placed before u
    half = n_models // 2
    low, high = _subset_sums(against[:, :half]), _subset_sums(against[:, half:])
    to = _least_to(low, high, overruled_by_good_order(against, tolerance) + tolerance)
    ahead = _ahead(low, high, to, to[-1] + tolerance)
    before = np.zeros((n_models, n_models), dtype=np.bool_)
    for first in range(n_models):
        for second in range(n_models):
            before[first, second] = first != second and not ahead[second] >> first & 1
    return before, to[-1]


@njit(cache=True, nogil=True)
def _subset_sums(against: FloatArray) -> FloatArray:
    """Sum each row over every set of columns, shape (L, 2^columns): half of the columns, for all would not fit."""
    n_rows, n_columns = against.shape
    sums = np.zeros((n_rows, 1 << n_columns))
    for column in range(n_columns):
        for subset in range(1 << column):
            for row in range(n_rows):
                sums[row, subset | 1 << column] = sums[row, subset] + against[row, column]
    return sums


@njit(cache=True, nogil=True)
def overruled_by_good_order(against: FloatArray, tolerance: float) -> float:
    """Return the margin that an order overrules which no move of one model makes better: no less than the least.

    Parameters
    ----------
    against : array of float, shape (L, L)
        What placing the row's model before the column's overrules.
    tolerance : float
        By which margin a move makes an order better.
    """
    order = np.argsort(against.sum(axis=1))
    moved = True
    while moved:
        moved = False
        for model in range(len(order)):
            place = np.flatnonzero(order == model)[0]
            better = _best_place(against, order, place, tolerance)
            if better != place:
                moved = True
                step = 1 if better > place else -1
                for between in range(place, better, step):
                    order[between] = order[between + step]
                order[better] = model
    overruled = 0.0
    for place in range(len(order)):
        for later in range(place + 1, len(order)):
            overruled += against[order[place], order[later]]
    return overruled


@njit(cache=True, nogil=True)
def _best_place(against: FloatArray, order: IntArray, place: int, tolerance: float) -> int:
    """Return where in the order its model at a place had better stand; the place itself if nowhere is better."""
    model, best, better = order[place], -tolerance, place
    change = 0.0
    for earlier in range(place - 1, -1, -1):
        change += against[model, order[earlier]] - against[order[earlier], model]
        if change < best:
            best, better = change, earlier
    change = 0.0
    for later in range(place + 1, len(order)):
        change += against[order[later], model] - against[model, order[later]]
        if change < best:
            best, better = change, later
    return better


@njit(cache=True, nogil=True)
def _least_to(low: FloatArray, high: FloatArray, bound: float) -> FloatArray:
    """Return the least margin overruled on a path to each set, shape (2^L,); infinite if that exceeds the bound."""
    n_models = len(low)
    half = n_models // 2
    everyone, low_bits = (1 << n_models) - 1, (1 << half) - 1
    least = np.full(1 << n_models, np.inf)
    least[0] = 0.0
    for subset in range(everyone):
        rest = everyone ^ subset
        if least[subset] <= bound:
            for model in range(n_models):
                if rest >> model & 1:
                    cost = low[model, rest & low_bits] + high[model, rest >> half]
                    larger = subset | 1 << model
                    least[larger] = min(least[larger], least[subset] + cost)
    return least


@njit(cache=True, nogil=True)
def _ahead(low: FloatArray, high: FloatArray, least_to: FloatArray, bound: float) -> IntArray:
    """Return the set of the models that each one is ahead of on some path within the bound, shape (L,)."""
    n_models = len(low)
    half = n_models // 2
    everyone, low_bits = (1 << n_models) - 1, (1 << half) - 1
    least_from = np.full(1 << n_models, np.inf)
    least_from[everyone] = 0.0
    ahead = np.zeros(n_models, dtype=np.int64)
    for subset in range(everyone, 0, -1):
        if least_to[subset] + least_from[subset] <= bound:
            for model in range(n_models):
                if subset >> model & 1:
                    ahead[model] |= everyone ^ subset
                    smaller = subset ^ 1 << model
                    rest = everyone ^ smaller
                    cost = low[model, rest & low_bits] + high[model, rest >> half]
                    least_from[smaller] = min(least_from[smaller], least_from[subset] + cost)
    return ahead
