"""Scores of models in rounds, each of one benchmark or of several joined."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray, IntArray
from bayesrank.observations.score_table import ScoreTable
from bayesrank.swiss.rounds.joined_rounds import JoinedRounds, Within, round_columns
from bayesrank.swiss.rounds.joined_scores import check_same_scale, column_units, join_scores


@dataclass(frozen=True, eq=False)
class RoundScores:
    """Scores of M models in K rounds, higher is better.

    Parameters
    ----------
    models, rounds : tuple of str
    scores : array, shape (M, K)
        NaN for a model without a score on some benchmark of the round.
    standard_errors : array, shape (M, K), or None
        Of the scores; NaN where these are, and in rounds where there is no formula for them.
    """

    models: tuple[str, ...]
    rounds: tuple[str, ...]
    scores: FloatArray
    standard_errors: FloatArray | None

    @property
    def observed(self) -> BoolArray:
        """Whether a model has a score, shape (M, K)."""
        return ~np.isnan(self.scores)

    def in_order(self, rounds: IntArray) -> RoundScores:
        """Return the rounds at these positions, in this order."""
        errors = None if self.standard_errors is None else self.standard_errors[:, rounds]
        return RoundScores(self.models, tuple(self.rounds[k] for k in rounds), self.scores[:, rounds], errors)


def round_scores(
    table: ScoreTable, *, sequence: Sequence[str] | None = None, rounds: JoinedRounds | None = None
) -> RoundScores:
    """Return the scores in rounds.

    A model without a score on one benchmark of a round has none in the round, and the others are ranked and
    standardised without it. Standard errors of a mean are those of independent scores; ranks have none.

    Parameters
    ----------
    table : ScoreTable
    sequence : sequence of str, optional
        Names of the rounds in order; a part of them is enough. Without it, all in the order of the table.
    rounds : JoinedRounds, optional
        Benchmarks that are one round; others are rounds of their own.

    Returns
    -------
    RoundScores

    Raises
    ------
    DataError
        If rounds or benchmarks are named that there are not, or those joined by their mean differ in scale.
    ValueError
        If benchmarks are joined by majority, which leaves no scores.
    """
    columns = round_columns(table, sequence, rounds)
    scores = np.full((len(table.models), len(columns)), np.nan)
    errors = np.full(scores.shape, np.nan)
    for k, (name, members) in enumerate(columns.items()):
        present = present_in(table, members)
        sign = np.where(table.higher_is_better[members], 1.0, -1.0)
        block = table.scores[np.ix_(present, members)] * sign
        within = way_to_join(table, name, members, rounds)
        scores[present, k] = block[:, 0] if within is None else join_scores(block, within)
        if table.standard_errors is not None:
            errors[present, k] = _joined_errors(table.standard_errors[np.ix_(present, members)], block, within)
    return RoundScores(table.models, tuple(columns), scores, None if table.standard_errors is None else errors)


def present_in(table: ScoreTable, columns: Sequence[int]) -> IntArray:
    """Return the models with a score on all benchmarks of a round."""
    return np.flatnonzero(~np.isnan(table.scores[:, columns]).any(axis=1))


def observed_in(table: ScoreTable, rounds: Iterable[Sequence[int]]) -> BoolArray:
    """Return whether models have a score in rounds of these columns, shape (M, K)."""
    return np.stack([~np.isnan(table.scores[:, columns]).any(axis=1) for columns in rounds], axis=1)


def way_to_join(table: ScoreTable, name: str, columns: list[int], rounds: JoinedRounds | None) -> Within | None:
    """Return how the benchmarks of a round make one score, None where there is one benchmark.

    Raises
    ------
    DataError
        If they are joined by their mean and differ in scale or direction.
    ValueError
        If they are joined by majority, which leaves no scores.
    """
    if len(columns) == 1 or rounds is None:
        return None
    if rounds.within == "majority":
        message = (
            f"within must give scores where these are drawn or their margins read; got 'majority' for round {name!r}. "
            f"Choose 'mean_rank', 'mean_z' or 'mean'."
        )
        raise ValueError(message)
    if rounds.within == "mean":
        check_same_scale(table, name, columns)
    return rounds.within


def _joined_errors(errors: FloatArray, block: FloatArray, within: Within | None) -> FloatArray:
    if within is None:
        return errors[:, 0]
    if within == "mean_rank":
        return np.full(len(errors), np.nan)
    if within == "mean_z":
        errors = errors / column_units(block)[1]
    return np.asarray(np.sqrt((np.sort(errors, axis=1) ** 2).sum(axis=1)) / errors.shape[1])
