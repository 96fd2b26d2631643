"""Orders of models that overrule as little as possible of the margins of pairwise majorities, exactly, and all of them.

Models fall into groups that majorities lead round, strongly connected components of "i has a majority against j".
Between two groups majorities point one way. So an order of the groups along these majorities, with each group in a
best order of its own, overrules nothing between groups and the least inside, and is a best order. It follows that an
order is best if and only if it overrules no majority between groups and orders each group in one of its best orders.
Groups are small where votes are near to agree, and most have one model.

Which models are in the same order in all best orders then needs care where margins are zero. If i has no majority
against j of another group, i is before j in every best order if, whichever best orders the groups are in, a chain of
majorities between groups and of steps inside groups leads from i to j. Chains of pairs that themselves are the same
in all best orders are enough to prove that. If the only chains go through groups, by pairs of theirs that best orders
do not agree on, i and j are in doubt: one chain or another may always hold. Majorities lead from i to j, then, and a
tie leads back. All models that majorities and ties lead round with these two are ordered as one group, which looks at
everything together; between such larger groups all models of one beat all of the other, in every best order, too.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray, IntArray
from bayesrank.rules.reachability import reachable
from bayesrank.rules.voting._ordering_cuts import order_by_cuts
from bayesrank.rules.voting._ordering_prefixes import order_by_prefixes

EQUALLY_GOOD = 1e-9  # of all margins of a group: what orders of it may differ by, in fractional votes
MOST_BY_PREFIXES = 22  # models of a group that takes a tenth of a second at worst, and 100 MB
MOST_TIED_BY_PREFIXES = 12  # with ties instead of majorities nearly all sets of models come first in some best order


@dataclass(frozen=True, eq=False)
class BestOrders:
    """What the best orders have in common; a stack if margins were one, its axis shown as ``...`` below.

    Parameters
    ----------
    before : array of bool, shape (..., L, L)
        Whether the row's model comes before the column's in every best order; transitive.
    overruled : array of float, shape (...)
        Sum of the margins of the majorities that a best order overrules.
    """

    before: BoolArray
    overruled: FloatArray


def best_orders(margin: FloatArray, time_limit: float) -> BestOrders:
    """Find what the orders that overrule the least margin have in common.

    Parameters
    ----------
    margin : array of float, shape (..., L, L)
        Votes for the row's model against the column's, less those the other way; antisymmetric.
    time_limit : float
        Seconds for each group of more than ``MOST_BY_PREFIXES`` models.

    Raises
    ------
    ConvergenceError
        If that is too short; the message says what is known by then.
    """
    stack = margin.reshape(-1, *margin.shape[-2:])
    path = reachable(stack > 0)
    around = path & path.swapaxes(-1, -2)  # in the same group
    before = path & ~around
    overruled = np.zeros(len(stack))
    for draw in np.flatnonzero(around.sum(axis=(-2, -1)) > margin.shape[-1]):
        before[draw], overruled[draw] = _order_groups(stack[draw], path[draw], around[draw], time_limit)
    return BestOrders(before.reshape(margin.shape), overruled.reshape(margin.shape[:-2]))


def _order_groups(margin: FloatArray, path: BoolArray, around: BoolArray, time_limit: float) -> tuple[BoolArray, float]:
    """Order each group, join the orders, and settle what is in doubt between groups."""
    before = (margin > 0) & ~around
    overruled = 0.0
    for group in _groups(around):
        before[group], least = _order(margin[group], before[group], MOST_BY_PREFIXES, time_limit)
        overruled += least
    before = reachable(before) & ~np.eye(len(margin), dtype=np.bool_)
    doubtful = path & ~around & ~before
    weak = reachable(margin >= 0)
    for group in _groups(weak & weak.T):
        if doubtful[group].any():
            before[group], _ = _order(margin[group], before[group], MOST_TIED_BY_PREFIXES, time_limit)
    return before, overruled


def _groups(together: BoolArray) -> list[tuple[IntArray, ...]]:
    """Return an index of the table of each group of two models or more, of an equivalence relation."""
    leaders = np.unique(together.argmax(axis=1))
    return [np.ix_(*[np.flatnonzero(together[leader])] * 2) for leader in leaders if together[leader].sum() > 1]


def _order(margin: FloatArray, known: BoolArray, most_by_prefixes: int, time_limit: float) -> tuple[BoolArray, float]:
    """Order a group by the program for its size."""
    tolerance = EQUALLY_GOOD * float(np.abs(margin).sum()) / 2
    if len(margin) <= most_by_prefixes:
        return order_by_prefixes(margin, tolerance)
    return order_by_cuts(margin, known, tolerance, time_limit)
