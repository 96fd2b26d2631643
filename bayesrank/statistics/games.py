"""Battles in the order in which they took place: what a rating that is updated game by game reads."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.errors import DataError
from bayesrank.observations.comparisons import Comparisons
from bayesrank.statistics.pair_counts import battle_weights, order_of_pairs, pair_totals


@dataclass(frozen=True, eq=False)
class Games:
    """Battles in order of time; those of equal time are simultaneous, in an order of content.

    Parameters
    ----------
    models : tuple of str
        Names in an order that names and rows do not touch, L of them.
    a, b : array of int, shape (n_games,)
        Positions of the two in ``models``, a < b: which is called a says nothing.
    outcome : array of float, shape (n_games,)
        What a made of it: 1 won, 0 lost, 0.5 tied.
    order : array of float, shape (n_games,)
        When it took place, never falling. Games with equal ``order`` are simultaneous: a rating that updates
        one after the other would depend on how they were listed.
    weight : array of float, shape (n_games,)
        What the game counts for, > 0.
    """

    models: tuple[str, ...]
    a: IntArray
    b: IntArray
    outcome: FloatArray
    order: FloatArray
    weight: FloatArray

    @cached_property
    def period(self) -> IntArray:
        """Number of the distinct time of each game, 0, 1, ..., shape (n_games,)."""
        return _periods(self.order)


def order_games(comparisons: Comparisons) -> Games:
    """Put the battles in order of time, one game for each battle that a row counts.

    Raises
    ------
    DataError
        If the battles have no order.
    """
    if comparisons.order is None:
        message = (
            "battles must have an order for a rating that is updated game by game; got none. "
            "Name the column that has it, columns={'order': ...}, or number the rows if they stand in order of play."
        )
        raise DataError(message)
    weight = battle_weights(comparisons)
    order = _order_of_models(comparisons, _periods(comparisons.order))
    position = np.argsort(order)
    a, b = position[comparisons.model_a], position[comparisons.model_b]
    outcome = (1 + np.where(a < b, 1, -1) * comparisons.winner) / 2
    columns = {
        "a": np.minimum(a, b),
        "b": np.maximum(a, b),
        "outcome": outcome,
        "order": comparisons.order,
        "weight": weight,
    }
    in_time = np.lexsort([columns[name] for name in ("weight", "outcome", "b", "a", "order")])
    rows = np.repeat(in_time, comparisons.count[in_time])
    return Games(
        models=tuple(comparisons.models[index] for index in order),
        **{name: column[rows] for name, column in columns.items()},
    )


def _periods(order: FloatArray) -> IntArray:
    return np.unique(order, return_inverse=True)[1].astype(np.int64)


def _order_of_models(comparisons: Comparisons, period: IntArray) -> IntArray:
    """Order models by how often and how late they beat and tied each other."""
    totals = pair_totals(comparisons, battle_weights(comparisons) * comparisons.count)
    lateness = pair_totals(comparisons, comparisons.count * (period + 1.0))
    return order_of_pairs(comparisons.models, *totals, *lateness)
