"""Paired comparisons: battles of two models, each won by one of them or tied."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.errors import DataError
from bayesrank.observations.names import checked_names
from bayesrank.observations.row_arrays import check_all_seen, check_index, check_length, check_rows, read_only

type CodeArray = npt.NDArray[np.int8]

A_WON, TIE, B_WON = 1, 0, -1
A_FIRST, NEITHER_FIRST, B_FIRST = 1, 0, -1
_OPTIONAL = ("weight", "question_index", "judge_index", "category_index", "side", "order")


@dataclass(frozen=True, eq=False, repr=False)
class Comparisons:
    """Battles of two models, won by one of them or tied; perhaps by question, judge, category, side and time.

    One row is one battle, or ``count`` equal ones where only counts are known. Which of the two models is
    called a says nothing by itself: where one was shown first or played at home, ``side`` says so. Build it
    with :func:`bayesrank.read_comparisons`.

    Parameters
    ----------
    models : tuple of str
        Names, L of them, each in at least one battle.
    model_a, model_b : array of int, shape (n_rows,)
        Positions of the two in ``models``.
    winner : array of int, shape (n_rows,)
        1 where a won, -1 where b won, 0 for a tie; kept as 8-bit integers.
    count : array of int, shape (n_rows,)
        How many battles the row stands for, >= 1.
    weight : array of float, shape (n_rows,), or None
        What each battle of the row counts for, > 0; None says 1.
    questions, judges, categories : tuple of str
        Names; empty where they are not known.
    question_index, judge_index, category_index : array of int, shape (n_rows,), or None
        Positions in ``questions``, ``judges`` and ``categories``.
    side : array of int, shape (n_rows,), or None
        1 where a stood first (shown left, played at home), -1 where b did, 0 where neither; None where it
        is not known. Kept as 8-bit integers.
    order : array of float, shape (n_rows,), or None
        When the battle took place; larger is later, equal is at the same time.
    covariate_names : tuple of str
        Names of what was measured of the two answers, their length, say; P of them.
    covariates : array of float, shape (n_rows, P), or None
        Value of a's answer less that of b's; no covariate is 0 in all rows.

    Raises
    ------
    DataError
        If names, shapes, codes or numbers are not as stated, or a model fights itself.
    """

    models: tuple[str, ...]
    model_a: IntArray
    model_b: IntArray
    winner: CodeArray
    count: IntArray
    weight: FloatArray | None = None
    questions: tuple[str, ...] = ()
    question_index: IntArray | None = None
    judges: tuple[str, ...] = ()
    judge_index: IntArray | None = None
    side: CodeArray | None = None
    order: FloatArray | None = None
    categories: tuple[str, ...] = ()
    category_index: IntArray | None = None
    covariate_names: tuple[str, ...] = ()
    covariates: FloatArray | None = None

    def __post_init__(self) -> None:
        columns = ("model_a", "model_b", "winner", "count", *self._known(_OPTIONAL))
        object.__setattr__(self, "models", checked_names(self.models, "model"))
        for column in columns:
            check_length(getattr(self, column), column, len(self.winner))
        self._check_models()
        for kind, plural in (("question", "questions"), ("judge", "judges"), ("category", "categories")):
            index = getattr(self, f"{kind}_index")
            object.__setattr__(self, plural, _checked_labels(getattr(self, plural), index, kind, plural))
        object.__setattr__(self, "winner", _checked_codes(self.winner, "winner", "a won, b won or tie"))
        if self.side is not None:
            object.__setattr__(self, "side", _checked_codes(self.side, "side", "a first, b first or neither"))
        self._check_numbers()
        object.__setattr__(self, "covariate_names", self._checked_covariates())
        for column in (*columns, *self._known(("covariates",))):
            object.__setattr__(self, column, read_only(getattr(self, column)))

    def __repr__(self) -> str:
        known = self._known(("question_index", "judge_index", "category_index", "side", "order"))
        facts = ", ".join([*(name.removesuffix("_index") for name in known), *self.covariate_names])
        ties = self.count[self.winner == TIE].sum() / self.n_battles
        size = f"{len(self.models)} models, {self.n_battles} battles, {ties:.1%} ties"
        return f"Comparisons({size}, {facts} known)" if facts else f"Comparisons({size})"

    @property
    def n_battles(self) -> int:
        """Number of battles, each row counted as often as it says."""
        return int(self.count.sum())

    def _known(self, columns: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(column for column in columns if getattr(self, column) is not None)

    def _check_models(self) -> None:
        if len(self.models) < 2:
            message = f"comparisons must be of at least two models; got {self.models[0]!r} alone. Add its opponents."
            raise DataError(message)
        check_index(self.model_a, "model_a", len(self.models))
        check_index(self.model_b, "model_b", len(self.models))
        check_all_seen(self.models, "model", self.model_a, self.model_b)
        with_itself = np.flatnonzero(self.model_a == self.model_b)
        if with_itself.size:
            message = (
                f"model_a and model_b must be two models; got {self.models[self.model_a[with_itself[0]]]!r} "
                f"against itself in row {with_itself[0]}. Drop the row, or correct the name."
            )
            raise DataError(message)

    def _check_numbers(self) -> None:
        whole = (self.count >= 1) & (self.count == np.floor(self.count))
        check_rows(whole, self.count, "count", "be a whole number >= 1", "Drop the rows of battles that were not held")
        if self.weight is not None:
            legal = (self.weight > 0) & np.isfinite(self.weight)
            check_rows(legal, self.weight, "weight", "be positive and finite", "Drop the rows that must not count")
        if self.order is not None:
            check_rows(np.isfinite(self.order), self.order, "order", "be finite", "Fill it in, or leave order out")

    def _checked_covariates(self) -> tuple[str, ...]:
        """Return the names of covariates, and check these against each other."""
        if self.covariates is None:
            if self.covariate_names:
                message = "covariate_names must come with covariates; got names alone. Give every row its values."
                raise DataError(message)
            return ()
        names = checked_names(self.covariate_names, "covariate")
        if self.covariates.shape != (len(self.winner), len(names)):
            message = (
                f"covariates must have shape ({len(self.winner)}, {len(names)}), rows x names; "
                f"got {self.covariates.shape}. Name every column, and give every row its values."
            )
            raise DataError(message)
        for name, column in zip(names, self.covariates.T, strict=True):
            check_rows(np.isfinite(column), column, f"covariate {name!r}", "be finite", "Fill it in, or drop the row")
            if not column.any():
                message = (
                    f"covariate {name!r} must differ between the two models in some row; got 0 in all. Leave it out."
                )
                raise DataError(message)
        return names


def _checked_codes(codes: CodeArray, name: str, meanings: str) -> CodeArray:
    legal = np.isin(codes, (1, 0, -1))
    check_rows(legal, codes, name, "be 1, -1 or 0", f"Recode it: {meanings}")
    return np.asarray(codes, dtype=np.int8)


def _checked_labels(names: tuple[str, ...], index: IntArray | None, kind: str, plural: str) -> tuple[str, ...]:
    """Return the names, none where there is no index, and check the two against each other."""
    if index is None:
        if names:
            message = f"{plural} must come with {kind}_index; got names alone. Say which row belongs to which."
            raise DataError(message)
        return ()
    if not names:
        message = f"{plural} must be at least one with {kind}_index; got none. Name those that it means."
        raise DataError(message)
    checked = checked_names(names, kind)
    check_index(index, f"{kind}_index", len(checked))
    check_all_seen(checked, kind, index)
    return checked
