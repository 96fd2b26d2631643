"""Certify what every weak order that is left agrees on, by going through all of them."""

from __future__ import annotations

from math import inf
from typing import ClassVar, Self

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray
from bayesrank.options import check_at_least, check_probability
from bayesrank.sequential.certifiers._limits import tolerance
from bayesrank.sequential.certifiers._order_means import (
    count_against,
    possible_ranks,
    take_look,
    undisputed,
    wealth_against,
)
from bayesrank.sequential.certifiers._pair_certifier import State
from bayesrank.sequential.orderings import LevelArray, grow_orders

MOST_MODELS = 8  # 545 835 orders; 7 087 261 of 9 models
FINITE = 700.0  # log wealth: 56 wealths of exp(700) can be added


class Enumeration:
    """The order test itself: a weak order is eliminated for good once the mean wealth against it reaches 1 / alpha.

    The wealth against an order is that of the pairs of which it does not put the first above the second. A pair is
    certified when all orders that are left put its first model above its second. Nothing certifies more.

    Parameters
    ----------
    n_models : int
        Number of models M, from 2 to 8.
    alpha : float
        Probability that anything certified is ever wrong, at most.

    Attributes
    ----------
    certified : array of bool, shape (M, M)
        True at (j, l) where j is certified better than l. An update makes a new array.
    failed : bool
        Whether no order is left. That has a probability of at most alpha; all pairs count as certified then, and mean
        nothing.
    n_unresolved : int
        Pairs that more time might certify: none.

    Raises
    ------
    ValueError
        If there are more than 8 models.

    References
    ----------
    khosravi2026, section 3 and appendix A, algorithm 1
    """

    name: ClassVar[str] = "enumeration"
    n_unresolved = 0

    def __init__(self, n_models: int, alpha: float) -> None:
        check_at_least("n_models", n_models, 2)
        check_probability("alpha", alpha)
        if n_models > MOST_MODELS:
            message = (
                f"n_models must be at most {MOST_MODELS} to go through all orders; got {n_models}. "
                f"Use certifier='exact' or 'star'."
            )
            raise ValueError(message)
        self.alpha = float(alpha)
        self._grown = grow_orders(n_models)
        self._count = count_against(self._grown)
        self._bound = np.arange(n_models * (n_models - 1) + 1) / self.alpha + tolerance(n_models, self.alpha)
        self._alive: BoolArray = np.ones(len(self._grown[-1]), dtype=bool)
        self.certified: BoolArray = np.zeros((n_models, n_models), dtype=bool)

    @property
    def failed(self) -> bool:
        """Say whether no order is left."""
        return not self._alive.any()

    def update(self, log_wealth: FloatArray) -> BoolArray:
        """Take one more look, and return the certified pairs.

        Parameters
        ----------
        log_wealth : array, shape (M, M)
            Natural logarithm of the evidence that j is better than l, at (j, l); infinity is allowed. The diagonal is
            not read.

        Returns
        -------
        array of bool, shape (M, M)
        """
        wealth = np.exp(np.where(log_wealth < inf, np.minimum(log_wealth, FINITE), inf))
        take_look(wealth_against(self._grown, wealth), self._count, self._alive, self._bound)
        agreed = undisputed(self._grown[-1], self._alive, self.certified)
        self.certified = agreed & ~np.eye(len(wealth), dtype=bool)
        return self.certified

    def orders(self) -> LevelArray:
        """Return the orders that are left, shape (n_orders, M): the level of each model, higher is better."""
        return self._grown[-1][self._alive]

    def rank_sets(self) -> list[set[int]] | None:
        """Return the ranks that each model has in the orders that are left, or None when none is left.

        A rank is one more than the number of models above. The set of a model may leave out ranks in the middle.
        """
        if self.failed:
            return None
        possible = possible_ranks(self._grown[-1], self._alive)
        return [set((np.flatnonzero(ranks) + 1).tolist()) for ranks in possible]

    def state(self) -> State:
        """Return all that later looks depend on."""
        return {
            "alpha": np.array(self.alpha),
            "certified": self.certified,
            "alive": np.packbits(self._alive),
        }

    @classmethod
    def from_state(cls, state: State) -> Self:
        """Return the certifier whose :meth:`state` this is."""
        certifier = cls(len(state["certified"]), float(state["alpha"]))
        certifier.certified = state["certified"].astype(bool)
        certifier._alive = np.unpackbits(state["alive"], count=len(certifier._alive)).astype(bool)
        return certifier
