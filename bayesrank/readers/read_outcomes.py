"""Benchmark results of any supported layout, read into Outcomes."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bayesrank.errors import DataError
from bayesrank.observations.outcomes import Outcomes
from bayesrank.options import check_choice
from bayesrank.readers import array_file
from bayesrank.readers.columns import listed, renamed
from bayesrank.readers.counted_table import read_counted
from bayesrank.readers.files import read_table
from bayesrank.readers.long_table import RepeatedRows, read_long
from bayesrank.readers.outcome_cells import OutcomeValues
from bayesrank.readers.table import Table
from bayesrank.readers.wide_table import read_wide

_LONG = {"model", "question", "outcome"}
_COUNTED = {"model", "question", "n_trials", "n_correct"}


def read_outcomes(
    source: Any,  # noqa: ANN401 (a path, or any frame that narwhals supports)
    *,
    columns: Mapping[str, str] | None = None,
    ignore: Collection[str] = (),
    weights: Sequence[float] | None = None,
    outcome_values: OutcomeValues | None = None,
    repeated_rows: RepeatedRows = "refuse",
    prior: Any = None,  # noqa: ANN401 (as source, or an array)
) -> Outcomes:
    """Read benchmark results from a file or a data frame, in long, wide or counted form.

    The columns tell the form: ``model``, ``question``, ``outcome`` and perhaps ``trial`` are long, one row a
    trial; ``model``, ``question``, ``n_trials``, ``n_correct`` are counted; ``model`` or ``question`` beside
    columns of outcomes is wide. Columns under other names need ``columns``; nothing is guessed. In long and
    counted form further columns with one value a question are kept as facts about the questions.

    Parameters
    ----------
    source : str, Path or data frame
        A file in CSV, TSV, JSON Lines, Parquet, ``.npy`` or ``.npz``, or a frame of pandas, polars, pyarrow,
        duckdb or any other engine that narwhals supports.
    columns : mapping of str to str, optional
        Role to the column that has it: ``{"model": "system"}``.
    ignore : collection of str
        Columns to leave unread.
    weights : sequence of float, length C + 1, optional
        Utility of each category; without it outcomes are right or wrong, or fractions in [0, 1] (long form).
    outcome_values : mapping of str to float or None, optional
        What the words in outcome cells mean: ``{"pass": 1, "fail": 0, "error": None}``, None for missing.
    repeated_rows : {"refuse", "trials"}
        Whether several rows of one model and question without a trial column are an error, or its trials.
    prior : as ``source``, or an array, optional
        Prior outcomes R0 in the same categories; see :meth:`Outcomes.with_prior`.

    Returns
    -------
    Outcomes

    Raises
    ------
    DataError
        Whenever the data are not as described; the message names file, row and column.

    Examples
    --------
    >>> import bayesrank as br, pandas as pd
    >>> br.read_outcomes(pd.DataFrame({"model": ["a", "b"], "question": ["q", "q"], "outcome": [1, 0]}))
    Outcomes(2 models x 1 questions, 2 trials, 2 categories, 100.0% of the cells observed)
    """
    check_choice("repeated_rows", repeated_rows, RepeatedRows)
    if isinstance(source, (str, Path)) and Path(source).suffix in array_file.SUFFIXES:
        outcomes = array_file.read_array_file(Path(source))
    else:
        table = renamed(read_table(source, ignore), columns or {})
        outcomes = _read_layout(table, weights, outcome_values, repeated_rows)
    if prior is None:
        return outcomes
    if isinstance(prior, (np.ndarray, list, tuple, Outcomes)):
        return outcomes.with_prior(prior)
    return outcomes.with_prior(read_outcomes(prior, columns=columns, ignore=ignore, weights=weights))


def _read_layout(
    table: Table, weights: Sequence[float] | None, outcome_values: OutcomeValues | None, repeated_rows: RepeatedRows
) -> Outcomes:
    names = table.columns.column_names
    if set(names) >= _LONG:
        return read_long(table, weights, outcome_values, repeated_rows)
    if set(names) >= _COUNTED:
        return read_counted(table)
    rows = [role for role in ("model", "question") if role in names]
    if len(rows) == 1 and not set(names) & {"outcome", "trial", "n_trials", "n_correct"}:
        return read_wide(table, rows[0], weights, outcome_values)
    message = (
        f"{table.source}: columns must be model, question, outcome (long), or model, question, n_trials, n_correct "
        f"(counted), or model or question beside columns of outcomes (wide); found {listed(names)}. "
        f"Map them to their roles: columns={{'model': ...}} (--columns model=...)."
    )
    raise DataError(message)
