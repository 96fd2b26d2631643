"""Benchmark outcomes: what each model answered to each question, trial by trial or counted."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from bayesrank.arrays import BoolArray, FloatArray, IntArray
from bayesrank.errors import DataError
from bayesrank.observations.names import checked_names

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

BINARY_WEIGHTS = (0.0, 1.0)


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
            object.__setattr__(self, "weights", _checked_weights(self.weights))
        _refuse_illegal_outcomes(self.outcome, None if self.weights is None else self.n_categories)
        self._check_models_observed()
        self._check_metadata()
        for column in ("model_index", "question_index", "outcome", "count", "trial_index"):
            object.__setattr__(self, column, _read_only(getattr(self, column)))

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
        utility = default_weights(flat) if weights is None else np.asarray(weights, dtype=np.float64)
        n_models, n_questions, _ = values.shape
        data = cls(
            models=_numbered("model", n_models) if models is None else tuple(models),
            questions=_numbered("question", n_questions) if questions is None else tuple(questions),
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
        table = np.asarray(counts, dtype=np.float64)
        if table.ndim != 3 or table.shape[2] != len(weights):
            message = (
                f"counts must have shape (models, questions, {len(weights)}), one entry a category; "
                f"got {table.shape}. Pass weights= for other categories."
            )
            raise DataError(message)
        odd = table[~((table >= 0) & (table == np.round(table)))]
        if odd.size:
            message = f"counts must be whole numbers >= 0; got {odd[0]:g}. Pass counts, not shares."
            raise DataError(message)
        model_index, question_index, category = (index.astype(np.int64) for index in np.nonzero(table))
        return cls(
            models=_numbered("model", table.shape[0]) if models is None else tuple(models),
            questions=_numbered("question", table.shape[1]) if questions is None else tuple(questions),
            model_index=model_index,
            question_index=question_index,
            outcome=category.astype(np.float64),
            count=table[table > 0].astype(np.int64),
            weights=np.asarray(weights, dtype=np.float64),
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
        _refuse_illegal_outcomes(values[observed], self.n_categories)
        category = np.arange(self.n_categories)
        counts = ((values[..., None] == category) & observed[..., None]).sum(axis=-2).astype(np.float64)
        return replace(self, prior_counts=np.broadcast_to(counts, (n_models, n_questions, self.n_categories)))

    def _counts_by_name(self, prior: Outcomes) -> FloatArray:
        for kind, here, there in (("model", self.models, prior.models), ("question", self.questions, prior.questions)):
            unknown = sorted(set(there) - set(here))
            if unknown:
                message = f"prior outcomes must be of {kind}s in the data; got {unknown[0]!r}. Drop or rename it."
                raise DataError(message)
        _refuse_illegal_outcomes(prior.outcome, self.n_categories)
        model = np.array([self.models.index(name) for name in prior.models])
        place = {name: index for index, name in enumerate(self.questions)}
        question = np.array([place[name] for name in prior.questions])
        counts = np.zeros((len(self.models), len(self.questions), self.n_categories))
        where = (model[prior.model_index], question[prior.question_index], prior.outcome.astype(np.int64))
        np.add.at(counts, where, prior.count)
        return counts

    def _check_models_observed(self) -> None:
        unseen = np.setdiff1d(np.arange(len(self.models)), self.model_index)
        if unseen.size:
            message = (
                f"every model must have at least one outcome; {self.models[unseen[0]]!r} has none. Drop it or run it."
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
                    f"every question must have a cluster where some have; {question!r} has none. "
                    f"Give a question that stands alone a cluster of its own."
                )
                raise DataError(message)


def _read_only[A: FloatArray | IntArray | None](column: A) -> A:
    """Return a view that cannot be written through; the caller's own array stays as it is."""
    if column is None:
        return column
    view = column.view()
    view.flags.writeable = False
    return view  # type: ignore[return-value]


def default_weights(outcome: FloatArray) -> FloatArray | None:
    """Return right or wrong, or None (fractions) when some outcome lies inside (0, 1)."""
    return None if np.any((outcome > 0) & (outcome < 1)) else np.array(BINARY_WEIGHTS)


def _checked_weights(weights: FloatArray) -> FloatArray:
    checked = np.asarray(weights, dtype=np.float64)
    if checked.ndim != 1 or len(checked) < 2 or not np.isfinite(checked).all() or np.ptp(checked) == 0:
        message = (
            f"weights must be two or more finite numbers that are not all equal, one a category; got {weights}. "
            f"Give the utility of each category from 0 up."
        )
        raise DataError(message)
    return checked


def find_illegal_outcome(outcome: FloatArray, n_categories: int | None) -> tuple[int, str] | None:
    """Return the position of the first outcome that cannot be one and what to say of it, or None.

    Parameters
    ----------
    outcome : array of float, any shape
    n_categories : int or None
        Number of categories C + 1; None for fractions in [0, 1].
    """
    if n_categories is None:
        legal = (outcome >= 0) & (outcome <= 1)
        holds, remedy = "lie in [0, 1] where fractions stand beside it", "give categories 0..C their weights"
    else:
        legal = (outcome >= 0) & (outcome < n_categories) & (outcome == np.floor(outcome))
        holds = f"be a category from 0 to {n_categories - 1}"
        remedy = "for more categories give weights, one a category; scores of whole benchmarks are a ScoreTable"
    if legal.all():
        return None
    position = int(np.argmin(legal))
    message = f"outcome must {holds}; got {outcome.flat[position]:g}. Divide percentages by 100; {remedy}."
    return position, message


def _refuse_illegal_outcomes(outcome: FloatArray, n_categories: int | None) -> None:
    found = find_illegal_outcome(outcome, n_categories)
    if found is not None:
        raise DataError(found[1])


def _values_and_mask(array: npt.ArrayLike, name: str) -> tuple[FloatArray, BoolArray]:
    """Values, and where they were observed."""
    try:
        values = np.ma.asarray(array).astype(np.float64)
    except (TypeError, ValueError) as error:
        message = f"{name} must be numbers; got {error}. Recode the outcomes as 0, 1, ..."
        raise DataError(message) from error
    observed = ~(np.ma.getmaskarray(values) | np.isnan(values.data))
    return np.asarray(values.data), observed


def _numbered(kind: str, number: int) -> tuple[str, ...]:
    return tuple(f"{kind} {position}" for position in range(1, number + 1))
