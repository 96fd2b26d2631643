"""Orders that no look has eliminated: some of them, enough to show which pairs they keep open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray, IntArray
from bayesrank.sequential.certifiers._limits import tolerance
from bayesrank.sequential.certifiers._local_search import costs_at_looks, descend, pulled
from bayesrank.sequential.certifiers._order_program import Limits, cheapest_order
from bayesrank.sequential.certifiers._star_bound import propagate

type Verdict = Literal["certified", "open", "unresolved"]

RECENT = 6  # survivors, and orders just eliminated, that a search starts from
TRIES = 4  # of the orders near those, the cheapest
MOST_EXCLUDED = 20  # orders eliminated by less than the solver can tell, before it is given up


class Survivors:
    """All looks so far, and orders that survive them.

    Parameters
    ----------
    n_models : int
    alpha : float

    Attributes
    ----------
    looks : array, shape (n_looks, M, M)
        Wealth over 1 / alpha, zero on the diagonal, of the looks that can still decide anything.
    orders : array of int, shape (n_orders, M)
        Levels of surviving orders, higher is better.
    """

    def __init__(self, n_models: int, alpha: float) -> None:
        self._unit, self._tolerance = 1 / alpha, tolerance(n_models, alpha)
        self.looks: FloatArray = np.zeros((0, n_models, n_models))
        self.orders: IntArray = np.zeros((1, n_models), dtype=np.int64)  # all level: nothing is known yet
        self._starts = self.orders
        self._critical: BoolArray = np.zeros(0, dtype=bool)  # looks that decide a search; the others are asked last

    def take_look(self, surplus: FloatArray, better: BoolArray, promising: IntArray) -> None:
        """Add a look, drop those that can decide nothing any more, and strike out the orders it eliminates.

        Parameters
        ----------
        surplus : array, shape (M, M)
        better : array of bool, shape (M, M)
            Certified pairs.
        promising : array of int, shape (M,)
            Levels of a cheap order that keeps to them, where searches may start.
        """
        useful = (dearest(self.looks - surplus, better) > 0) & (dearest(self.looks, better) >= self._tolerance)
        self.looks = np.concatenate([self.looks[useful], surplus[None]])
        self._critical = np.arange(len(self.looks)) == len(self.looks) - 1
        alive = costs_at_looks(self.orders, surplus[None])[:, 0] < self._tolerance
        struck, self.orders = self.orders[~alive], self.orders[alive]
        self._starts = np.concatenate([self.orders[-RECENT:], struck[-RECENT:], promising[None]])

    def open_pairs(self) -> BoolArray:
        """Return the pairs (j, l) such that some order has j no higher than l, shape (M, M)."""
        open_pairs: BoolArray = (self.orders[:, :, None] <= self.orders[:, None, :]).any(axis=0)
        return open_pairs

    def search(self, better: BoolArray, high: int, low: int) -> bool:
        """Look for an order that survives all looks and does not put ``high`` above ``low``; say whether there is one.

        Only orders near those known are tried: where none is found there may be one all the same.
        """
        near = np.unique(pulled(self._starts, better, high, low), axis=0)
        cost = costs_at_looks(near, self.looks[self._critical]).max(axis=1)
        return any(self._improve(near[start], better, high, low) for start in np.argsort(cost, kind="stable")[:TRIES])

    def _improve(self, levels: IntArray, better: BoolArray, high: int, low: int) -> bool:
        while True:
            descend(levels, self.looks[self._critical], better, high, low)
            cost = costs_at_looks(levels[None], self.looks)[0]
            if cost.max() < self._tolerance:
                self.orders = np.concatenate([self.orders, levels[None]])
                return True
            if cost[self._critical].max() >= self._tolerance:
                return False
            self._critical[cost.argmax()] = True

    def decide(self, better: BoolArray, high: int, low: int, limits: Callable[[], Limits]) -> Verdict:
        """Find an order that survives and does not put ``high`` above ``low``, or prove that there is none.

        Parameters
        ----------
        better : array of bool, shape (M, M)
        high, low : int
        limits : callable
            What the solver may take, asked anew at each call of it.
        """
        below, tied = ~better, ~(better | better.T)
        below[low, high] = False
        excluded: list[IntArray] = []
        while len(excluded) < MOST_EXCLUDED:
            looks, left = self.looks[self._critical], limits()
            if left.seconds <= 0:
                break
            if not propagate(below, tied, looks, self._tolerance):
                return "certified"
            answer = cheapest_order(looks, below, tied, self._unit, excluded, left)
            if answer.levels is None:
                return "certified" if answer.impossible else "unresolved"
            cost = costs_at_looks(answer.levels[None], self.looks)[0]
            if cost.max() < self._tolerance:
                self.orders = np.concatenate([self.orders, answer.levels[None]])
                return "open"
            if self._critical[cost.argmax()]:
                excluded.append(answer.levels)
            self._critical[cost.argmax()] = True
        return "unresolved"


def dearest(surplus: FloatArray, better: BoolArray) -> FloatArray:
    """Return no less than what any order that keeps to the certified pairs costs, shape (n_looks,)."""
    below = np.where(better, -np.inf, surplus)
    above = np.swapaxes(below, 1, 2)
    tied = np.where(better | better.T, -np.inf, surplus + np.swapaxes(surplus, 1, 2))
    most = np.maximum(np.maximum(below, above), tied)
    return np.asarray(most.sum(axis=(1, 2)) / 2)
