"""Counts of outcomes by model, question and category: all that an exchangeable-trials method reads."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from bayesrank.errors import DataError
from bayesrank.observations.categories import BINARY_WEIGHTS
from bayesrank.observations.outcomes import Outcomes
from bayesrank.statistics.canonical_order import canonical_order

if TYPE_CHECKING:
    from bayesrank.arrays import FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class OutcomeCounts:
    """The sufficient statistic of exchangeable trials, in an order that names and rows do not touch.

    Parameters
    ----------
    models, questions : tuple of str
        Names in canonical order (see :mod:`bayesrank.statistics.canonical_order`), L and M of them. Questions
        that no model was asked are left out.
    counts : array of float, shape (L, M, C + 1)
        Trials in each category. A fractional outcome y adds y to category 1 and 1 - y to category 0.
    prior_counts : array of float, shape (L, M, C + 1)
        Prior outcomes in each category; zero where none were given.
    weights : array of float, shape (C + 1,)
        Utility of each category; scores are on this scale.
    cluster : array of int, shape (M,)
        The unit that each question belongs to: itself, unless the data name clusters.
    fractional : bool
        Whether the outcomes were fractions, so that the counts are no counts of independent trials.
    """

    models: tuple[str, ...]
    questions: tuple[str, ...]
    counts: FloatArray
    prior_counts: FloatArray
    weights: FloatArray
    cluster: IntArray
    fractional: bool

    @cached_property
    def n_trials(self) -> FloatArray:
        """Number of trials of each cell, shape (L, M); zero is a missing cell."""
        return self.counts.sum(axis=2).round()  # fractions add up to whole trials but for rounding

    @property
    def n_categories(self) -> int:
        """Number of categories C + 1."""
        return len(self.weights)

    @cached_property
    def observed(self) -> FloatArray:
        """1 where a cell has a trial, else 0, shape (L, M)."""
        return (self.n_trials > 0).astype(np.float64)

    @cached_property
    def mean_outcome(self) -> FloatArray:
        """Mean utility of the trials of each cell, shape (L, M); NaN in missing cells."""
        total = self.counts @ self.weights
        return np.divide(total, self.n_trials, out=np.full_like(total, np.nan), where=self.n_trials > 0)

    @cached_property
    def coverage(self) -> FloatArray:
        """Share of the questions that each model has an outcome for, shape (L,)."""
        return self.observed.mean(axis=1)


def count_outcomes(outcomes: Outcomes) -> OutcomeCounts:
    """Count the trials of each model, question and category."""
    counts = cell_counts(outcomes)
    prior = np.zeros(counts.shape) if outcomes.prior_counts is None else outcomes.prior_counts
    asked = np.flatnonzero(counts.any(axis=(0, 2)))
    cluster = _numbered(outcomes.question_metadata.get("cluster", np.arange(len(outcomes.questions))))
    model_order, question_order = canonical_order(
        np.concatenate([counts, prior], axis=2)[:, asked],
        cluster[asked],
        outcomes.models,
        [outcomes.questions[index] for index in asked],
    )
    kept = asked[question_order]
    return OutcomeCounts(
        models=tuple(outcomes.models[index] for index in model_order),
        questions=tuple(outcomes.questions[index] for index in kept),
        counts=counts[np.ix_(model_order, kept)],
        prior_counts=prior[np.ix_(model_order, kept)],
        weights=np.array(BINARY_WEIGHTS) if outcomes.weights is None else outcomes.weights,
        cluster=_by_first_appearance(cluster[kept]),
        fractional=outcomes.weights is None,
    )


def cell_counts(outcomes: Outcomes) -> FloatArray:
    """Return the counts in the order of the data, shape (L, M, C + 1)."""
    shape = len(outcomes.models), len(outcomes.questions), outcomes.n_categories
    return _fractional_counts(outcomes, shape) if outcomes.weights is None else _category_counts(outcomes, shape)


def refuse_prior_outcomes(counts: OutcomeCounts, program: str) -> None:
    """Raise :class:`DataError` if there are prior outcomes, for a program that has no use for them."""
    if counts.prior_counts.any():
        message = (
            f"data for {program!r} must have no prior outcomes, which it does not use; got some. "
            f"Use program='bayes', or leave the prior out."
        )
        raise DataError(message)


def _category_counts(outcomes: Outcomes, shape: tuple[int, int, int]) -> FloatArray:
    where = (outcomes.model_index, outcomes.question_index, outcomes.outcome.astype(np.int64))
    return np.bincount(np.ravel_multi_index(where, shape), outcomes.count, np.prod(shape)).reshape(shape)


def _fractional_counts(outcomes: Outcomes, shape: tuple[int, int, int]) -> FloatArray:
    """Count a fraction y as y right and 1 - y wrong, summed in an order that the order of rows does not touch."""
    cell = np.ravel_multi_index((outcomes.model_index, outcomes.question_index), shape[:2])
    order = np.lexsort((outcomes.outcome, cell))
    cell, outcome, count = cell[order], outcomes.outcome[order], outcomes.count[order]
    n_cells = shape[0] * shape[1]
    right = np.bincount(cell, count * outcome, n_cells)
    return np.stack([np.bincount(cell, count, n_cells) - right, right], axis=1).reshape(shape)


def _numbered(cluster: npt.ArrayLike) -> IntArray:
    return np.unique(np.asarray(cluster), return_inverse=True)[1].astype(np.int64)


def _by_first_appearance(cluster: IntArray) -> IntArray:
    """Return clusters numbered 0, 1, ... in the order in which their first question stands."""
    _, first, member = np.unique(cluster, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[member].astype(np.int64)
