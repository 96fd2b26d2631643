"""The models of a sequence: who is live, who has retired, whose slot is reserved, and what each was asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np
import numpy.typing as npt

from bayesrank.arrays import BoolArray, FloatArray
from bayesrank.errors import DataError
from bayesrank.observations.names import checked_names
from bayesrank.options import check_at_least
from bayesrank.sequential.score_rows import as_column, as_rows, labels_of, running_sums

type Status = Literal["live", "retired", "reserved"]

COUNTS = ("n_scored", "n_asked", "score_sum")


class Roster:
    """Models declared at the start, and slots for late ones.

    Parameters
    ----------
    declared : sequence of str
        Names of the models.
    reserved_slots : int
        Slots for models that are not known yet; they count as models from the start.

    Attributes
    ----------
    models : tuple of str
        Names, M of them; slots without a model have names too.
    status : list of {"live", "retired", "reserved"}
        Of each model.
    n_scored, n_asked : array of int, shape (M,)
        Scores that there are of each model, and scores that were expected.
    score_sum : array of float, shape (M,)
        Sum of the scores of each model, in their own units.

    Raises
    ------
    DataError
        If names cannot be told apart, or there are fewer than two models and slots together.
    """

    def __init__(self, declared: Sequence[str], reserved_slots: int) -> None:
        check_at_least("reserved_slots", reserved_slots, 0)
        if isinstance(declared, str):
            message = f"models must be a list of names; got {declared!r}, one text. Put the names into a list."
            raise DataError(message)
        slots = [f"reserved slot {number}" for number in range(1, reserved_slots + 1)]
        self.models = checked_names([*declared, *slots], "model")
        n_models = len(self.models)
        if n_models < 2:
            message = f"models must be at least two to be ranked; got {self.models[0]!r} alone. Add its rivals."
            raise DataError(message)
        n_declared = n_models - reserved_slots
        self.status: list[Status] = ["live" if position < n_declared else "reserved" for position in range(n_models)]
        self.n_scored, self.n_asked = np.zeros((2, n_models), dtype=np.int64)
        self.score_sum = np.zeros(n_models)

    @property
    def awaited(self) -> BoolArray:
        """The models that a score is expected of, shape (M,)."""
        return np.array([status == "live" for status in self.status])

    @property
    def mean_score(self) -> FloatArray:
        """Mean score of each model, in its own units, NaN where there is none, shape (M,)."""
        nothing = np.full(len(self.models), np.nan)
        mean: FloatArray = np.divide(self.score_sum, self.n_scored, out=nothing, where=self.n_scored > 0)
        return mean

    @property
    def n_missing(self) -> int:
        """Scores that were expected and did not come."""
        return int((self.n_asked - self.n_scored).sum())

    def rows(self, scores: npt.ArrayLike | Mapping[str, npt.ArrayLike]) -> FloatArray:
        """Return scores as an array of shape (n, M), NaN for models left out of a mapping or of labelled scores.

        Raises
        ------
        DataError
            If a model was not declared, or scores are no rows.
        """
        labels = labels_of(scores)
        if labels is not None:
            columns_given = as_rows(scores, len(labels)).T  # type: ignore[arg-type]
            scores = dict(zip(checked_names(labels, "model"), columns_given, strict=True))
        if not isinstance(scores, Mapping):
            return as_rows(scores, len(self.models))
        unknown = sorted(set(scores) - set(self.models), key=str)
        if unknown:
            message = (
                f"a model must be declared at the start; got scores of {unknown[0]!r}. Start a new sequence with it, "
                f"or let it arrive in a reserved slot."
            )
            raise DataError(message)
        columns = {model: as_column(given, model) for model, given in scores.items()}
        lengths = sorted({len(column) for column in columns.values()})
        if len(lengths) != 1:
            message = f"all models must have as many scores; got {lengths} of them. Pass NaN for a missing one."
            raise DataError(message)
        nothing = np.full(lengths[0], np.nan)
        return np.stack([columns.get(model, nothing) for model in self.models], axis=1)

    def count(self, scores: FloatArray, asked: BoolArray) -> None:
        """Count the scores of the models that were asked, one after the other however rows are grouped."""
        known = asked & ~np.isnan(scores)
        self.n_asked += len(scores) * asked
        self.n_scored += known.sum(axis=0)
        self.score_sum = running_sums(self.score_sum, np.where(known, scores, 0.0))[-1]

    def slot_for(self, model: str) -> int:
        """Return the position of the next reserved slot.

        Raises
        ------
        DataError
            If none is left, or the name of the model is taken.
        """
        if "reserved" not in self.status:
            message = (
                f"a model that arrives late must have a slot reserved at the start; got none for {model!r}. Start a "
                f"new sequence with reserved_slots."
            )
            raise DataError(message)
        slot = self.status.index("reserved")
        checked_names(self._with(model, slot), "model")
        return slot

    def admit(self, model: str, slot: int) -> None:
        """Give the slot to a model."""
        self.models = self._with(model, slot)
        self.status[slot] = "live"

    def retire(self, models: Sequence[str]) -> list[int]:
        """Let models retire, and return their positions.

        Raises
        ------
        DataError
            If one of them is not live; then none retires.
        """
        live = {model: position for position, model in enumerate(self.models) if self.status[position] == "live"}
        for model in models:
            if model not in live:
                message = f"a model must be live to retire; got {model!r}. Leave it out, or check the spelling."
                raise DataError(message)
        positions = [live[model] for model in models]
        for position in positions:
            self.status[position] = "retired"
        return positions

    def state(self) -> dict[str, np.ndarray]:
        """Return the counts of scores and their sums."""
        return {name: getattr(self, name).copy() for name in COUNTS}

    def restore(self, models: Sequence[str], status: Sequence[Status], arrays: Mapping[str, np.ndarray]) -> None:
        """Take up the models of another roster, their status, and its :meth:`state`."""
        self.models, self.status = tuple(models), list(status)
        for name in COUNTS:
            setattr(self, name, arrays[name].copy())

    def _with(self, model: str, slot: int) -> tuple[str, ...]:
        return (*self.models[:slot], model, *self.models[slot + 1 :])
