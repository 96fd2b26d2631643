"""Scores of models on benchmarks in units that all benchmarks share: what a program for score tables reads."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray, IntArray
from bayesrank.errors import DataError
from bayesrank.observations.score_table import ScoreTable
from bayesrank.statistics.canonical_order import canonical_order


@dataclass(frozen=True, eq=False)
class ScoreCells:
    """Scores in standard deviations of their benchmark, higher is better, in an order that names and rows do not touch.

    Benchmarks on which fewer than two models, or all alike, were scored compare nothing and are left out.

    Parameters
    ----------
    models, benchmarks : tuple of str
        Names in canonical order (see :mod:`bayesrank.statistics.canonical_order`), L and K of them.
    model, benchmark : array of int, shape (n_cells,)
        Positions in these of each score.
    score : array of float, shape (n_cells,)
        Less the mean of its benchmark, divided by its standard deviation over the models scored, and turned around
        where lower is better.
    standard_error : array of float, shape (n_cells,)
        In the same units; 0 where the table has none.
    centre, scale : array of float, shape (K,)
        Mean and standard deviation of each benchmark over the models scored on it, in its own units.
    left_out : tuple of str
        Names of the benchmarks that compare nothing.
    """

    models: tuple[str, ...]
    benchmarks: tuple[str, ...]
    model: IntArray
    benchmark: IntArray
    score: FloatArray
    standard_error: FloatArray
    centre: FloatArray
    scale: FloatArray
    left_out: tuple[str, ...]

    @property
    def with_errors(self) -> bool:
        """Whether the standard errors of scores are known."""
        return bool(self.standard_error.any())

    @property
    def observed(self) -> BoolArray:
        """Whether a model has a score on a benchmark, shape (L, K)."""
        return ~np.isnan(self.table)

    @property
    def table(self) -> FloatArray:
        """The scores as a table, NaN where there is none, shape (L, K)."""
        table = np.full((len(self.models), len(self.benchmarks)), np.nan)
        table[self.model, self.benchmark] = self.score
        return table


def standardise_scores(table: ScoreTable) -> ScoreCells:
    """Bring the scores of all benchmarks to the same units.

    Raises
    ------
    DataError
        If no benchmark compares two models.
    """
    kept = [column for column, scores in enumerate(table.scores.T) if len(np.unique(scores[~np.isnan(scores)])) > 1]
    if not kept:
        message = (
            "a benchmark must have different scores of two models for models to be compared; got none that has. "
            "Add benchmarks, or scores of other models on them."
        )
        raise DataError(message)
    scores = table.scores[:, kept]
    centre, scale = np.nanmean(scores, axis=0), np.nanstd(scores, axis=0, ddof=1)
    turned = np.where(table.higher_is_better[kept], 1.0, -1.0)
    standard = (scores - centre) / scale * turned
    errors = np.zeros(scores.shape) if table.standard_errors is None else table.standard_errors[:, kept] / scale
    observed = ~np.isnan(scores)
    known = [np.where(observed, values, 0.0) for values in (standard, errors, observed)]
    names = [table.benchmarks[column] for column in kept]
    models, benchmarks = canonical_order(np.stack(known, axis=2), np.arange(len(kept)), table.models, names)
    cells = np.ix_(models, benchmarks)
    model, benchmark = np.nonzero(observed[cells])
    return ScoreCells(
        models=tuple(table.models[index] for index in models),
        benchmarks=tuple(names[index] for index in benchmarks),
        model=model.astype(np.int64),
        benchmark=benchmark.astype(np.int64),
        score=standard[cells][model, benchmark],
        standard_error=errors[cells][model, benchmark],
        centre=centre[benchmarks],
        scale=scale[benchmarks],
        left_out=tuple(name for column, name in enumerate(table.benchmarks) if column not in kept),
    )
