"""Who has the better score in which round, and whose scores are equal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray, IntArray
from bayesrank.observations.score_table import ScoreTable
from bayesrank.swiss.rounds.joined_rounds import JoinedRounds, round_columns
from bayesrank.swiss.rounds.round_scores import observed_in, round_scores

ROUNDING = 1e-9  # a difference that exceeds the tolerance by this share of it does so by rounding


@dataclass(frozen=True, eq=False)
class RoundResults:
    """Comparisons of M models in K rounds.

    Parameters
    ----------
    models, rounds : tuple of str
    sign : array of int, shape (K, M, M)
        1 where the first model is better, -1 where it is worse, 0 where their scores are equal or one is missing.
    observed : array of bool, shape (M, K)
        Whether a model has a score.
    """

    models: tuple[str, ...]
    rounds: tuple[str, ...]
    sign: IntArray
    observed: BoolArray

    @property
    def tied(self) -> BoolArray:
        """Whether the scores of two different models are equal, shape (K, M, M)."""
        seen = self.observed.T
        both = seen[:, :, None] & seen[:, None, :] & ~np.eye(len(self.models), dtype=bool)
        return np.asarray(both & (self.sign == 0))

    @property
    def n_ties(self) -> IntArray:
        """Pairs of models with equal scores in each round, shape (K,)."""
        return self.tied.sum(axis=(1, 2)) // 2

    def in_order(self, rounds: IntArray) -> RoundResults:
        """Return the rounds at these positions, in this order."""
        names = tuple(self.rounds[k] for k in rounds)
        return RoundResults(self.models, names, self.sign[rounds], self.observed[:, rounds])


def round_results(
    table: ScoreTable, *, sequence: Sequence[str] | None, rounds: JoinedRounds | None, tie_tolerance: float
) -> RoundResults:
    """Compare all models in all rounds.

    Parameters
    ----------
    sequence, rounds
        See :func:`~bayesrank.swiss.rounds.round_scores.round_scores`.
    tie_tolerance : float
        Scores that differ by at most this are equal, >= 0: scores of a round, or of each benchmark where they are
        joined by majority.
    """
    _check_tolerance(tie_tolerance)
    if rounds is None or rounds.within != "majority":
        scored = round_scores(table, sequence=sequence, rounds=rounds)
        sign = np.stack([_signs(scores, tie_tolerance) for scores in scored.scores.T])
        return RoundResults(scored.models, scored.rounds, sign, scored.observed)
    columns = round_columns(table, sequence, rounds)
    sign = np.stack([_majority(table, members, tie_tolerance) for members in columns.values()])
    return RoundResults(table.models, tuple(columns), sign, observed_in(table, columns.values()))


def _check_tolerance(tie_tolerance: object) -> None:
    if not isinstance(tie_tolerance, Real) or not 0 <= float(tie_tolerance) < np.inf:
        message = f"tie_tolerance must be a finite number of at least 0; got {tie_tolerance!r}. Leave it out for 0."
        raise ValueError(message)


def _signs(scores: FloatArray, tie_tolerance: float) -> IntArray:
    """Compare scores, of which some may be NaN, shape (M, M)."""
    lead = scores[:, None] - scores[None, :]
    least = tie_tolerance * (1 + ROUNDING)
    return (lead > least).astype(np.int64) - (lead < -least)


def _majority(table: ScoreTable, columns: list[int], tie_tolerance: float) -> IntArray:
    """Return who is better on more of the benchmarks than worse; nobody where one of them is missing."""
    oriented = np.where(table.higher_is_better[columns], 1.0, -1.0) * table.scores[:, columns]
    oriented[np.isnan(oriented).any(axis=1)] = np.nan
    return np.sign(sum(_signs(scores, tie_tolerance) for scores in oriented.T))
