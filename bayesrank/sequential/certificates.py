"""What certified pairs say: ranks, tiers, the top k, what may be tied with the top.

``certified`` has shape (M, M) and is True at (j, l) where j is certified better than l. All that is said here holds
for all models at once whenever all certified pairs are true.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Literal, NamedTuple

import numpy as np

from bayesrank.arrays import BoolArray, IntArray
from bayesrank.options import check_at_least

type TopStatus = Literal["inside", "outside", "open"]


class RankBounds(NamedTuple):
    """Lowest and highest rank that each model can have, 1 best, both of shape (M,)."""

    lower: IntArray
    upper: IntArray


def rank_bounds(certified: BoolArray) -> RankBounds:
    """Return which ranks certified pairs leave: models above count from one end, models below from the other."""
    n_models = len(certified)
    return RankBounds(1 + certified.sum(axis=0), n_models - certified.sum(axis=1))


def bounds_of_sets(rank_sets: Sequence[AbstractSet[int]]) -> RankBounds:
    """Return the least and the greatest rank of each set."""
    return RankBounds(np.array([min(ranks) for ranks in rank_sets]), np.array([max(ranks) for ranks in rank_sets]))


def top_status(bounds: RankBounds, k: int) -> tuple[TopStatus, ...]:
    """Say of each model whether it is certain to be among the top k, certain not to be, or open.

    A model is among the top k when its rank is at most k; through ties they may be more than k.

    Parameters
    ----------
    bounds : RankBounds
    k : int
        From 1 to the number of models.

    Raises
    ------
    ValueError
        If ``k`` is not between these.
    """
    check_at_least("k", k, 1)
    if k > len(bounds.lower):
        message = f"k must be at most {len(bounds.lower)}, the number of models; got {k}. Choose a smaller k."
        raise ValueError(message)
    return tuple(
        "inside" if upper <= k else "outside" if lower > k else "open"
        for lower, upper in zip(bounds.lower, bounds.upper, strict=True)
    )


def tied_with_top(certified: BoolArray) -> BoolArray:
    """Return the models that none is certified better than, shape (M,): the best are among them."""
    unbeaten: BoolArray = ~certified.any(axis=0)
    return unbeaten


def told_apart(certified: BoolArray) -> BoolArray:
    """Return the pairs of models certified one way or the other, shape (M, M)."""
    return certified | certified.T
