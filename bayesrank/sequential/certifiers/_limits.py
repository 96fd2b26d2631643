"""How much wealth is needed, how much is as good as infinite, and how much rounding may hide."""

from __future__ import annotations

from math import log

import numpy as np

from bayesrank.arrays import FloatArray

SLACK = 1e-9  # of the wealth needed: far above what rounding can do to a sum, far below what anybody would notice


def needed_wealth(n_models: int, alpha: float) -> float:
    """Return the wealth that certifies a pair whatever the others are, M (M - 1) / alpha."""
    return n_models * (n_models - 1) / alpha


def tolerance(n_models: int, alpha: float) -> float:
    """Return by how much a sum of wealths must exceed its bound, so that no rounding certifies anything."""
    return SLACK * needed_wealth(n_models, alpha)


def capped_wealth(log_wealth: FloatArray, alpha: float) -> FloatArray:
    """Return the wealths, at most twice what certifies a pair by itself, so that sums stay exact, shape (M, M).

    A mean of at most M (M - 1) wealths that contains twice the wealth needed is at least 2 / alpha: no decision
    changes.
    """
    most = log(2 * needed_wealth(len(log_wealth), alpha))
    wealth = np.exp(np.minimum(log_wealth, most))
    np.fill_diagonal(wealth, 0.0)
    return wealth
