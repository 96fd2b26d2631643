"""The questions of a sequence: how many there are, and the order drawn before the first score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from bayesrank.arrays import IntArray
from bayesrank.errors import DataError
from bayesrank.observations.names import checked_names
from bayesrank.options import check_at_least


@dataclass(frozen=True)
class QuestionOrder:
    """Which questions come, as fixed before the first score.

    Parameters
    ----------
    population_size : int or None
        Number of questions of the finite benchmark; None for an unlimited supply.
    questions : tuple of str or None
        Names in the order in which they come; None if that was not declared.

    Attributes
    ----------
    named : dict of str to None
        Names given without an order so far, in the order in which they came.

    Raises
    ------
    DataError
        If names cannot be told apart, or are not as many as the benchmark has questions.
    """

    population_size: int | None
    questions: tuple[str, ...] | None = None
    named: dict[str, None] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.population_size is not None:
            check_at_least("population_size", self.population_size, 1)
        if self.questions is None:
            return
        object.__setattr__(self, "questions", checked_names(self.questions, "question"))
        if self.population_size not in {None, len(self.questions)}:
            message = (
                f"order must have all {self.population_size} questions of the benchmark; got {len(self.questions)}. "
                f"Draw the order of all of them, also if fewer will be asked."
            )
            raise DataError(message)

    def check_next(self, n_asked: int, n_rows: int, given: Sequence[str] | None) -> None:
        """Raise :class:`DataError` unless rows are of the questions that come next.

        Whoever takes questions as their answers come in takes short and easy ones first: they are no random ones.

        Parameters
        ----------
        n_asked, n_rows : int
            Questions before, and rows now.
        given : sequence of str or None
            Names of the questions of the rows.
        """
        if self.population_size is not None and n_asked + n_rows > self.population_size:
            message = (
                f"rows must be at most {self.population_size - n_asked}, the questions left of the benchmark; got "
                f"{n_rows}. Pass the size of the whole benchmark as population_size."
            )
            raise DataError(message)
        if given is None and self.questions is None:
            return
        names = _listed(given)
        if len(names) != n_rows:
            message = f"questions must be {n_rows} names, one a row; got {len(names)}. Name the question of every row."
            raise DataError(message)
        self._check_names(n_asked, names)

    def remember(self, given: Sequence[str] | None) -> None:
        """Keep the names of questions that count now, so that none counts twice."""
        if self.questions is None:
            self.named.update(dict.fromkeys(map(str, _listed(given))))

    def doubts(self, random_seed: int | None) -> tuple[str, ...]:
        """Say what is taken for granted of the order.

        Parameters
        ----------
        random_seed : int or None
            The seed that it was drawn from here; None if it was not.
        """
        drawn = "independently" if self.population_size is None else "at random before the first score"
        if self.questions is None:
            return (f"it is taken on trust that questions were drawn {drawn}, and not taken as answers came in",)
        if self.population_size is None:
            return (f"it is taken on trust that questions were drawn {drawn}",)
        return () if random_seed is not None else (f"it is taken on trust that the order given was drawn {drawn}",)

    def _check_names(self, n_asked: int, names: Sequence[str]) -> None:
        if self.questions is None:
            self._refuse_repeats(names)
            return
        for position, name in enumerate(names, start=n_asked):
            if position == len(self.questions):
                message = f"questions must be of the order drawn beforehand; got {name!r} after its last. Drop it."
                raise DataError(message)
            if name != self.questions[position]:
                message = (
                    f"questions must come in the order drawn beforehand; got {name!r} where "
                    f"{self.questions[position]!r} is next. Keep early answers until those before them are in."
                )
                raise DataError(message)

    def _refuse_repeats(self, names: Sequence[str]) -> None:
        for name in checked_names(names, "question") if names else ():
            if name in self.named:
                message = f"a question must come once; got {name!r} again. Drop its second row."
                raise DataError(message)


def random_order(n_questions: int, random_seed: int) -> IntArray:
    """Return the positions of questions in an order drawn uniformly at random, shape (n_questions,)."""
    return np.random.default_rng(random_seed).permutation(n_questions)


def _listed(given: Sequence[str] | None) -> list[str]:
    """Return names as a list; one may be given by itself."""
    return [given] if isinstance(given, str) else [] if given is None else list(given)
