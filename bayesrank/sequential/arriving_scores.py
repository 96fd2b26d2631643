"""Scores as a growing file brings them: in any order, some twice, some not yet there."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray, IntArray
from bayesrank.errors import DataError
from bayesrank.observations.names import checked_names, is_nameless
from bayesrank.readers.columns import listed
from bayesrank.readers.growing_file import GrowingFile, Row
from bayesrank.readers.outcome_cells import OutcomeValues, outcome_of
from bayesrank.readers.table import shown
from bayesrank.readers.wide_table import QUESTION_FACTS
from bayesrank.sequential.score_rows import Missing

LONG = ("model", "question", "outcome")
NOTHING = -1  # the row of a score that is not there


@dataclass(frozen=True)
class Layout:
    """What the columns of a growing file are.

    Rows are long, with ``model``, ``question`` and ``outcome``, or wide: ``question``, and a column a model.

    Parameters
    ----------
    columns : mapping of str to str
        Role to the column that has it.
    ignore : collection of str
        Columns to leave unread.
    outcome_values : mapping of str to float or None, optional
        What the words in outcome cells mean.
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    ignore: Collection[str] = ()
    outcome_values: OutcomeValues | None = None

    def roles(self, cells: Mapping[str, object]) -> dict[str, object]:
        """Return cells under the names of their roles, without those to ignore."""
        role_of = {name: role for role, name in self.columns.items()}
        return {role_of.get(name, name): cell for name, cell in cells.items() if name not in self.ignore}


class _Question(NamedTuple):
    """What there is on one question, arrays of shape (M,): scores, and the rows that brought them."""

    scores: FloatArray
    rows: IntArray


class ArrivingScores:
    """The scores of a growing file, gathered question by question.

    Parameters
    ----------
    file : GrowingFile
        Where rows come from, for complaints.
    models : sequence of str
        Names of the models, M of them.
    layout : Layout
    missing : {"refused", "pessimistic", "skipped_without_looking"}
        With ``"refused"`` an empty cell is a score that is still to come, otherwise one that there will never be.
    score_range : tuple of two floats
    expected : collection of str, optional
        Names of all questions there can be.

    Attributes
    ----------
    n_repeated : int
        Scores that came again, as they were.
    """

    def __init__(
        self,
        file: GrowingFile,
        models: Sequence[str],
        layout: Layout,
        *,
        missing: Missing,
        score_range: tuple[float, float],
        expected: Collection[str] | None = None,
    ) -> None:
        self._file, self._layout, self._missing, self._range = file, layout, missing, score_range
        self._position = {name: position for position, name in enumerate(models)}
        self._expected = None if expected is None else frozenset(expected)
        self._questions: dict[str, _Question] = {}
        self._spellings: dict[str, str] = {}
        self.n_repeated = 0

    @property
    def questions(self) -> tuple[str, ...]:
        """Names of the questions with a row, in the order of their first rows."""
        return tuple(self._questions)

    def take(self, row: Row) -> None:
        """Take the scores of one row, all or none of them.

        Raises
        ------
        DataError
            If a column, a model or a question is unknown, a cell holds no score, or the score is known as another.
        """
        place = self._file.place(row.number)
        cells = self._layout.roles(row.cells)
        name = self._question_name(cells, place)
        known = self._questions.get(name)
        taken = []
        for model, cell in self._scores(cells, place):
            score = outcome_of(cell, self._layout.outcome_values, f"{place}")
            self._check_range(score, place)
            if self._missing != "refused" or not np.isnan(score):
                position = self._position[model]
                if self._is_new(known, position, score, f"{model!r} on {name!r}", place):
                    taken.append((position, score))
                else:
                    self.n_repeated += 1
        if known is None:
            n_models = len(self._position)
            known = self._questions[name] = _Question(np.full(n_models, np.nan), np.full(n_models, NOTHING))
        for position, score in taken:
            known.scores[position], known.rows[position] = score, row.number

    def lacking(self, question: str, awaited: BoolArray) -> tuple[str, ...]:
        """Return the names of the models of which a score is awaited on a question and has not come."""
        found = self._questions.get(question)
        lacking = awaited if found is None else awaited & (found.rows == NOTHING)
        return tuple(name for name, position in self._position.items() if lacking[position])

    def scores(self, question: str) -> FloatArray:
        """Return the scores on a question, NaN where there is none, shape (M,)."""
        return self._questions[question].scores.copy()

    def fingerprint(self, question: str, awaited: BoolArray) -> int:
        """Return a number that tells the scores of these models on a question from others; 0 for no question."""
        found = self._questions.get(question)
        if found is None:
            return 0
        scores = np.where(awaited, found.scores, np.nan)
        digest = hashlib.blake2b(question.encode(), digest_size=7)  # seven bytes fit into an int64
        digest.update(scores.tobytes())
        return int.from_bytes(digest.digest()) + 1

    def _question_name(self, cells: Mapping[str, object], place: str) -> str:
        if "question" not in cells:
            raise DataError(_not_understood(self._file.name, cells))
        cell = cells["question"]
        if is_nameless(cell):
            message = f"{place}: question must have a name; got an empty cell. Fill it in, or drop the row."
            raise DataError(message)
        name = str(cell)
        if self._expected is not None and name not in self._expected:
            message = (
                f"{place}: question must be one of the order drawn beforehand; got {shown(name)}. Correct it, or drop "
                f"the row."
            )
            raise DataError(message)
        alike = self._spellings.setdefault("".join(name.split()), name)
        if alike != name:
            message = (
                f"{place}: question names must differ in more than white space; got {name!r} here and {alike!r} "
                f"before. Rename one, or merge them."
            )
            raise DataError(message)
        return name

    def _scores(self, cells: Mapping[str, object], place: str) -> Iterator[tuple[str, object]]:
        """Yield models and cells of a row, whichever way it is laid out."""
        if "model" in cells or "outcome" in cells:
            if set(cells) != set(LONG):
                raise DataError(_not_understood(self._file.name, cells))
            model = str(cells["model"])
            if model not in self._position:
                message = (
                    f"{place}: model must be one of those declared; got {shown(cells['model'])}. Start a new sequence "
                    f"with it, or drop the row."
                )
                raise DataError(message)
            yield model, cells["outcome"]
            return
        for name, cell in cells.items():
            if name in self._position:
                yield name, cell
            elif name != "question":
                raise DataError(_not_understood(self._file.name, cells))

    def _check_range(self, score: float, place: str) -> None:
        lowest, highest = self._range
        if score < lowest or score > highest:
            message = (
                f"{place}: outcome must lie in the score range, from {lowest:g} to {highest:g}; got {score:g}. Give "
                f"the lowest and the highest score that there can be (--score-range)."
            )
            raise DataError(message)

    def _is_new(self, known: _Question | None, position: int, score: float, what: str, place: str) -> bool:
        if known is None or known.rows[position] == NOTHING:
            return True
        before = known.scores[position]
        if before == score or (np.isnan(before) and np.isnan(score)):
            return False
        message = (
            f"{place}: a model must have one score on a question; got {score:g} of {what}, and {before:g} in "
            f"{self._file.row_text(int(known.rows[position]))}. Correct the one that is wrong."
        )
        raise DataError(message)


def models_of(file: GrowingFile, layout: Layout) -> tuple[str, ...]:
    """Return the names of the models that stand over the columns of a file.

    Raises
    ------
    DataError
        If its rows name the models one by one, so that they have to be declared, or a column is no model.
    """
    columns = file.columns()
    names = None if columns is None else [*layout.roles(dict.fromkeys(columns))]
    if names is None or {"model", "outcome"} & set(names):
        message = (
            f"{file.name}: models must be declared before their scores come; got no header that has them all. Name "
            f"them (--models a,b,c)."
        )
        raise DataError(message)
    if "question" not in names or set(names) & set(QUESTION_FACTS):
        raise DataError(_not_understood(file.name, names))
    return checked_names([name for name in names if name != "question"], "model")


def _not_understood(source: str, columns: Collection[str]) -> str:
    return (
        f"{source}: columns must be model, question and outcome (long), or question beside a column of each model "
        f"(wide); got {listed(list(columns))}. Map them to their roles (--columns model=...), or leave them unread "
        f"(--ignore)."
    )
