"""What each relation of two models costs an order, in wealth over the bound 1 / alpha."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray


class RelationCosts(NamedTuple):
    """Costs of the relations of each two models, infinite where what is certified forbids them; all of shape (M, M).

    An order is eliminated when the costs of all its pairs add up to zero or more.

    Parameters
    ----------
    above, below, tied : array
        Cost of putting model a above model b, below it, level with it, at (a, b). The diagonal is zero.
    least : array
        The least of the three.
    """

    above: FloatArray
    below: FloatArray
    tied: FloatArray
    least: FloatArray


def relation_costs(wealth: FloatArray, better: BoolArray, alpha: float) -> RelationCosts:
    """Return the costs of all relations.

    An order that does not put a above b makes the null hypothesis "a is no better than b" true, so the wealth against
    that counts: one wealth for two models apart, two for a tie.

    Parameters
    ----------
    wealth : array, shape (M, M)
        Evidence that a is better than b, at (a, b); zero on the diagonal.
    better : array of bool, shape (M, M)
        The pairs certified so far, closed under chains and without contradiction.
    alpha : float
    """
    cost = wealth - 1 / alpha
    np.fill_diagonal(cost, 0.0)
    below = np.where(better, np.inf, cost)
    above = np.ascontiguousarray(below.T)
    tied = np.where(better | better.T, np.inf, cost + cost.T)
    return RelationCosts(above, below, tied, np.minimum(np.minimum(above, below), tied))
