"""Certify what every weak order that is left agrees on, without going through all of them."""

from __future__ import annotations

from functools import cache
from math import inf
from time import perf_counter
from typing import ClassVar, Self

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray
from bayesrank.options import check_at_least
from bayesrank.sequential.certifiers._block_orders import best_order
from bayesrank.sequential.certifiers._limits import capped_wealth
from bayesrank.sequential.certifiers._order_program import Limits
from bayesrank.sequential.certifiers._pair_certifier import PairCertifier, State
from bayesrank.sequential.certifiers._relation_costs import relation_costs
from bayesrank.sequential.certifiers._survivors import Survivors
from bayesrank.sequential.certifiers.star import advantages, step_down


class Exact(PairCertifier):
    """The order test for any number of models, by bounds, by cheap orders, and by integer programs for the rest.

    Certifies what :class:`~bayesrank.sequential.certifiers.enumeration.Enumeration` does, where that runs. Most pairs
    are certified by the star bound, or kept open by an order that has survived all looks so far. For the others such
    an order is looked for near those known, and what is still open then is decided by an integer program.

    Deciding a pair is hard in general, so a look has a budget. Pairs that it leaves undecided are not certified, which
    is always valid, and the next look takes them up again.

    Parameters
    ----------
    n_models : int
        Number of models M, at least 2.
    alpha : float
        Probability that anything certified is ever wrong, at most.
    budget : float
        Seconds that a look may take, > 0. When it runs out the result depends on the machine.
    nodes : float
        Nodes of the solver's tree that a program may take, at least 1. With ``budget=inf`` this alone limits a look,
        and every machine certifies the same.

    Attributes
    ----------
    n_unresolved : int
        Pairs that the last look left undecided.
    survivors : Survivors
        The looks so far, and orders that survive them.

    References
    ----------
    khosravi2026, appendix A, algorithm 3
    """

    name: ClassVar[str] = "exact"

    def __init__(self, n_models: int, alpha: float, *, budget: float = 1.0, nodes: float = inf) -> None:
        super().__init__(n_models, alpha)
        if not budget > 0:
            message = f"budget must be positive; got {budget!r}. Give seconds, or infinity for no limit."
            raise ValueError(message)
        if nodes != inf:
            check_at_least("nodes", nodes, 1)
        self.budget, self.nodes = float(budget), float(nodes)
        self.n_unresolved = 0
        self.survivors = Survivors(n_models, alpha)
        make_ready()

    def state(self) -> State:
        """Return all that later looks depend on."""
        return {
            **super().state(),
            "limits": np.array([self.budget, self.nodes]),
            "n_unresolved": np.array(self.n_unresolved),
            "looks": self.survivors.looks,
            "orders": self.survivors.orders,
        }

    @classmethod
    def from_state(cls, state: State) -> Self:
        """Return the certifier whose :meth:`state` this is."""
        certifier = super().from_state(state)
        certifier.budget, certifier.nodes = state["limits"].tolist()
        certifier.n_unresolved = int(state["n_unresolved"])
        survivors = certifier.survivors
        survivors.looks, survivors.orders = state["looks"].astype(np.float64), state["orders"].astype(np.int64)
        return certifier

    def _pairs(self, log_wealth: FloatArray) -> BoolArray:
        end = perf_counter() + self.budget
        certified = step_down(log_wealth, self.certified, self.alpha)
        if certified.diagonal().any():
            return certified
        wealth = capped_wealth(log_wealth, self.alpha)
        promising = best_order(relation_costs(wealth, certified, self.alpha), certified, advantages(log_wealth))
        surplus = wealth - 1 / self.alpha
        np.fill_diagonal(surplus, 0.0)
        self.survivors.take_look(surplus, certified, promising)
        self._search(certified, end)
        return self._decide(log_wealth, certified, end)

    def _keep(self, certified: BoolArray) -> None:
        super()._keep(certified)
        if self.failed:
            self.n_unresolved = 0  # a contradiction decides everything

    def _undecided(self, certified: BoolArray) -> BoolArray:
        """Return the pairs to decide; where no order is known, a model and itself stand for "is there any?"."""
        return ~(certified | self.survivors.open_pairs())

    def _search(self, certified: BoolArray, end: float) -> None:
        """Keep as many pairs open as cheap orders will."""
        undecided = self._undecided(certified)
        for high, low in np.argwhere(undecided):
            if undecided[high, low] and perf_counter() < end and self.survivors.search(certified, high, low):
                undecided = self._undecided(certified)

    def _decide(self, log_wealth: FloatArray, certified: BoolArray, end: float) -> BoolArray:
        """Decide the others one by one; each order found, and each pair certified, may decide more than one."""
        undecided = self._undecided(certified)
        for high, low in np.argwhere(undecided):
            if not undecided[high, low]:
                continue
            verdict = self.survivors.decide(
                certified, high, low, lambda: Limits(seconds=end - perf_counter(), nodes=self.nodes)
            )
            if verdict == "certified":
                certified[high, low] = True
                certified = step_down(log_wealth, certified, self.alpha)
                if certified.diagonal().any():
                    break
            undecided = self._undecided(certified)
        self.n_unresolved = int(undecided.sum() - undecided.diagonal().sum())
        return certified


@cache
def make_ready() -> None:
    """Compile or load all that a look runs, so that the first one has its whole budget."""
    nothing, unlimited = np.zeros((3, 3)), Limits(seconds=inf, nodes=inf)
    certified = step_down(nothing, nothing > 0, 0.5)
    survivors = Survivors(3, 0.5)
    survivors.take_look(nothing, certified, np.array([2, 1, 0]))
    survivors.search(certified, 0, 1)
    survivors.decide(certified, 0, 1, lambda: unlimited)
