"""Columns under the names that bayesrank knows them by."""

from collections.abc import Mapping, Sequence

import pyarrow as pa

from bayesrank.errors import DataError
from bayesrank.readers.table import Table


def renamed(table: Table, columns: Mapping[str, str]) -> Table:
    """Return the table with each role's column under the name of the role.

    Parameters
    ----------
    columns : mapping of str to str
        Role to the name that its column has in the file: ``{"model": "system"}``.

    Raises
    ------
    DataError
        If a named column is not there, or another column already has the name of the role.
    """
    names = table.columns.column_names
    for role, name in columns.items():
        if name not in names:
            message = (
                f"{table.source}: column {name!r} for {role} must be there; found {listed(names)}. Check the name."
            )
            raise DataError(message)
        if role in names and role not in columns.values() and role != name:
            message = (
                f"{table.source}: {role} must be one column; got {name!r} beside {role!r}. "
                f"Ignore or rename the one that is not meant."
            )
            raise DataError(message)
    role_of = {name: role for role, name in columns.items()}
    relabelled = table.columns.rename_columns([role_of.get(name, name) for name in names])
    return Table(relabelled, table.source, table.row_word, table.first_row)


def without(table: Table, names: Sequence[str]) -> Table:
    """Return the table without the named columns."""
    kept: pa.Table = table.columns.drop_columns(list(names))
    return Table(kept, table.source, table.row_word, table.first_row)


def listed(names: Sequence[str], most: int = 12) -> str:
    """Return the first names as one line, and how many more there are."""
    shown = ", ".join(repr(name) for name in names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"
