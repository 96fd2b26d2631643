"""Columns under the names that bayesrank knows them by."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pyarrow as pa

from bayesrank.errors import DataError
from bayesrank.readers.table import Table, shown


def renamed(table: Table, columns: Mapping[str, str]) -> Table:
    """Return the table with each role's column under the name of the role.

    Parameters
    ----------
    columns : mapping of str to str
        Role to the name that its column has in the file: ``{"model": "system"}``.

    Raises
    ------
    DataError
        If a named column is not there or has two roles, or another column already has the name of the role.
    """
    names = table.columns.column_names
    role_of: dict[str, str] = {}
    for role, name in columns.items():
        if name not in names:
            message = f"{table.source}: column {name!r} for {role} must be there; got {listed(names)}. Check the name."
            raise DataError(message)
        if name in role_of:
            message = (
                f"{table.source}: column {name!r} must have one role; got {role_of[name]} and {role}. "
                f"Name another column for one of them."
            )
            raise DataError(message)
        if role in names and role not in columns.values():
            message = (
                f"{table.source}: {role} must be one column; got {name!r} beside {role!r}. "
                f"Ignore or rename the one that is not meant."
            )
            raise DataError(message)
        role_of[name] = role
    return replace(table, columns=table.columns.rename_columns([role_of.get(name, name) for name in names]))


def unread_columns(names: Sequence[str], ignored: Sequence[str], source: str) -> list[str]:
    """Return the columns that are not read: those to ignore, and the row index that pandas writes.

    Raises
    ------
    DataError
        If a name stands twice, or a column to ignore is not there.
    """
    refuse_repeated_names(names, source)
    absent = [name for name in ignored if name not in names]
    if absent:
        message = f"{source}: column {absent[0]!r} to ignore must be there; got {listed(names)}. Check the name."
        raise DataError(message)
    return [name for name in names if name in ignored or not name or name.startswith("__index_level_")]


def refuse_repeated_names(names: Sequence[str], source: str) -> None:
    """Raise :class:`DataError` if two columns have one name."""
    twice = [name for name, number in Counter(names).items() if number > 1]
    if twice:
        message = f"{source}: every column must have a name of its own; got {twice[0]!r} twice. Rename one."
        raise DataError(message)


def without(table: Table, names: Sequence[str]) -> Table:
    """Return the table without the named columns."""
    kept: pa.Table = table.columns.drop_columns(list(names))
    return replace(table, columns=kept)


def listed(names: Sequence[str], most: int = 12) -> str:
    """Return the first names as one line, and how many more there are."""
    if not names:
        return "none"
    text = ", ".join(shown(name) for name in names[:most])
    return text if len(names) <= most else f"{text} and {len(names) - most} more"
