"""Rows of scores as the wealths read them: between 0 and 1, higher is better, what is missing bounded."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from bayesrank.arrays import BoolArray, FloatArray
from bayesrank.errors import DataError
from bayesrank.options import check_choice

type Missing = Literal["refused", "pessimistic", "skipped_without_looking"]
type ScoreKind = Literal["graded", "right_or_wrong"]

DELETION = "pairwise_deletion"


class ScoreRows(NamedTuple):
    """What is known of the scores of n questions, all of shape (n, M).

    Parameters
    ----------
    low, high : array of float
        The least and the largest that the score can be, in [0, 1]; the same where it is known.
    plays : array of float
        1 where bets on the score are placed, 0 where not.
    """

    low: FloatArray
    high: FloatArray
    plays: FloatArray


@dataclass(frozen=True)
class ScoreReader:
    """What scores mean, as fixed before the first of them; see :class:`bayesrank.RankSequence`.

    Parameters
    ----------
    missing : {"refused", "pessimistic", "skipped_without_looking"}
    score_kind : {"graded", "right_or_wrong"}
    score_range : tuple of two floats
    higher_is_better : bool

    Raises
    ------
    ValueError
        If an option is not as stated.
    """

    missing: Missing = "refused"
    score_kind: ScoreKind = "graded"
    score_range: tuple[float, float] = (0.0, 1.0)
    higher_is_better: bool = True

    def __post_init__(self) -> None:
        if self.missing == DELETION:
            message = (
                f"missing must not be {DELETION!r}; got it. A pair that drops the questions on which one of the two "
                f"failed is compared on questions that are no random ones. Use 'pessimistic', or "
                f"'skipped_without_looking' if nothing about question or answer decided what is missing."
            )
            raise ValueError(message)
        check_choice("missing", self.missing, Missing)
        check_choice("score_kind", self.score_kind, ScoreKind)
        if not _is_range(self.score_range):
            message = (
                f"score_range must be the lowest and the highest score that there can be; got {self.score_range!r}. "
                f"Give two different finite numbers, the lower first."
            )
            raise ValueError(message)

    def rows(self, scores: FloatArray, awaited: BoolArray, models: tuple[str, ...]) -> ScoreRows:
        """Return bounds on the scores of some questions, and which of them are bet on.

        Parameters
        ----------
        scores : array, shape (n, M)
            In their own units; NaN where there are none.
        awaited : array of bool, shape (M,)
            The models that a score is expected of; what there is of others is not read.
        models : tuple of str
            Names for messages.

        Raises
        ------
        DataError
            If a score is outside its range, between right and wrong where that is excluded, or missing and that is
            refused.
        """
        known = awaited & ~np.isnan(scores)
        self._check(scores, known, models)
        if self.missing == "refused":
            _refuse_missing(~known & awaited, models)
        lowest, highest = self.score_range
        unit = (np.where(known, scores, lowest) - lowest) / (highest - lowest)
        unit = unit if self.higher_is_better else 1 - unit
        bet_on = np.broadcast_to(awaited, scores.shape) if self.missing == "pessimistic" else known
        return ScoreRows(np.where(known, unit, 0.0), np.where(known, unit, 1.0), bet_on.astype(np.float64))

    def doubts(self, n_missing: int) -> tuple[str, ...]:
        """Say what is taken for granted of so many missing scores."""
        if not n_missing:
            return ()
        if self.missing == "pessimistic":
            return (f"{n_missing} missing scores count as the worst against others and as the best for them",)
        return (f"it is taken on trust that no question or answer decided which {n_missing} scores are missing",)

    def _check(self, scores: FloatArray, known: BoolArray, models: tuple[str, ...]) -> None:
        lowest, highest = self.score_range
        outside = np.argwhere(known & ((scores < lowest) | (scores > highest)))
        if len(outside):
            row, model = outside[0]
            message = (
                f"score must lie in score_range, from {lowest:g} to {highest:g}; got {scores[row, model]:g} of "
                f"{models[model]!r} in row {row}. Pass the lowest and the highest score that there can be."
            )
            raise DataError(message)
        between = np.argwhere(known & (scores != lowest) & (scores != highest))
        if self.score_kind == "right_or_wrong" and len(between):
            row, model = between[0]
            message = (
                f"score must be right or wrong, {highest:g} or {lowest:g}; got {scores[row, model]:g} of "
                f"{models[model]!r} in row {row}. Say score_kind='graded'."
            )
            raise DataError(message)


def labels_of(scores: object) -> tuple[object, ...] | None:
    """Return the names of the models that scores have with them: the columns of a frame, or the index of a series.

    None for arrays and lists, whose columns stand in the order of the models.
    """
    pandas = sys.modules.get("pandas")  # whoever has a frame has loaded it
    if pandas is None or not isinstance(scores, pandas.DataFrame | pandas.Series):
        return None
    return tuple(scores.columns if scores.ndim == 2 else scores.index)


def as_column(scores: npt.ArrayLike, model: str) -> FloatArray:
    """Return the scores of one model as an array of shape (n,).

    Raises
    ------
    DataError
        If they are no number and no flat list of numbers.
    """
    try:
        column = np.atleast_1d(np.array(scores, dtype=np.float64))
    except (TypeError, ValueError) as error:
        message = f"scores of {model!r} must be numbers; got {scores!r:.60}. Pass NaN for a missing score."
        raise DataError(message) from error
    if column.ndim != 1:
        message = (
            f"scores of {model!r} must be a flat list, one a question; got an array of shape {column.shape}. "
            f"Flatten it."
        )
        raise DataError(message)
    return column


def as_rows(scores: npt.ArrayLike, n_models: int) -> FloatArray:
    """Return scores as an array of shape (n, M); one row may be given flat.

    Raises
    ------
    DataError
        If it is no array of numbers, or has not one column a model.
    """
    try:
        rows = np.array(scores, dtype=np.float64)
    except (TypeError, ValueError) as error:
        message = (
            f"scores must be rows of numbers, a row a question; got {type(scores).__name__} of something else. "
            f"Pass NaN for a missing score."
        )
        raise DataError(message) from error
    rows = rows[None] if rows.ndim == 1 else rows
    if rows.ndim != 2 or rows.shape[1] != n_models:
        message = (
            f"scores must have {n_models} columns, one a model; got an array of shape {np.shape(scores)}. "
            f"Arrange it as questions x models."
        )
        raise DataError(message)
    return rows


def running_sums(start: FloatArray | float, scores: FloatArray) -> FloatArray:
    """Return the sums before each row and after the last, added one after the other however rows are grouped.

    Parameters
    ----------
    start : array, shape (...)
        Sum of all rows before.
    scores : array, shape (n, ...)

    Returns
    -------
    array of float, shape (n + 1, ...)
    """
    first = np.broadcast_to(np.asarray(start, dtype=np.float64), (1, *scores.shape[1:]))
    sums: FloatArray = np.cumsum(np.concatenate([first, scores]), axis=0)
    return sums


def _is_range(ends: object) -> bool:
    """Say whether these are two finite numbers, the lower first."""
    try:
        lowest, highest = (float(end) for end in ends)  # type: ignore[attr-defined]
    except (TypeError, ValueError):
        return False
    return bool(np.isfinite(lowest) and np.isfinite(highest) and lowest < highest)


def _refuse_missing(absent: BoolArray, models: tuple[str, ...]) -> None:
    where = np.argwhere(absent)
    if len(where):
        row, model = where[0]
        message = (
            f"every live model must have a score on every question; got none of {models[model]!r} in row {row}. Say "
            f"missing='pessimistic', or 'skipped_without_looking' if nothing about question or answer decided what "
            f"is missing; or give a failed answer the score that the protocol says."
        )
        raise DataError(message)
