"""Right answers and trials of models in rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bayesrank.arrays import IntArray
from bayesrank.errors import DataError
from bayesrank.observations.names import checked_names
from bayesrank.observations.outcomes import Outcomes
from bayesrank.observations.row_arrays import read_only
from bayesrank.statistics.outcome_counts import cell_counts
from bayesrank.swiss.rounds.axis_names import names_or_numbers
from bayesrank.swiss.rounds.round_questions import round_questions


@dataclass(frozen=True, eq=False, repr=False)
class RoundCounts:
    """Counts of M models in K rounds.

    Parameters
    ----------
    models, rounds : tuple of str
    right : array of int, shape (M, K)
        Right answers.
    trials : array of int, shape (M, K)
        Answers, at least one.

    Raises
    ------
    DataError
        If names, shapes or numbers are not as stated.
    """

    models: tuple[str, ...]
    rounds: tuple[str, ...]
    right: IntArray
    trials: IntArray

    def __post_init__(self) -> None:
        object.__setattr__(self, "models", checked_names(self.models, "model"))
        object.__setattr__(self, "rounds", checked_names(self.rounds, "round"))
        shape = len(self.models), len(self.rounds)
        for name in ("right", "trials"):
            table = getattr(self, name)
            if np.shape(table) != shape:
                message = (
                    f"{name} must have shape {shape}, models x rounds; got {np.shape(table)}. Transpose or fill it."
                )
                raise DataError(message)
        self._check(self.trials >= 1, self.trials, "trials", "be at least 1", "Leave out the model or the round")
        legal = (self.right >= 0) & (self.right <= self.trials)
        self._check(legal, self.right, "right", "be from 0 to the number of trials", "Correct one of them")
        object.__setattr__(self, "right", read_only(self.right))
        object.__setattr__(self, "trials", read_only(self.trials))

    def __repr__(self) -> str:
        return f"RoundCounts({len(self.models)} models x {len(self.rounds)} rounds, {self.trials.sum():,} trials)"

    def _check(self, legal: npt.NDArray[np.bool_], table: IntArray, name: str, holds: str, remedy: str) -> None:
        wrong = np.argwhere(~legal)
        if wrong.size:
            model, k = wrong[0]
            message = (
                f"{name} must {holds}; got {table[model, k]} of {self.models[model]!r} in round {self.rounds[k]!r}. "
                f"{remedy}."
            )
            raise DataError(message)


def count_rounds(
    right: npt.ArrayLike,
    trials: npt.ArrayLike,
    *,
    models: Sequence[str] | None = None,
    rounds: Sequence[str] | None = None,
) -> RoundCounts:
    """Take counts of right answers.

    Parameters
    ----------
    right : array of int, shape (M, K)
    trials : array of int, shape (M, K), or (K,) where all models were asked as often
    models, rounds : sequence of str, optional
        Names; ``model 1``, ``round 1``, ... without them.

    Returns
    -------
    RoundCounts

    Raises
    ------
    DataError
        If there are not so many names, or counts are no whole numbers, or as :class:`RoundCounts` says.
    """
    counted, asked = _whole("right", right), _whole("trials", trials)
    if counted.ndim != 2:
        message = f"right must have shape (M, K), models x rounds; got {counted.shape}. Add the missing axis."
        raise DataError(message)
    return RoundCounts(
        names_or_numbers("model", models, counted.shape[0]),
        names_or_numbers("round", rounds, counted.shape[1]),
        counted,
        np.broadcast_to(asked, counted.shape) if asked.shape == counted.shape[1:] else asked,
    )


def count_questions(
    outcomes: Outcomes, *, round_column: str = "benchmark", sequence: Sequence[str] | None = None
) -> RoundCounts:
    """Count the right answers of models to the questions of each round.

    Parameters
    ----------
    outcomes : Outcomes
        Right or wrong, without prior outcomes.
    round_column, sequence
        See :func:`~bayesrank.swiss.rounds.round_questions.round_questions`.

    Returns
    -------
    RoundCounts

    Raises
    ------
    DataError
        If outcomes are not right or wrong, there are prior ones, a model was asked no question of a round, or names
        are not in the data.
    """
    if outcomes.weights is None or outcomes.n_categories != 2:
        kind = "fractions" if outcomes.weights is None else f"{outcomes.n_categories} categories"
        message = (
            f"outcomes must be right or wrong to be counted; got {kind}. Draw their means, which takes any outcomes, "
            f"with win_draws_from_outcomes."
        )
        raise DataError(message)
    refuse_prior(outcomes)
    questions = round_questions(outcomes, round_column, sequence)
    counts = cell_counts(outcomes)
    by_round = [counts[:, places].sum(axis=1) for places in questions.values()]  # each of shape (M, 2)
    return RoundCounts(
        outcomes.models,
        tuple(questions),
        np.stack([cells[:, outcomes.weights.argmax()] for cells in by_round], axis=1).astype(np.int64),
        np.stack([cells.sum(axis=1) for cells in by_round], axis=1).astype(np.int64),
    )


def refuse_prior(outcomes: Outcomes) -> None:
    """Raise :class:`DataError` if there are prior outcomes, which rounds have no use for."""
    if outcomes.prior_counts is not None and outcomes.prior_counts.any():
        message = "outcomes must have no prior outcomes to be played in rounds; got some. Leave the prior out."
        raise DataError(message)


def _whole(name: str, given: npt.ArrayLike) -> IntArray:
    try:
        table = np.array(given, dtype=np.float64)
    except (TypeError, ValueError) as error:
        message = f"{name} must be an array of whole numbers; got text or lists of unequal length. Fill in counts."
        raise DataError(message) from error
    odd = table[~((table == np.round(table)) & np.isfinite(table))]
    if odd.size:
        message = f"{name} must be whole numbers; got {odd[0]:g}. Pass counts, not shares."
        raise DataError(message)
    return table.astype(np.int64)
