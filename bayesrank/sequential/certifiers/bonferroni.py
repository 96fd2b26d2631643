"""Certify each pair by its own wealth, divided by the number of pairs."""

from __future__ import annotations

from math import log
from typing import ClassVar, Literal, Self

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray
from bayesrank.options import check_choice
from bayesrank.sequential.certifiers._closure import close
from bayesrank.sequential.certifiers._limits import needed_wealth
from bayesrank.sequential.certifiers._pair_certifier import PairCertifier, State

type Closure = Literal["transitive", "none"]
LOG_ROUNDING = (
    1e-12  # no sum is taken: only the logarithm itself is rounded, and a wealth of exactly the need is enough
)


def reaches(log_wealth: FloatArray, needed: float) -> BoolArray:
    """Return where a wealth, by its logarithm, is what is needed, but for the rounding of logarithms."""
    enough: BoolArray = log_wealth >= log(needed) - LOG_ROUNDING
    return enough


class Bonferroni(PairCertifier):
    """e-Bonferroni: j is better than l once the wealth of that pair reaches M (M - 1) / alpha.

    Parameters
    ----------
    n_models : int
        Number of models M, at least 2.
    alpha : float
        Probability that anything certified is ever wrong, at most.
    closure : {"transitive", "none"}
        Whether pairs that follow from certified ones through a chain are certified too. That costs no error: when
        all certified pairs are true, so is what follows from them. ``"none"`` is the procedure as published, for
        comparison with other implementations of it.

    References
    ----------
    khosravi2026, section 3 and appendix B.3
    """

    name: ClassVar[str] = "bonferroni"

    def __init__(self, n_models: int, alpha: float, *, closure: Closure = "transitive") -> None:
        check_choice("closure", closure, Closure)
        super().__init__(n_models, alpha)
        self.closure = closure

    def state(self) -> State:
        """Return all that later looks depend on."""
        return {**super().state(), "closure": np.array(self.closure)}

    @classmethod
    def from_state(cls, state: State) -> Self:
        """Return the certifier whose :meth:`state` this is."""
        certifier = super().from_state(state)
        certifier.closure = "none" if str(state["closure"]) == "none" else "transitive"
        return certifier

    def _pairs(self, log_wealth: FloatArray) -> BoolArray:
        certified = reaches(log_wealth, needed_wealth(len(log_wealth), self.alpha))
        np.fill_diagonal(certified, val=False)
        return certified

    def _keep(self, certified: BoolArray) -> None:
        if self.closure == "transitive":
            super()._keep(certified)
            return
        implied = certified.copy()
        close(implied)
        self.failed = bool(implied.diagonal().any())
        self.certified = certified
