"""Complaints about rows and columns that name the file, the line and the cell."""

from collections.abc import Collection, Sequence

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray, IntArray
from bayesrank.errors import DataError
from bayesrank.readers.columns import listed
from bayesrank.readers.repeats import find_repeat
from bayesrank.readers.table import Table, shown


def refuse_unknown_columns(table: Table, understood: Sequence[str]) -> None:
    """Raise :class:`DataError` if some column is not ``understood``."""
    names = table.columns.column_names
    unknown = [name for name in names if name not in understood]
    if unknown:
        message = (
            f"{table.source}: every column must be understood; got {listed(unknown)} among {listed(names)}. "
            f"Understood are {', '.join(understood)}. Map the column to its role, columns={{role: {unknown[0]!r}}}, "
            f"or ignore it, ignore=[{unknown[0]!r}] (--ignore {unknown[0]})."
        )
        raise DataError(message)


def refuse_rows(table: Table, legal: BoolArray, column: str, holds: str, remedy: str) -> None:
    """Raise :class:`DataError` that names the first row that is not legal, and its cell in ``column``.

    Parameters
    ----------
    legal : array of bool, shape (n_rows,)
    column, holds, remedy : str
        The column, what must hold of it ("be positive"), and what to do where it does not.
    """
    wrong = np.flatnonzero(~legal)
    if wrong.size:
        position = int(wrong[0])
        cell = table.columns[column][position].as_py()
        got = "an empty cell" if cell is None else repr(cell)
        message = f"{table.place(position)}: {column} must {holds}; got {got}. {remedy}."
        raise DataError(message)


def refuse_repeats(
    table: Table,
    key: IntArray,
    columns: Collection[str],
    *,
    holds: str | None = None,
    remedy: str = "Drop one, or rename it",
) -> None:
    """Raise :class:`DataError` if two rows have one ``key``, which the ``columns`` make.

    Parameters
    ----------
    key : array of int, shape (n_rows,)
        One number for each combination of names in the columns.
    columns : collection of str
        The columns whose cells say which row it is.
    holds, remedy : str
        What must hold, if not that the columns name one row, and what to do where it does not.
    """
    repeat = find_repeat(key)
    if repeat is not None:
        earlier, position = repeat
        cells = " on ".join(shown(table.columns[column][position].as_py()) for column in columns)
        must = holds or f"{' and '.join(columns)} must name one row"
        message = f"{table.place(position)}: {must}; got {cells} again, first in {table.row(earlier)}. {remedy}."
        raise DataError(message)


def counts(table: Table, column: str, least: int) -> IntArray:
    """Return a column of whole numbers that are ``least`` or more, shape (n_rows,)."""
    numbers = table.numbers(column)
    legal = (numbers >= least) & np.isfinite(numbers) & (numbers == np.floor(numbers))
    refuse_rows(table, legal, column, f"be a whole number >= {least}", "Correct it, or drop the row")
    return numbers.astype(np.int64)


def positive(table: Table, column: str) -> FloatArray:
    """Return a column of positive finite numbers, shape (n_rows,)."""
    numbers = table.numbers(column)
    legal = (numbers > 0) & np.isfinite(numbers)
    refuse_rows(table, legal, column, "be positive and finite", "Correct it, or drop the row")
    return numbers


def finite(table: Table, column: str) -> FloatArray:
    """Return a column of finite numbers, shape (n_rows,)."""
    numbers = table.numbers(column, remedy="Correct it, or drop the row")
    refuse_rows(table, np.isfinite(numbers), column, "be a finite number", "Fill it in, or drop the row")
    return numbers
