"""What happened in contests, counted."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bayesrank.arrays import IntArray


class Tally(NamedTuple):
    """What happened in all contests so far; points in units of which a win is one or two.

    Parameters
    ----------
    points : array of int, shape (E, M)
    products : array of int, shape (E, E, M)
        Of the points of a model under two schedules.
    byes, rounds_played : array of int, shape (E, M)
    eliminated : array of int, shape (E, K, M)
    met : array of int, shape (E, M * M)
        How often the first of two models met the second, in the contests whose meetings are counted.
    pairs : array of int, shape (E, K)
    """

    points: IntArray
    products: IntArray
    byes: IntArray
    rounds_played: IntArray
    eliminated: IntArray
    met: IntArray
    pairs: IntArray


def empty_tally(n_schedules: int, n_rounds: int, n_models: int) -> Tally:
    """Return a tally of no contests."""
    shapes = {
        "points": (n_schedules, n_models),
        "products": (n_schedules, n_schedules, n_models),
        "byes": (n_schedules, n_models),
        "rounds_played": (n_schedules, n_models),
        "eliminated": (n_schedules, n_rounds, n_models),
        "met": (n_schedules, n_models * n_models),
        "pairs": (n_schedules, n_rounds),
    }
    return Tally(**{name: np.zeros(shape, dtype=np.int64) for name, shape in shapes.items()})


def add_to(total: Tally, tally: Tally) -> None:
    """Add what happened in more contests to the total."""
    for counts, more in zip(total, tally, strict=True):
        np.add(counts, more, out=counts)
