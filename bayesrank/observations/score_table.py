"""Score tables: one score of each model on each benchmark, as leaderboards publish them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray
from bayesrank.errors import DataError
from bayesrank.observations.names import checked_names
from bayesrank.observations.row_arrays import read_only


@dataclass(frozen=True, eq=False, repr=False)
class ScoreTable:
    """Scores of models on benchmarks, each benchmark on a scale and in a direction of its own.

    Build it with :func:`bayesrank.read_score_table`.

    Parameters
    ----------
    models, benchmarks : tuple of str
        Names, L and K of them, at least two models.
    scores : array of float, shape (L, K)
        NaN where a model has no score; every model and every benchmark has at least one.
    higher_is_better : array of bool, shape (K,)
        Direction of each benchmark: True for an accuracy, False for an error rate.
    standard_errors : array of float, shape (L, K), or None
        Standard error of each score, > 0, on the scale of the benchmark; NaN exactly where the score is missing.

    Raises
    ------
    DataError
        If names, shapes or numbers are not as stated.
    """

    models: tuple[str, ...]
    benchmarks: tuple[str, ...]
    scores: FloatArray
    higher_is_better: BoolArray
    standard_errors: FloatArray | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "models", checked_names(self.models, "model"))
        object.__setattr__(self, "benchmarks", checked_names(self.benchmarks, "benchmark"))
        if len(self.models) < 2:
            message = f"a score table must have at least two models; got {self.models[0]!r} alone. Add the others."
            raise DataError(message)
        self._check_scores()
        self._check_direction()
        object.__setattr__(self, "scores", read_only(self.scores))
        object.__setattr__(self, "higher_is_better", read_only(self.higher_is_better))
        if self.standard_errors is not None:
            self._check_standard_errors(self.standard_errors)
            object.__setattr__(self, "standard_errors", read_only(self.standard_errors))

    def __repr__(self) -> str:
        errors = "without" if self.standard_errors is None else "with"
        return (
            f"ScoreTable({len(self.models)} models x {len(self.benchmarks)} benchmarks, "
            f"{self.coverage:.1%} of the cells observed, {errors} standard errors)"
        )

    @property
    def coverage(self) -> float:
        """Share of the model x benchmark cells with a score."""
        return float(np.mean(~np.isnan(self.scores)))

    def _check_scores(self) -> None:
        self._check_shape(self.scores, "scores")
        infinite = np.argwhere(np.isinf(self.scores))
        if infinite.size:
            message = (
                f"score must be finite; got {self._cell(self.scores, infinite[0])}. Leave it out if it is missing."
            )
            raise DataError(message)
        observed = ~np.isnan(self.scores)
        for names, kind, seen in (
            (self.models, "model", observed.any(axis=1)),
            (self.benchmarks, "benchmark", observed.any(axis=0)),
        ):
            if not seen.all():
                message = f"every {kind} must have at least one score; {names[np.argmin(seen)]!r} has none. Drop it."
                raise DataError(message)

    def _check_direction(self) -> None:
        direction = self.higher_is_better
        if np.shape(direction) != (len(self.benchmarks),) or direction.dtype != np.bool_:
            message = (
                f"higher_is_better must be {len(self.benchmarks)} booleans, one a benchmark; "
                f"got {direction.dtype} of shape {np.shape(direction)}. Give each benchmark its direction."
            )
            raise DataError(message)

    def _check_standard_errors(self, standard_errors: FloatArray) -> None:
        self._check_shape(standard_errors, "standard_errors")
        missing = np.isnan(self.scores)
        legal = np.where(missing, np.isnan(standard_errors), (standard_errors > 0) & np.isfinite(standard_errors))
        wrong = np.argwhere(~legal)
        if wrong.size:
            message = (
                f"standard error must be positive where there is a score, missing where there is none; "
                f"got {self._cell(standard_errors, wrong[0])}. Fill it in, or leave the standard errors out."
            )
            raise DataError(message)

    def _check_shape(self, table: FloatArray, name: str) -> None:
        shape = len(self.models), len(self.benchmarks)
        if np.shape(table) != shape:
            message = (
                f"{name} must have shape {shape}, models x benchmarks; got {np.shape(table)}. Transpose or fill it."
            )
            raise DataError(message)

    def _cell(self, table: FloatArray, cell: np.ndarray[tuple[int], np.dtype[np.intp]]) -> str:
        model, benchmark = cell
        return f"{table[model, benchmark]:g} for {self.models[model]!r} on {self.benchmarks[benchmark]!r}"
