"""Benchmark outcomes: what each model answered to each question, trial by trial or counted."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from bayesrank.arrays import BoolArray, FloatArray, IntArray
from bayesrank.errors import DataError
from bayesrank.observations.categories import (
    BINARY_WEIGHTS,
    checked_weights,
    default_weights,
    refuse_illegal_outcomes,
)
from bayesrank.observations.names import checked_names
from bayesrank.observations.row_arrays import check_index, check_length, check_rows, read_only

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, eq=False, repr=False)
class Outcomes:
    """Outcomes of models on questions, with repeated trials; cells may be missing, trials unequal in number.

    One row is one observed outcome, or ``count`` equal ones where only counts are known. What was not
    observed has no row: nothing stands for a missing cell. Build it with :meth:`from_array`,
    :meth:`from_counts` or :func:`bayesrank.read_outcomes`.

    Parameters
    ----------
    models, questions : tuple of str
        Names, L and M of them.
    model_index, question_index : array of int, shape (n_rows,)
        Positions in ``models`` and ``questions``.
    outcome : array of float, shape (n_rows,)
        Category 0..C of the row, or a fraction in [0, 1] where ``weights`` is None.
    count : array of int, shape (n_rows,)
        How many trials the row stands for, >= 1.
    trial_index : array of int, shape (n_rows,), or None
        Position of the trial; None where the trials were counted and their order is gone.
    weights : array of float, shape (C + 1,), or None
        Utility of each category; None says that the outcomes are fractions in [0, 1].
    prior_counts : array of float, shape (L, M, C + 1), or None
        Counts of prior outcomes (R0), of another run, in each category.
    question_metadata : mapping of str to array, each of shape (M,)
        What is known of the questions: ``benchmark``, ``difficulty``, ``cluster`` or anything else.
        Questions of one ``cluster`` are exchanged together by the population programs.

    Raises
    ------
    DataError
        If names, shapes, outcomes or weights are not as stated, or a model has no outcome at all.
    """

    models: tuple[str, ...]
    questions: tuple[str, ...]
    model_index: IntArray
    question_index: IntArray
    outcome: FloatArray
    count: IntArray
    trial_index: IntArray | None = None
    weights: FloatArray | None = field(default_factory=lambda: np.array(BINARY_WEIGHTS))
    prior_counts: FloatArray | None = None
    question_metadata: Mapping[str, npt.NDArray[np.generic]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "models", checked_names(self.models, "model"))
        object.__setattr__(self, "questions", checked_names(self.questions, "question"))
        if self.weights is not None:
            object.__setattr__(self, "weights", checked_weights(self.weights))
        self._check_rows()
        refuse_illegal_outcomes(self.outcome, None if self.weights is None else self.n_categories)
        self._check_models_observed()
        self._check_prior()
        self._check_metadata()
        for column in ("model_index", "question_index", "outcome", "count"):
            object.__setattr__(self, column, read_only(getattr(self, column)))
        if self.trial_index is not None:
            object.__setattr__(self, "trial_index", read_only(self.trial_index))

    def __repr__(self) -> str:
        kind = "fractional" if self.weights is None else f"{self.n_categories} categories"
        return (
            f"Outcomes({len(self.models)} models x {len(self.questions)} questions, "
            f"{self.n_trials.sum()} trials, {kind}, {self.coverage:.1%} of the cells observed)"
        )

    @property
    def n_categories(self) -> int:
        """Number of categories C + 1; fractions count as a mixture of two, wrong and right."""
        return len(BINARY_WEIGHTS) if self.weights is None else len(self.weights)

    @cached_property
    def n_trials(self) -> IntArray:
        """Number of observed trials of each cell, shape (L, M)."""
        shape = len(self.models), len(self.questions)
        cell = np.ravel_multi_index((self.model_index, self.question_index), shape)
        return np.bincount(cell, self.count, shape[0] * shape[1]).astype(np.int64).reshape(shape)

    @property
    def coverage(self) -> float:
        """Share of the model x question cells with at least one observed trial."""
        return float((self.n_trials > 0).mean())

    @classmethod
    def from_array(
        cls,
        outcomes: npt.ArrayLike,
        *,
        weights: Sequence[float] | None = None,
        prior: npt.ArrayLike | None = None,
        models: Sequence[str] | None = None,
        questions: Sequence[str] | None = None,
        question_metadata: Mapping[str, npt.ArrayLike] | None = None,
    ) -> Outcomes:
        """Read a tensor of outcomes, model x question x trial, where NaN or a mask says "not observed".

        Parameters
        ----------
        outcomes : array, shape (L, M, N) or (L, M)
            Booleans, categories 0..C, or fractions in [0, 1]; a masked array or NaN for missing cells.
        weights : sequence of float, length C + 1, optional
            Utility of each category. Without it outcomes are binary, or fractions if any lies inside (0, 1).
        prior : array, shape (M, D) shared by all models, or (L, M, D), optional
            Prior outcomes R0, in the same categories; NaN or a mask for missing ones.
        models, questions : sequence of str, optional
            Names; ``model 1``, ``question 1``, ... without them.
        question_metadata : mapping of str to array, each of shape (M,), optional
            See the class.

        Raises
        ------
        DataError
            If the shape is not two- or three-dimensional, or as the class says.

        Examples
        --------
        >>> from bayesrank import Outcomes
        >>> Outcomes.from_array([[1, 0, 1], [0, 0, float("nan")]])
        Outcomes(2 models x 3 questions, 5 trials, 2 categories, 83.3% of the cells observed)
        """
        values, observed = _values_and_mask(outcomes, "outcomes")
        if values.ndim == 2:
            values, observed = values[:, :, None], observed[:, :, None]
        if values.ndim != 3:
            message = (
                f"outcomes must have shape (models, questions, trials) or (models, questions); "
                f"got {values.shape}. Add the missing axis."
            )
            raise DataError(message)
        model_index, question_index, trial_index = (index.astype(np.int64) for index in np.nonzero(observed))
        flat = values[observed]
        utility = default_weights(flat) if weights is None else checked_weights(weights)
        n_models, n_questions, _ = values.shape
        data = cls(
            models=_names("model", models, n_models),
            questions=_names("question", questions, n_questions),
            model_index=model_index,
            question_index=question_index,
            outcome=flat,
            count=np.ones(len(flat), dtype=np.int64),
            trial_index=trial_index,
            weights=utility,
            question_metadata={name: np.asarray(known) for name, known in (question_metadata or {}).items()},
        )
        return data if prior is None else data.with_prior(prior)

    @classmethod
    def from_counts(
        cls,
        counts: npt.ArrayLike,
        *,
        weights: Sequence[float] = BINARY_WEIGHTS,
        models: Sequence[str] | None = None,
        questions: Sequence[str] | None = None,
    ) -> Outcomes:
        """Read counts of outcomes, model x question x category; a cell without any count is missing.

        Parameters
        ----------
        counts : array of int, shape (L, M, C + 1)
            How many trials fell in each category, >= 0.
        weights : sequence of float, length C + 1
            Utility of each category.
        models, questions : sequence of str, optional
            Names; ``model 1``, ``question 1``, ... without them.

        Raises
        ------
        DataError
            If a count is negative or no whole number, or as the class says.
        """
        utility = checked_weights(weights)
        table = np.asarray(counts, dtype=np.float64)
        if table.ndim != 3 or table.shape[2] != len(utility):
            message = (
                f"counts must have shape (models, questions, {len(utility)}), one entry a category; "
                f"got {table.shape}. Pass weights= for other categories."
            )
            raise DataError(message)
        odd = table[~((table >= 0) & (table == np.round(table)))]
        if odd.size:
            message = f"counts must be whole numbers >= 0; got {odd[0]:g}. Pass counts, not shares."
            raise DataError(message)
        model_index, question_index, category = (index.astype(np.int64) for index in np.nonzero(table))
        return cls(
            models=_names("model", models, table.shape[0]),
            questions=_names("question", questions, table.shape[1]),
            model_index=model_index,
            question_index=question_index,
            outcome=category.astype(np.float64),
            count=table[table > 0].astype(np.int64),
            weights=utility,
        )

    def with_prior(self, prior: npt.ArrayLike | Outcomes) -> Outcomes:
        """Return the same outcomes with prior outcomes R0, of a greedy run, say.

        Parameters
        ----------
        prior : Outcomes, or array of shape (M, D) shared by all models or (L, M, D)
            Outcomes in the same categories. :class:`Outcomes` are matched by name and may lack models or
            questions; arrays follow the order of ``models`` and ``questions``.

        Raises
        ------
        DataError
            If the shape does not fit, or prior outcomes name models or questions that are not there.
        """
        if isinstance(prior, Outcomes):
            return replace(self, prior_counts=self._counts_by_name(prior))
        values, observed = _values_and_mask(prior, "prior")
        n_models, n_questions = len(self.models), len(self.questions)
        fits = values.ndim in {2, 3} and values.shape[:-1] in {(n_questions,), (n_models, n_questions)}
        if not fits:
            message = (
                f"prior must have shape ({n_questions}, D), shared by all models, or ({n_models}, {n_questions}, D); "
                f"got {values.shape}. Arrange it as models x questions x prior trials."
            )
            raise DataError(message)
        refuse_illegal_outcomes(values[observed], self.n_categories, "prior outcome")
        category = np.arange(self.n_categories)
        counts = ((values[..., None] == category) & observed[..., None]).sum(axis=-2).astype(np.float64)
        return replace(self, prior_counts=np.broadcast_to(counts, (n_models, n_questions, self.n_categories)))

    def _counts_by_name(self, prior: Outcomes) -> FloatArray:
        for kind, here, there in (("model", self.models, prior.models), ("question", self.questions, prior.questions)):
            unknown = sorted(set(there) - set(here))
            if unknown:
                message = f"prior outcomes must be of {kind}s in the data; got {unknown[0]!r}. Drop or rename it."
                raise DataError(message)
        refuse_illegal_outcomes(prior.outcome, self.n_categories, "prior outcome")
        model = np.array([self.models.index(name) for name in prior.models])
        place = {name: index for index, name in enumerate(self.questions)}
        question = np.array([place[name] for name in prior.questions])
        counts = np.zeros((len(self.models), len(self.questions), self.n_categories))
        where = (model[prior.model_index], question[prior.question_index], prior.outcome.astype(np.int64))
        np.add.at(counts, where, prior.count)
        return counts

    def _check_rows(self) -> None:
        n_rows = len(self.outcome)
        for name in ("model_index", "question_index", "count", "trial_index"):
            column = getattr(self, name)
            if column is not None:
                check_length(column, name, n_rows)
        check_index(self.model_index, "model_index", len(self.models))
        check_index(self.question_index, "question_index", len(self.questions))
        check_rows(self.count >= 1, self.count, "count", "be at least 1", "Leave out rows of no trial")

    def _check_models_observed(self) -> None:
        unseen = np.flatnonzero(np.bincount(self.model_index, minlength=len(self.models)) == 0)
        if unseen.size:
            message = (
                f"every model must have at least one outcome; got none of {self.models[unseen[0]]!r}. "
                f"Drop it, or run it."
            )
            raise DataError(message)

    def _check_prior(self) -> None:
        shape = len(self.models), len(self.questions), self.n_categories
        if self.prior_counts is not None and self.prior_counts.shape != shape:
            message = (
                f"prior_counts must have shape {shape}, models x questions x categories; got "
                f"{self.prior_counts.shape}. Use with_prior to build it."
            )
            raise DataError(message)

    def _check_metadata(self) -> None:
        n_questions = len(self.questions)
        for name, known in self.question_metadata.items():
            if known.shape != (n_questions,):
                message = (
                    f"question_metadata[{name!r}] must have shape ({n_questions},), one entry a question; "
                    f"got {known.shape}. Give every question one."
                )
                raise DataError(message)
        cluster = self.question_metadata.get("cluster", np.zeros(n_questions))
        for question, name in zip(self.questions, cluster, strict=True):
            if name is None or name != name:  # noqa: PLR0124 (NaN is what differs from itself)
                message = (
                    f"every question must have a cluster where some have one; got none of {question!r}. "
                    f"Give a question that stands alone a cluster of its own."
                )
                raise DataError(message)


def _values_and_mask(array: npt.ArrayLike, name: str) -> tuple[FloatArray, BoolArray]:
    """Values, and where they were observed."""
    try:
        given = np.ma.asarray(array)
    except ValueError as error:
        message = f"{name} must be an array; got lists of unequal length. Fill the shorter ones up with NaN."
        raise DataError(message) from error
    try:
        values = given.astype(np.float64, casting="unsafe" if given.dtype.kind in "biufOUS" else "safe")
    except (TypeError, ValueError) as error:
        found = "text" if given.dtype.kind in "US" else given.dtype.name
        message = (
            f"{name} must be an array of numbers; got entries of type {found}. "
            f"Recode them as 0, 1, ..., NaN for those not observed."
        )
        raise DataError(message) from error
    observed = ~(np.ma.getmaskarray(values) | np.isnan(values.data))
    return np.asarray(values.data), observed


def _names(kind: str, given: Sequence[str] | None, number: int) -> tuple[str, ...]:
    """Return the names given for an axis of ``number`` entries, or numbers for names."""
    if given is None:
        return tuple(f"{kind} {position}" for position in range(1, number + 1))
    if len(given) != number:
        message = f"{kind}s must be {number} names, as many as the array has; got {len(given)}. Name every one."
        raise DataError(message)
    return tuple(given)
