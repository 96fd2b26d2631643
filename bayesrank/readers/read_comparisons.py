"""Battles of two models, one a row or counted, read into Comparisons."""

from collections.abc import Collection, Mapping
from typing import Any, Literal

import numpy as np

from bayesrank.arrays import IntArray
from bayesrank.errors import DataError
from bayesrank.observations.comparisons import A_FIRST, A_WON, B_FIRST, B_WON, NEITHER_FIRST, TIE, Comparisons
from bayesrank.readers.columns import listed, renamed
from bayesrank.readers.complaints import naming
from bayesrank.readers.covariates import Covariates, columns_of_covariates, differences
from bayesrank.readers.files import read_table
from bayesrank.readers.row_checks import counts, positive, refuse_rows, refuse_unknown_columns
from bayesrank.readers.table import Table
from bayesrank.readers.times import times

WINNERS: Mapping[str, str] = {"a": "a", "b": "b", "tie": "tie"}
ARENA_WINNERS: Mapping[str, str] = {
    "model_a": "a",
    "model_b": "b",
    "tie": "tie",
    "tie (bothbad)": "tie",
    "both_bad": "tie",
}

_CODES = {"a": A_WON, "b": B_WON, "tie": TIE}
_SIDES = {"a": A_FIRST, "b": B_FIRST, "neither": NEITHER_FIRST}
_NAMED = {"question": "questions", "judge": "judges", "category": "categories"}
_FACTS = (*_NAMED, "side", "order", "weight")
_BATTLES = ("model_a", "model_b", "winner", "count", *_FACTS)
_COUNTED = ("model_a", "model_b", "wins_a", "wins_b", "ties", *_FACTS)


def read_comparisons(
    source: Any,  # noqa: ANN401 (a path, or any frame that narwhals supports)
    *,
    columns: Mapping[str, str] | None = None,
    ignore: Collection[str] = (),
    winner_values: Mapping[str, str] | None = None,
    first: Literal["model_a", "model_b"] | None = None,
    covariates: Covariates = (),
) -> Comparisons:
    """Read battles of two models from a file or a data frame, one a row or counted.

    The columns tell the form: ``model_a``, ``model_b``, ``winner`` and perhaps ``count`` are battles;
    ``model_a``, ``model_b``, ``wins_a``, ``wins_b`` and perhaps ``ties`` are counted. Both may have ``question``,
    ``judge``, ``category`` (what the battle was about), ``side`` (which was shown first or played at home: a, b or
    neither), ``order`` (a number, date or time) and ``weight``. Columns under other names need ``columns``; nothing is
    guessed.

    Parameters
    ----------
    source : str, Path or data frame
        A file in CSV, TSV, JSON Lines or Parquet, or a frame of pandas, polars, pyarrow, duckdb or any other
        engine that narwhals supports.
    columns : mapping of str to str, optional
        Role to the column that has it: ``{"model_a": "left"}``.
    ignore : collection of str
        Columns to leave unread.
    winner_values : mapping of str to str, optional
        What each label in the column of winners means: ``"a"``, ``"b"`` or ``"tie"``. Without it labels are
        exactly these. ``ARENA_WINNERS`` holds the words of chat arenas, where both answers being bad is a tie.
    first : {"model_a", "model_b"}, optional
        Which of the two was shown first or played at home in every row; without it and without a column
        ``side`` that is not known.
    covariates : sequence of str, or mapping of str to (str, str), optional
        What was measured of the two answers, their length, say: columns that hold the value of a less that of b; or
        names, each with the column of a's values and that of b's.

    Returns
    -------
    Comparisons

    Raises
    ------
    DataError
        Whenever the data are not as described; the message names file, row and column.

    Examples
    --------
    >>> import bayesrank as br, pandas as pd
    >>> battles = pd.DataFrame({"model_a": ["x", "x"], "model_b": ["y", "z"], "winner": ["model_a", "both_bad"]})
    >>> br.read_comparisons(battles, winner_values=br.ARENA_WINNERS)
    Comparisons(3 models, 2 battles, 50.0% ties)
    """
    table = renamed(read_table(source, ignore), columns or {})
    measured = columns_of_covariates(table, covariates, {*_BATTLES, *_COUNTED})
    further = [column for pair in measured.values() for column in pair]
    names = table.columns.column_names
    if {"model_a", "model_b", "winner"} <= set(names):
        refuse_unknown_columns(table, [*_BATTLES, *further])
        row, winner, count = _battles(table, winner_values or WINNERS)
    elif {"model_a", "model_b", "wins_a", "wins_b"} <= set(names):
        refuse_unknown_columns(table, [*_COUNTED, *further])
        row, winner, count = _counted(table)
    else:
        message = (
            f"{table.source}: columns must be model_a, model_b, winner (one row a battle) or model_a, model_b, "
            f"wins_a, wins_b and perhaps ties (counted); found {listed(names)}. "
            f"Map them to their roles: columns={{'model_a': ...}} (--columns model_a=...)."
        )
        raise DataError(message)
    models, model_a, model_b = _pairs(table)
    facts = _facts(table, row, first)
    if measured:
        facts |= {"covariate_names": tuple(measured), "covariates": differences(table, measured)[row]}
    with naming(table.source):
        return Comparisons(
            models=models,
            model_a=model_a[row],
            model_b=model_b[row],
            winner=winner.astype(np.int8),
            count=count,
            **facts,
        )


def _battles(table: Table, winner_values: Mapping[str, str]) -> tuple[IntArray, IntArray, IntArray]:
    """Return the rows that hold battles, their winners and how many each stands for."""
    odd = sorted(set(winner_values.values()) - set(_CODES))
    if odd:
        message = f"winner_values must map labels to 'a', 'b' or 'tie'; got {odd[0]!r}. Choose one of the three."
        raise ValueError(message)
    codes = {str(label): _CODES[meaning] for label, meaning in winner_values.items()}
    winner = _coded(
        table, "winner", codes, "Correct it, or say what it means in winner_values (ARENA_WINNERS for chat arenas)"
    )
    n_rows = len(winner)
    count = counts(table, "count", 1) if "count" in table.columns.column_names else np.ones(n_rows, dtype=np.int64)
    return np.arange(n_rows), winner, count


def _counted(table: Table) -> tuple[IntArray, IntArray, IntArray]:
    """Return a row for each result that was seen between two models; a count of zero is no battle."""
    results = {"wins_a": A_WON, "wins_b": B_WON, "ties": TIE}
    found = [column for column in results if column in table.columns.column_names]
    seen = np.stack([counts(table, column, 0) for column in found], axis=1)  # (n_rows, 2 or 3)
    row, result = np.nonzero(seen)
    return row.astype(np.int64), np.array([results[column] for column in found])[result], seen[row, result]


def _pairs(table: Table) -> tuple[tuple[str, ...], IntArray, IntArray]:
    """Return the names of all models, sorted, and the positions of each row's two."""
    coded = {column: table.codes(column, "model") for column in ("model_a", "model_b")}
    models = sorted({name for _, names in coded.values() for name in names})
    place = {name: position for position, name in enumerate(models)}
    model_a, model_b = (np.array([place[name] for name in names])[code] for code, names in coded.values())
    refuse_rows(table, model_a != model_b, "model_b", "differ from model_a", "Drop the row, or correct the name")
    return tuple(models), model_a, model_b


def _facts(table: Table, row: IntArray, first: str | None) -> dict[str, Any]:
    """Return what else is known of the battles, by the names of the fields of Comparisons."""
    names = table.columns.column_names
    facts: dict[str, Any] = {}
    for kind, plural in _NAMED.items():
        if kind in names:
            index, facts[plural] = table.codes(kind, kind)
            facts[f"{kind}_index"] = index[row]
    if "order" in names:
        facts["order"] = times(table, "order")[row]
    if "weight" in names:
        facts["weight"] = positive(table, "weight")[row]
    if "side" in names:
        facts["side"] = _coded(table, "side", _SIDES, "Say which of the two stood first")[row].astype(np.int8)
    if first is not None:
        facts["side"] = np.full(len(row), _side_of_all(names, first), dtype=np.int8)
    return facts


def _side_of_all(names: Collection[str], first: str) -> int:
    sides = {"model_a": A_FIRST, "model_b": B_FIRST}
    if first not in sides:
        message = f"first must be one of {listed(sorted(sides))}; got {first!r}. Name the column of those shown first."
        raise ValueError(message)
    if "side" in names:
        message = f"first must be left out where a column says it; got {first!r} beside the column 'side'. Drop one."
        raise ValueError(message)
    return sides[first]


def _coded(table: Table, column: str, codes: Mapping[str, int], remedy: str) -> IntArray:
    """Return the code of each row's label, and refuse labels that have none."""
    position, labels = table.codes(column, column)
    known = np.array([label in codes for label in labels])
    refuse_rows(table, known[position], column, f"be one of {listed(sorted(codes))}", remedy)
    return np.array([codes[label] for label in labels])[position]
