"""What certifiers that look at the wealths of one look, and at what is certified already, have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Self

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray
from bayesrank.options import check_at_least, check_probability
from bayesrank.sequential.certifiers._closure import close

type State = dict[str, np.ndarray]


class PairCertifier(ABC):
    """Certified pairs that grow from look to look, and are always closed under chains.

    Parameters
    ----------
    n_models : int
        Number of models M, at least 2.
    alpha : float
        Probability that anything certified is ever wrong, at most.

    Attributes
    ----------
    certified : array of bool, shape (M, M)
        True at (j, l) where j is certified better than l. An update makes a new array.
    failed : bool
        Whether the certified pairs contradict each other, so that no order of the models is left. That has a
        probability of at most alpha; all pairs count as certified then, and mean nothing.
    n_unresolved : int
        Pairs that more time might certify: none.
    """

    name: ClassVar[str]
    n_unresolved = 0

    def __init__(self, n_models: int, alpha: float) -> None:
        check_at_least("n_models", n_models, 2)
        check_probability("alpha", alpha)
        self.alpha = float(alpha)
        self.certified: BoolArray = np.zeros((n_models, n_models), dtype=bool)
        self.failed = False

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
        if not self.failed:
            self._keep(self._pairs(log_wealth) | self.certified)
        return self.certified

    def rank_sets(self) -> list[set[int]] | None:
        """Return None: only an enumeration of all orders knows which ranks are left inside an interval."""
        return None

    def state(self) -> State:
        """Return all that later looks depend on."""
        return {"alpha": np.array(self.alpha), "certified": self.certified, "failed": np.array(self.failed)}

    @classmethod
    def from_state(cls, state: State) -> Self:
        """Return the certifier whose :meth:`state` this is."""
        certifier = cls(len(state["certified"]), float(state["alpha"]))
        certifier.certified, certifier.failed = state["certified"].astype(bool), bool(state["failed"])
        return certifier

    @abstractmethod
    def _pairs(self, log_wealth: FloatArray) -> BoolArray:
        """Return the pairs that the wealths of one look certify, with or without what follows, shape (M, M)."""

    def _keep(self, certified: BoolArray) -> None:
        """Close the pairs; where they contradict each other, everything follows."""
        close(certified)
        self.failed = bool(certified.diagonal().any())
        self.certified = ~np.eye(len(certified), dtype=bool) if self.failed else certified
