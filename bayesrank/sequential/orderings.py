"""All weak orders of a few models: orders in which models may be level."""

from __future__ import annotations

from functools import cache
from math import comb

import numpy as np
import numpy.typing as npt
from numba import njit

type LevelArray = npt.NDArray[np.int8]


@cache
def count_orders(n_models: int) -> int:
    """Return the number of weak orders, the ordered Bell number: 1, 3, 13, 75, 541, 4683, ... for 1, 2, 3 models.

    Whichever of the models are level at the top, the others stand in any weak order below.
    """
    if n_models == 0:
        return 1
    return sum(comb(n_models, level) * count_orders(n_models - level) for level in range(1, n_models + 1))


def grow_orders(n_models: int) -> list[LevelArray]:
    """Return the weak orders of the first model, of the first two, and so on to all.

    Each order of m + 1 models comes from one of m models: the new one stands level with some of them or on a level of
    its own. The orders that come from one stand together, in the order of their parents, the new model moving up.

    Parameters
    ----------
    n_models : int
        Number of models M, at least 1; there are 545 835 orders of 8.

    Returns
    -------
    list of M arrays of int8, shapes (n_orders, 1), ..., (n_orders, M)
        Level of each model, 0 the lowest and none left out, so that higher is better.
    """
    orders = [np.zeros((1, 1), dtype=np.int8)]
    for size in range(2, n_models + 1):
        orders.append(insert_model(orders[-1], count_orders(size)))
    return orders


@njit(cache=True, nogil=True)
def insert_model(parents: LevelArray, n_orders: int) -> LevelArray:
    """Return all orders with one more model, shape (n_orders, m + 1)."""
    n_parents, size = parents.shape
    orders = np.empty((n_orders, size + 1), dtype=np.int8)
    child = 0
    for parent in range(n_parents):
        levels = parents[parent]
        for slot in range(2 * levels.max() + 3):  # on a new level below `slot // 2`, or level with it
            level = slot // 2
            for model in range(size):
                orders[child, model] = levels[model] + (slot % 2 == 0 and levels[model] >= level)
            orders[child, size] = level
            child += 1
    return orders
