"""Battles that were held, counted by pair and circumstance."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.errors import DataError
from bayesrank.observations.comparisons import A_WON, B_WON, TIE, Comparisons
from bayesrank.options import check_at_least
from bayesrank.statistics.battle_counts import BattleCounts, merge_rows
from bayesrank.statistics.pair_counts import battle_weights, order_of_pairs, pair_totals


def count_battles(comparisons: Comparisons, *, n_periods: int | None = None) -> BattleCounts:
    """Count battles by pair, side, judge, category, period and covariates, each battle with its weight.

    Parameters
    ----------
    n_periods : int, optional
        Time is cut into as many periods of equal length, of which some may hold no battle. Without it battles of
        equal time are a period, and time that was counted in seconds has as many periods as battles.

    Raises
    ------
    DataError
        If there are to be periods and battles have no time.
    """
    amount = battle_weights(comparisons) * comparisons.count
    period, periods = _periods(comparisons, n_periods)
    side = np.zeros(len(amount)) if comparisons.side is None else comparisons.side.astype(np.float64)
    covariates = _standardised(comparisons)
    order = _order_of_models(comparisons, amount, period, np.column_stack([side, covariates]))
    position = np.argsort(order)
    a, b = position[comparisons.model_a], position[comparisons.model_b]
    turn = np.where(a < b, 1, -1)  # which of the two is called a says nothing
    winner = comparisons.winner * turn
    unknown = np.zeros(len(amount), dtype=np.int64)
    return merge_rows(
        BattleCounts(
            models=tuple(comparisons.models[index] for index in order),
            first=np.minimum(a, b),
            second=np.maximum(a, b),
            counts=amount[:, None] * (winner[:, None] == [A_WON, B_WON, TIE]),
            side=side * turn + 0.0,  # + 0.0: -0.0 is 0.0
            judges=comparisons.judges,
            judge=unknown if comparisons.judge_index is None else comparisons.judge_index,
            categories=comparisons.categories,
            category=unknown if comparisons.category_index is None else comparisons.category_index,
            periods=periods,
            period=period,
            covariate_names=comparisons.covariate_names,
            covariates=covariates * turn[:, None] + 0.0,
            weighted=comparisons.weight is not None,
            induced=False,
        )
    )


def _periods(comparisons: Comparisons, n_periods: int | None) -> tuple[IntArray, tuple[str, ...]]:
    """Return the period of each row, and the names of periods in order of time."""
    if n_periods is not None:
        check_at_least("n_periods", n_periods, 1)
    time = comparisons.order
    if time is None:
        if n_periods is not None:
            message = (
                f"battles must have a time to be cut into periods; got none, and n_periods={n_periods}. "
                f"Leave n_periods out, or read data with a column order."
            )
            raise DataError(message)
        return np.zeros(len(comparisons.winner), dtype=np.int64), ()
    moments, period = np.unique(time, return_inverse=True)
    if n_periods is None or len(moments) == 1:
        return period, tuple(np.format_float_positional(moment, trim="-") for moment in moments)
    edges = np.linspace(moments[0], moments[-1], n_periods + 1)
    digits = max(0, 2 - int(np.floor(np.log10(edges[1] - edges[0]))))  # three figures of the length of a period
    names = tuple(f"{start:.{digits}f} to {end:.{digits}f}" for start, end in pairwise(edges))
    return np.searchsorted(edges[1:-1], time, side="right"), names


def _standardised(comparisons: Comparisons) -> FloatArray:
    """Return covariates in units of their standard deviation over battles, shape (n_rows, P).

    Which of the two models is called a turns the sign of a difference, so its mean says nothing and is taken for zero.
    """
    if comparisons.covariates is None:
        return np.zeros((len(comparisons.winner), 0))
    size = np.sqrt(np.average(comparisons.covariates**2, axis=0, weights=comparisons.count))
    return np.asarray(comparisons.covariates / size)


def _order_of_models(comparisons: Comparisons, amount: FloatArray, period: IntArray, directed: FloatArray) -> IntArray:
    """Order models by how often and how late they beat and tied each other, and by what then spoke for the winner."""
    totals = [*pair_totals(comparisons, amount), *pair_totals(comparisons, amount * (period + 1))]
    for difference in directed.T:
        totals += pair_totals(comparisons, amount * difference * comparisons.winner)
    return order_of_pairs(comparisons.models, *totals)
