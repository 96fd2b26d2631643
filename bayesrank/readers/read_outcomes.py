"""Benchmark results of any supported layout, read into Outcomes."""

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from bayesrank.errors import DataError
from bayesrank.observations.outcomes import Outcomes
from bayesrank.options import check_choice
from bayesrank.readers.array_file import is_array_file, load_arrays, read_array_file
from bayesrank.readers.columns import listed, renamed
from bayesrank.readers.complaints import naming
from bayesrank.readers.counted_table import read_counted
from bayesrank.readers.files import read_table
from bayesrank.readers.long_table import RepeatedRows, read_long
from bayesrank.readers.outcome_cells import OutcomeValues
from bayesrank.readers.table import FRAME, Table
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
        Prior outcomes R0 in the same categories, read with the same options; see :meth:`Outcomes.with_prior`.
        An ``.npy`` file is an array.

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
    if is_array_file(source):
        _refuse_idle(source, columns=columns, ignore=ignore, outcome_values=outcome_values)
    read = partial(
        _read_source, columns=columns or {}, ignore=ignore, outcome_values=outcome_values, repeated_rows=repeated_rows
    )
    outcomes = read(source, weights=weights)
    if prior is None:
        return outcomes
    if isinstance(prior, (np.ndarray, list, tuple, Outcomes)):
        return outcomes.with_prior(prior)
    if isinstance(prior, (str, Path)) and Path(prior).suffix.lower() == ".npy":
        known: Any = load_arrays(Path(prior))["outcomes"]  # it holds no names: positions tell what is what
    else:
        known = read(prior, weights=None if outcomes.weights is None else outcomes.weights.tolist())
    with naming(Path(prior).name if isinstance(prior, (str, Path)) else FRAME):
        return outcomes.with_prior(known)


def _refuse_idle(source: str | Path, **options: object) -> None:
    for name, given in options.items():
        if given:
            message = (
                f"{name} must be left out for the arrays of {Path(source).name}; got {given!r}. "
                f"Arrays have positions, no columns and no words."
            )
            raise ValueError(message)


def _read_source(
    source: Any,  # noqa: ANN401
    *,
    columns: Mapping[str, str],
    ignore: Collection[str],
    weights: Sequence[float] | None,
    outcome_values: OutcomeValues | None,
    repeated_rows: RepeatedRows,
) -> Outcomes:
    if is_array_file(source):
        return read_array_file(Path(source), weights)
    table = renamed(read_table(source, ignore), columns)
    return _read_layout(table, weights, outcome_values, repeated_rows)


def _read_layout(
    table: Table, weights: Sequence[float] | None, outcome_values: OutcomeValues | None, repeated_rows: RepeatedRows
) -> Outcomes:
    names = table.columns.column_names
    if set(names) >= _LONG:
        return read_long(table, weights, outcome_values, repeated_rows)
    if set(names) >= _COUNTED:
        if outcome_values:
            message = (
                f"{table.source}: outcome_values must be left out for counted outcomes, which hold numbers and no "
                f"words; got {dict(outcome_values)}. Leave it out."
            )
            raise DataError(message)
        return read_counted(table, weights)
    _refuse_spaced_roles(table)
    rows = [role for role in ("model", "question") if role in names]
    if len(rows) == 1 and not set(names) & {"outcome", "trial", "n_trials", "n_correct"}:
        return read_wide(table, rows[0], weights, outcome_values)
    message = (
        f"{table.source}: columns must be model, question, outcome (long), or model, question, n_trials, n_correct "
        f"(counted), or model or question beside columns of outcomes (wide); got {listed(names)}. "
        f"Map them to their roles: columns={{'model': ...}} (--columns model=...)."
    )
    raise DataError(message)


def _refuse_spaced_roles(table: Table) -> None:
    """Refuse a header such as ``model, question, outcome``, which looks like a wide table with odd names."""
    for name in table.columns.column_names:
        if name != name.strip() and name.strip() in {*_LONG, *_COUNTED, "trial"}:
            message = (
                f"{table.source}: column {name!r} must have no white space around its name; got some. Take it out, or "
                f"map the column: columns={{{name.strip()!r}: {name!r}}}."
            )
            raise DataError(message)
