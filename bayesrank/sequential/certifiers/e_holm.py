"""Certify a pair by its own wealth, less what all others lack."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray
from bayesrank.sequential.certifiers._limits import SLACK
from bayesrank.sequential.certifiers._pair_certifier import PairCertifier


def outweighs(log_wealth: FloatArray, stated: BoolArray, alpha: float) -> BoolArray:
    """Return which of the stated wealths exceed 1 / alpha by no less than what all others lack of it, shape (...)."""
    needed = stated.sum() / alpha  # certifies a statement by itself: twice that is as good as infinite
    surplus = np.where(stated, np.exp(np.minimum(log_wealth, np.log(2 * needed))) - 1 / alpha, 0.0)
    lacking = -np.minimum(surplus, 0.0).sum()  # a statement with a surplus lacks nothing itself
    certified: BoolArray = surplus >= lacking + SLACK * needed
    return certified


class EHolm(PairCertifier):
    """e-Holm: closed testing of all M (M - 1) pairs by arithmetic means, and closure under chains.

    A pair is certified when the mean wealth of every set of pairs that contains it is at least c = 1 / alpha. The set
    hardest to beat adds just the pairs below c, so the condition is ``E_jl - c >= sum of (c - E_ab)^+`` over the other
    pairs. That pairs come from an order is not used.

    Parameters
    ----------
    n_models : int
        Number of models M, at least 2.
    alpha : float
        Probability that anything certified is ever wrong, at most.

    References
    ----------
    vovk2021; hartog2025
    """

    name: ClassVar[str] = "e_holm"

    def _pairs(self, log_wealth: FloatArray) -> BoolArray:
        return outweighs(log_wealth, ~np.eye(len(log_wealth), dtype=bool), self.alpha)
