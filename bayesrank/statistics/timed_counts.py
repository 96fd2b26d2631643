"""Counts of right answers by model, question and time: for abilities that change."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np

from bayesrank.errors import DataError
from bayesrank.observations.outcomes import Outcomes
from bayesrank.options import check_choice
from bayesrank.statistics.canonical_order import canonical_order
from bayesrank.statistics.outcome_counts import OutcomeCounts, count_outcomes, refuse_prior_outcomes, right_category

if TYPE_CHECKING:
    from bayesrank.arrays import FloatArray, IntArray

type TimeAxis = Literal["trials"]


@dataclass(frozen=True, eq=False)
class TimedCounts:
    """Right answers of each model to each question at each time, in an order that names and rows do not touch.

    Parameters
    ----------
    models, questions : tuple of str
        Names in canonical order (see :mod:`bayesrank.statistics.canonical_order`), L and M of them. Questions that no
        model was asked are left out.
    times : array of float, shape (T,)
        Rising; 0 is the first time and 1 the last.
    right, n_trials : array of float, shape (L, M, T)
        Right answers and trials; a cell without trials is missing.
    weights : array of float, shape (2,)
        Utility of a wrong and of a right answer.
    """

    models: tuple[str, ...]
    questions: tuple[str, ...]
    times: FloatArray
    right: FloatArray
    n_trials: FloatArray
    weights: FloatArray

    @cached_property
    def asked(self) -> FloatArray:
        """Number of trials of each model at each time, shape (L, T)."""
        return self.n_trials.sum(axis=1)


def count_in_time(outcomes: Outcomes, *, time_axis: TimeAxis | None = None) -> TimedCounts:
    """Count right answers at each time.

    Parameters
    ----------
    time_axis : {"trials"}
        What is time. It must be said: trials are exchangeable unless trial n of all models was run at the n-th time.
        Trials are then equally spaced in time; those that nobody has are gaps.

    Raises
    ------
    DataError
        If outcomes are not right or wrong, have prior outcomes, do not say which trial each is, or have fewer than two
        times.
    ValueError
        If it is not said what is time.
    """
    if time_axis is None:
        message = (
            "time_axis must be 'trials' to say that trial n of all models was run at the n-th time; got None. Say so, "
            "or use 'rasch': trials are exchangeable unless you know better."
        )
        raise ValueError(message)
    check_choice("time_axis", time_axis, TimeAxis)
    counts = count_outcomes(outcomes)
    refuse_prior_outcomes(counts, "growth and state_space")
    better = right_category(counts)
    time, times = _times(outcomes.trial_index)
    shape = len(outcomes.models), len(outcomes.questions), len(times), 2
    where = (outcomes.model_index, outcomes.question_index, time, outcomes.outcome.astype(np.int64))
    cells = np.bincount(np.ravel_multi_index(where, shape), outcomes.count, int(np.prod(shape))).reshape(shape)
    return _ordered(outcomes, counts, times, cells[..., [1 - better, better]])


def _times(trial_index: IntArray | None) -> tuple[IntArray, FloatArray]:
    """Return the position in time of each row, and the times of which there are outcomes, from 0 to 1."""
    if trial_index is None:
        message = (
            "outcomes must say which trial each is for trials to be times; got counts of trials. Read data with a "
            "trial column, or use 'rasch', which needs no times."
        )
        raise DataError(message)
    trials, time = np.unique(trial_index, return_inverse=True)
    if len(trials) < 2:
        message = (
            f"outcomes must have two times or more for abilities to change; got {len(trials)}. Use 'rasch', which "
            f"needs no times."
        )
        raise DataError(message)
    return time.astype(np.int64), (trials - trials[0]) / (trials[-1] - trials[0])


def _ordered(outcomes: Outcomes, counts: OutcomeCounts, times: FloatArray, cells: FloatArray) -> TimedCounts:
    """Put cells of wrong and right answers, shape (L, M, T, 2), in canonical order."""
    asked = np.flatnonzero(cells.any(axis=(0, 2, 3)))
    content = cells[:, asked].reshape(len(outcomes.models), len(asked), -1)
    names = [outcomes.questions[index] for index in asked]
    model_order, question_order = canonical_order(content, np.arange(len(asked)), outcomes.models, names)
    kept = cells[np.ix_(model_order, asked[question_order])]
    return TimedCounts(
        models=tuple(outcomes.models[index] for index in model_order),
        questions=tuple(names[index] for index in question_order),
        times=times,
        right=kept[..., 1],
        n_trials=kept.sum(axis=-1),
        weights=np.sort(counts.weights),
    )
