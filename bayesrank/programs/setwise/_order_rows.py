"""Orders as tables, a row each, filled up to the longest: what compiled loops and PyMC data are made of."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.programs.setwise._tied_order_density import NOBODY
from bayesrank.statistics.tied_orders import TiedOrders


class OrderRows(NamedTuple):
    """Models of each order, best first and then ``NOBODY``, their places and then 0, and how often it was seen.

    Of shapes (n_orders, width), (n_orders, width) and (n_orders,).
    """

    member: IntArray
    place: FloatArray
    multiplicity: FloatArray


def order_rows(orders: TiedOrders) -> OrderRows:
    """Return the orders that say something: those that tie all their models do not."""
    last_place = orders.place[orders.start[1:] - 1]
    told = np.flatnonzero(last_place > 1)
    size = np.diff(orders.start)[told]
    width = int(size.max(initial=2))
    column = np.arange(width)
    there = column < size[:, None]
    entry = np.where(there, orders.start[told][:, None] + column, 0)
    return OrderRows(
        member=np.where(there, orders.member[entry], NOBODY) if len(told) else np.empty((0, width), dtype=np.int64),
        place=np.where(there, orders.place[entry], 0).astype(np.float64) if len(told) else np.empty((0, width)),
        multiplicity=orders.multiplicity[told],
    )
