"""Columns whose cells are all of one kind: text, numbers, or true and false."""

from collections.abc import Iterable, Mapping
from numbers import Number

import numpy as np

from bayesrank.errors import DataError
from bayesrank.readers.table import Table, shown


def refuse_mixed_kinds(rows: Iterable[Mapping[str, object]], table: Table) -> None:
    """Raise :class:`DataError` that names the first cell of another kind than the first in its column.

    Parameters
    ----------
    rows : iterable of mapping
        The cells of each row by column, None or NaN where one is missing.
    table : Table
        Says where each row stands; its columns are not read.
    """
    known: dict[str, tuple[str, int]] = {}
    for position, row in enumerate(rows):
        for column, cell in row.items():
            kind = _kind(cell)
            if kind is None:
                continue
            expected, first = known.setdefault(column, (kind, position))
            if kind != expected:
                message = (
                    f"{table.place(position)}: {column} must be {expected} in every row, as in {table.row(first)}; "
                    f"got {shown(cell)}. Write all of its cells alike."
                )
                raise DataError(message)


def _kind(cell: object) -> str | None:
    if cell is None or cell != cell:  # noqa: PLR0124 (NaN is what differs from itself)
        return None
    if isinstance(cell, (bool, np.bool_)):
        return "true or false"
    if isinstance(cell, Number):
        return "a number"
    return "text" if isinstance(cell, str) else f"a {type(cell).__name__}"
