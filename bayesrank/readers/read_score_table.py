"""Scores of models on benchmarks, in wide or long form, read into a ScoreTable."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np

from bayesrank.arrays import BoolArray
from bayesrank.errors import DataError
from bayesrank.observations.score_table import ScoreTable
from bayesrank.readers.columns import listed, renamed
from bayesrank.readers.files import read_table
from bayesrank.readers.row_checks import refuse_repeats, refuse_rows, refuse_unknown_columns
from bayesrank.readers.table import Table

_LONG = ("model", "benchmark", "score", "standard_error")


def read_score_table(
    source: Any,  # noqa: ANN401 (a path, or any frame that narwhals supports)
    *,
    columns: Mapping[str, str] | None = None,
    ignore: Collection[str] = (),
    lower_is_better: Collection[str] = (),
) -> ScoreTable:
    """Read scores of models on benchmarks from a file or a data frame, in wide or long form.

    The columns tell the form: ``model``, ``benchmark``, ``score`` and perhaps ``standard_error`` are long;
    ``model`` beside columns of scores is wide with benchmarks as columns, ``benchmark`` beside columns of scores
    is wide with models as columns. Columns under other names need ``columns``; nothing is guessed. Empty cells
    are missing scores.

    Parameters
    ----------
    source : str, Path or data frame
        A file in CSV, TSV, JSON Lines or Parquet, or a frame of pandas, polars, pyarrow, duckdb or any other
        engine that narwhals supports.
    columns : mapping of str to str, optional
        Role to the column that has it: ``{"model": "system"}``.
    ignore : collection of str
        Columns to leave unread.
    lower_is_better : collection of str
        Benchmarks whose lower scores are better: error rates, losses, costs.

    Returns
    -------
    ScoreTable

    Raises
    ------
    DataError
        Whenever the data are not as described; the message names file, row and column.

    Examples
    --------
    >>> import bayesrank as br, pandas as pd
    >>> board = pd.DataFrame({"model": ["x", "y"], "accuracy": [0.9, 0.8], "error": [0.2, None]})
    >>> br.read_score_table(board, lower_is_better=["error"])
    ScoreTable(2 models x 2 benchmarks, 75.0% of the cells observed, without standard errors)
    """
    table = renamed(read_table(source, ignore), columns or {})
    names = set(table.columns.column_names)
    if {"model", "benchmark", "score"} <= names:
        return _read_long(table, lower_is_better)
    rows = [role for role in ("model", "benchmark") if role in names]
    if len(rows) == 1 and len(names) > 1 and not names & {"score", "standard_error"}:
        return _read_wide(table, rows[0], lower_is_better)
    message = (
        f"{table.source}: columns must be model, benchmark, score and perhaps standard_error (long), or model or "
        f"benchmark beside columns of scores (wide); found {listed(table.columns.column_names)}. "
        f"Map them to their roles: columns={{'model': ...}} (--columns model=...)."
    )
    raise DataError(message)


def _read_long(table: Table, lower_is_better: Collection[str]) -> ScoreTable:
    refuse_unknown_columns(table, _LONG)
    model_index, models = table.codes("model", "model")
    benchmark_index, benchmarks = table.codes("benchmark", "benchmark")
    cell = model_index * len(benchmarks) + benchmark_index
    refuse_repeats(table, cell, ("model", "benchmark"))
    filled = {}
    for column in set(table.columns.column_names) & {"score", "standard_error"}:
        filled[column] = np.full((len(models), len(benchmarks)), np.nan)
        filled[column].flat[cell] = table.numbers(column)
        _refuse_infinite(table, column)
    if "standard_error" in filled:
        _refuse_standard_errors(table)
    return ScoreTable(
        models=models,
        benchmarks=benchmarks,
        scores=filled["score"],
        higher_is_better=_direction(table, benchmarks, lower_is_better),
        standard_errors=filled.get("standard_error"),
    )


def _read_wide(table: Table, rows: str, lower_is_better: Collection[str]) -> ScoreTable:
    """Read a matrix whose first names are in the column ``rows``, ``"model"`` or ``"benchmark"``."""
    position, down = table.codes(rows, rows)
    refuse_repeats(table, position, (rows,))
    across = tuple(name for name in table.columns.column_names if name != rows)
    matrix = np.empty((len(down), len(across)))
    for place, name in enumerate(across):
        matrix[position, place] = table.numbers(name)
        _refuse_infinite(table, name)
    benchmarks = across if rows == "model" else down
    return ScoreTable(
        models=down if rows == "model" else across,
        benchmarks=benchmarks,
        scores=matrix if rows == "model" else matrix.T,
        higher_is_better=_direction(table, benchmarks, lower_is_better),
    )


def _refuse_infinite(table: Table, column: str) -> None:
    finite = ~np.isinf(table.numbers(column))
    refuse_rows(table, finite, column, "be finite", "Empty the cell if the score is missing")


def _refuse_standard_errors(table: Table) -> None:
    score, error = table.numbers("score"), table.numbers("standard_error")
    legal = np.where(np.isnan(score), np.isnan(error), error > 0)
    holds = "be positive where there is a score and empty where there is none"
    refuse_rows(table, legal, "standard_error", holds, "Correct it, or ignore the column")


def _direction(table: Table, benchmarks: Sequence[str], lower_is_better: Collection[str]) -> BoolArray:
    """Return whether higher is better for each benchmark, shape (n_benchmarks,)."""
    unknown = sorted(set(lower_is_better) - set(benchmarks))
    if unknown:
        message = (
            f"{table.source}: lower_is_better must name benchmarks; got {unknown[0]!r}, found {listed(benchmarks)}. "
            f"Check the name."
        )
        raise DataError(message)
    return np.array([name not in lower_is_better for name in benchmarks])
