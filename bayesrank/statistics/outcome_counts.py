"""Counts of outcomes by model, question and category: all that an exchangeable-trials method reads."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bayesrank.errors import DataError
from bayesrank.observations.categories import BINARY_WEIGHTS
from bayesrank.observations.outcomes import Outcomes
from bayesrank.statistics.attempts import all_drawn_among, hypergeometric_attempts
from bayesrank.statistics.canonical_order import canonical_order
from bayesrank.statistics.numbering import numbered

if TYPE_CHECKING:
    from bayesrank.arrays import FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class OutcomeCounts:
    """The sufficient statistic of exchangeable trials, in an order that names and rows do not touch.

    Or a stack of them, one for each of S draws: then ``counts`` and ``question_weight`` have S as their first axis,
    shown as ``...`` below, and so has all that is computed from them.

    Parameters
    ----------
    models, questions : tuple of str
        Names in canonical order (see :mod:`bayesrank.statistics.canonical_order`), L and M of them. Questions
        that no model was asked are left out.
    counts : array of float, shape (..., L, M, C + 1)
        Trials in each category. A fractional outcome y adds y to category 1 and 1 - y to category 0.
    prior_counts : array of float, shape (L, M, C + 1)
        Prior outcomes in each category; zero where none were given.
    weights : array of float, shape (C + 1,)
        Utility of each category; scores are on this scale.
    cluster : array of int, shape (M,)
        The unit that each question belongs to: itself, unless the data name clusters.
    fractional : bool
        Whether the outcomes were fractions, so that the counts are no counts of independent trials.
    question_weight : array of float, shape (..., M)
        What each question counts for: 1 in the data, and how often it was drawn in a resampled benchmark.
    benchmark : tuple of str
        Name of the benchmark of each question, M of them, "" for one that has none; empty unless the questions' facts
        in the data (:attr:`~bayesrank.observations.outcomes.Outcomes.question_metadata`) name ``benchmark``.
    """

    models: tuple[str, ...]
    questions: tuple[str, ...]
    counts: FloatArray
    prior_counts: FloatArray
    weights: FloatArray
    cluster: IntArray
    fractional: bool
    question_weight: FloatArray
    benchmark: tuple[str, ...] = ()

    @cached_property
    def n_trials(self) -> FloatArray:
        """Number of trials of each cell, shape (..., L, M); zero is a missing cell."""
        return self.counts.sum(axis=-1).round()  # fractions add up to whole trials but for rounding

    @property
    def n_categories(self) -> int:
        """Number of categories C + 1."""
        return len(self.weights)

    @cached_property
    def observed(self) -> FloatArray:
        """1 where a cell has a trial, else 0, shape (..., L, M)."""
        return (self.n_trials > 0).astype(np.float64)

    @cached_property
    def mean_outcome(self) -> FloatArray:
        """Mean utility of the trials of each cell, shape (..., L, M); NaN in missing cells."""
        total = self.counts @ self.weights
        return np.divide(total, self.n_trials, out=np.full_like(total, np.nan), where=self.n_trials > 0)

    @cached_property
    def coverage(self) -> FloatArray:
        """Share of the questions that each model has an outcome for, shape (..., L)."""
        return self.observed.mean(axis=-1)

    def over_questions(self, values: FloatArray) -> FloatArray:
        """Return the weighted mean of each model's cells over the questions that it was asked.

        Parameters
        ----------
        values : array, shape (..., L, M)
            Anything known of each observed cell; what stands in missing cells is not read.

        Returns
        -------
        array of float, shape (..., L)
            NaN for a model that was asked no question of any weight.
        """
        weight = self.observed * self.question_weight[..., None, :]
        total = (weight * np.where(self.observed > 0, values, 0.0)).sum(axis=-1)
        asked = weight.sum(axis=-1)
        return np.divide(total, asked, out=np.full_like(total, np.nan), where=asked > 0)

    def attempts(self, k: int) -> FloatArray:
        """Return Pr(j of k trials drawn without replacement are right), j = 0..k, shape (..., L, M, k + 1).

        NaN in missing cells.

        Raises
        ------
        DataError
            If outcomes are not right or wrong, or a cell has fewer than k trials.
        """
        right = self._right()
        self._check_attempts(k)
        return hypergeometric_attempts(right, self.n_trials, k)

    def all_among(self, size: FloatArray, k: int) -> FloatArray:
        """Return Pr(all of k trials drawn without replacement are among ``size`` of each cell), its shape.

        Parameters
        ----------
        size : array, shape (..., L, M)
            A number of the trials of each cell.

        Raises
        ------
        DataError
            If a cell has fewer than k trials.
        """
        self._check_attempts(k)
        return all_drawn_among(size, self.n_trials, k)

    def _right(self) -> FloatArray:
        """Return the right trials of each cell, those in the category that is worth more, shape (..., L, M)."""
        right: FloatArray = self.counts[..., right_category(self)]
        return right

    def _check_attempts(self, k: int) -> None:
        fewest = int(self.n_trials[self.n_trials > 0].min())
        if not 1 <= k <= fewest:
            message = (
                f"k must be from 1 to {fewest}, the fewest trials of a model on a question; got {k}. "
                f"Choose a smaller k, or run more trials."
            )
            raise DataError(message)


class RightAnswers(NamedTuple):
    """Right answers and trials of each cell, both of shape (L, M)."""

    right: FloatArray
    trials: FloatArray


def count_outcomes(outcomes: Outcomes) -> OutcomeCounts:
    """Count the trials of each model, question and category."""
    counts = cell_counts(outcomes)
    prior = np.zeros(counts.shape) if outcomes.prior_counts is None else outcomes.prior_counts
    asked = np.flatnonzero(counts.any(axis=(0, 2)))
    cluster = numbered(outcomes.question_metadata.get("cluster", np.arange(len(outcomes.questions))))
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
        question_weight=np.ones(len(kept)),
        benchmark=_benchmarks(outcomes, kept),
    )


def cell_counts(outcomes: Outcomes) -> FloatArray:
    """Return the counts in the order of the data, shape (L, M, C + 1)."""
    shape = len(outcomes.models), len(outcomes.questions), outcomes.n_categories
    return _fractional_counts(outcomes, shape) if outcomes.weights is None else _category_counts(outcomes, shape)


def right_category(counts: OutcomeCounts) -> int:
    """Return the category of right outcomes, the one that is worth more.

    Raises
    ------
    DataError
        If outcomes are not right or wrong.
    """
    if counts.n_categories != 2 or counts.fractional:
        kind = "fractions" if counts.fractional else f"{counts.n_categories} categories"
        message = (
            f"outcomes must be right or wrong to count those that are right; got {kind}. "
            f"Rank by 'avg', which takes any outcomes, or make each of them 0 or 1."
        )
        raise DataError(message)
    return int(counts.weights.argmax())


def right_answers(counts: OutcomeCounts) -> RightAnswers:
    """Return right answers and trials.

    Raises
    ------
    DataError
        If outcomes are not right or wrong.
    """
    return RightAnswers(counts.counts[:, :, right_category(counts)], counts.n_trials)


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


def _benchmarks(outcomes: Outcomes, kept: IntArray) -> tuple[str, ...]:
    labels = outcomes.question_metadata.get("benchmark")
    return () if labels is None else tuple(_name(label) for label in labels[kept].tolist())


def _name(label: object) -> str:
    """Return a label as text: "" for none, 7 for 7.0, as readers hold numbers as floats."""
    if label is None or label != label:  # noqa: PLR0124 (NaN is what differs from itself)
        return ""
    return f"{label:g}" if isinstance(label, float) else str(label)


def _by_first_appearance(cluster: IntArray) -> IntArray:
    """Return clusters numbered 0, 1, ... in the order in which their first question stands."""
    _, first, member = np.unique(cluster, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[member].astype(np.int64)
