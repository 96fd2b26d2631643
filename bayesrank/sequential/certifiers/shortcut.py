"""Certify a pair by its own wealth and the wealth of every way around it."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numba import njit

from bayesrank.arrays import BoolArray, FloatArray
from bayesrank.sequential.certifiers._limits import capped_wealth, needed_wealth, tolerance
from bayesrank.sequential.certifiers._pair_certifier import PairCertifier


class Shortcut(PairCertifier):
    """The shortcut of the order test: wealth of a pair and of the lesser half of each way round, at one look.

    In an order that puts j no higher than l, every third model m stands no lower than j or no higher than l. So all
    such orders have at least the wealth ``E_jl + sum_m min(E_jm, E_ml)``, and once that reaches M (M - 1) / alpha all
    are eliminated. Chains of certified pairs are closed. Costs M^3 a look.

    Parameters
    ----------
    n_models : int
        Number of models M, at least 2.
    alpha : float
        Probability that anything certified is ever wrong, at most.

    References
    ----------
    khosravi2026, appendix A, algorithm 2
    """

    name: ClassVar[str] = "shortcut"

    def _pairs(self, log_wealth: FloatArray) -> BoolArray:
        wealth = capped_wealth(log_wealth, self.alpha)
        least = needed_wealth(len(wealth), self.alpha) + tolerance(len(wealth), self.alpha)
        return np.asarray(wealth_around(wealth, np.ascontiguousarray(wealth.T)) >= least)


@njit(cache=True, nogil=True, fastmath={"reassoc", "nnan", "nsz"})
def wealth_around(wealth: FloatArray, against: FloatArray) -> FloatArray:
    """Return ``E_jl + sum_m min(E_jm, E_ml)`` with zeros on the diagonal of E, shape (M, M); ``against`` is E'."""
    n_models = len(wealth)
    total = np.zeros_like(wealth)
    for better in range(n_models):
        for worse in range(n_models):
            if better != worse:
                around = 0.0
                for third in range(n_models):
                    around += min(wealth[better, third], against[worse, third])
                total[better, worse] = wealth[better, worse] + around
    return total
