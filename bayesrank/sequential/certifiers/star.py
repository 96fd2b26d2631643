"""Certify a pair once a bound on every order against it says so, given what is certified already."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray
from bayesrank.sequential.certifiers._block_orders import left_open, sequence
from bayesrank.sequential.certifiers._closure import close
from bayesrank.sequential.certifiers._limits import capped_wealth, needed_wealth, tolerance
from bayesrank.sequential.certifiers._pair_certifier import PairCertifier
from bayesrank.sequential.certifiers._relation_costs import relation_costs
from bayesrank.sequential.certifiers._star_bound import star_pairs

MOST_LOG_WEALTH = 20.0  # more says nothing more about which model comes first


class Star(PairCertifier):
    """The star bound: certify j better than l once every order against it is too expensive, one third model at a time.

    Orders that contradict a certified pair are eliminated already, so the bound runs over the others; what it certifies
    makes it sharper, and it is taken anew until nothing is added. Certifies all that e-Bonferroni, the shortcut and
    e-Holm certify, and nothing that the exact test does not. Costs M a pair; pairs that an order of blocks leaves open,
    the most by far, cost nothing.

    Parameters
    ----------
    n_models : int
        Number of models M, at least 2.
    alpha : float
        Probability that anything certified is ever wrong, at most.

    References
    ----------
    khosravi2026, section 3 (the test whose orders are bounded)
    """

    name: ClassVar[str] = "star"

    def _pairs(self, log_wealth: FloatArray) -> BoolArray:
        return step_down(log_wealth, self.certified, self.alpha)


def step_down(log_wealth: FloatArray, certified: BoolArray, alpha: float) -> BoolArray:
    """Return the certified pairs and those that the bound adds, closed under chains, shape (M, M).

    Parameters
    ----------
    log_wealth : array, shape (M, M)
    certified : array of bool, shape (M, M)
        Pairs certified at earlier looks.
    alpha : float
    """
    wealth, slack = capped_wealth(log_wealth, alpha), tolerance(len(log_wealth), alpha)
    advantage = advantages(log_wealth)
    certified = certified | (wealth >= needed_wealth(len(wealth), alpha) + slack)
    while True:
        close(certified)
        if certified.diagonal().any():
            return certified  # a contradiction: no order is left to bound
        costs = relation_costs(wealth, certified, alpha)
        asked = ~(certified | left_open(costs, sequence(certified, advantage)))
        np.fill_diagonal(asked, val=False)
        added = star_pairs(costs, asked, slack)
        if not added.any():
            return certified
        certified |= added


def advantages(log_wealth: FloatArray) -> FloatArray:
    """Return by how much log wealth each model is ahead of the others in sum, shape (M,)."""
    bounded = np.clip(log_wealth, -MOST_LOG_WEALTH, MOST_LOG_WEALTH)
    return np.asarray((bounded - bounded.T).sum(axis=1))
