"""JSON Lines: one object a line, its keys the columns."""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache

import pyarrow as pa
import pyarrow.json as arrow_json

from bayesrank.errors import DataError
from bayesrank.readers.kinds import refuse_mixed_kinds
from bayesrank.readers.table import Table, shown

_BLOCK_SIZE = 1 << 24  # a line must fit into one block, and an answer of a model may be long


def read_json_lines(content: bytes, source: str, ignored: Sequence[str]) -> Table:
    """Read the objects of a file; a key that an object lacks is a missing cell.

    Parameters
    ----------
    content : bytes
        The file, in UTF-8 and without a byte-order mark.
    source : str
        Name of the file.
    ignored : sequence of str
        Keys whose cells may be of any kind.
    """
    lines = cache(lambda: [number for number, _ in _lines(content)])
    try:
        columns = _parse(content)
    except pa.ArrowInvalid:
        columns = _columns(list(_objects(content, source)), ignored, source, lines)
    return Table(columns, source, "line", first_row=1, lines=lines)


def json_object(text: str, place: str) -> dict[str, object]:
    """Return the object that one line holds.

    Parameters
    ----------
    place : str
        Where the line stands, for complaints.

    Raises
    ------
    DataError
        If it is no whole object, or a key stands twice.
    """
    try:
        found = json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        message = (
            f"{place}: must be one JSON object; got {shown(text)}, which breaks at character {error.colno}. "
            f"Write one whole object a line."
        )
        raise DataError(message) from error
    except KeyError as error:
        message = f"{place}: every key must stand once; got {error} twice. Rename one."
        raise DataError(message) from error
    if not isinstance(found, dict):
        message = f"{place}: must be one JSON object; got {shown(text)}. Write one object a line."
        raise DataError(message)
    return found


def _parse(content: bytes) -> pa.Table:
    read = arrow_json.ReadOptions(block_size=_BLOCK_SIZE)
    columns = arrow_json.read_json(pa.BufferReader(content), read_options=read)
    as_text = pa.schema([(field.name, pa.string()) for field in columns.schema if pa.types.is_timestamp(field.type)])
    if not len(as_text):
        return columns
    parse = arrow_json.ParseOptions(explicit_schema=as_text)  # a name such as "2024-01-01" was taken for a date
    return arrow_json.read_json(pa.BufferReader(content), read_options=read, parse_options=parse)


def _columns(
    objects: list[dict[str, object]], ignored: Sequence[str], source: str, lines: Callable[[], Sequence[int]]
) -> pa.Table:
    """Return columns of objects that are not all alike: nested values as JSON text, those ``ignored`` as nothing."""
    names = list(dict.fromkeys(name for row in objects for name in row))
    rows = [{name: _flat(cell) for name, cell in row.items() if name not in ignored} for row in objects]
    refuse_mixed_kinds(rows, Table(pa.table({}), source, "line", lines=lines))
    return pa.table({name: _array([row.get(name) for row in rows], name, source) for name in names})


def _array(cells: list[object], name: str, source: str) -> pa.Array:
    try:
        return pa.array(cells)
    except (OverflowError, UnicodeError) as error:
        message = (
            f"{source}: column {name!r} must hold whole characters and numbers of up to 64 bits; got others. "
            f"Write long numbers as text, or ignore the column."
        )
        raise DataError(message) from error


def _flat(cell: object) -> object:
    return json.dumps(cell, ensure_ascii=False) if isinstance(cell, (dict, list)) else cell


def _objects(content: bytes, source: str) -> Iterator[dict[str, object]]:
    return (json_object(line.decode().strip(), f"{source}, line {number}") for number, line in _lines(content))


def _lines(content: bytes) -> Iterator[tuple[int, bytes]]:
    return ((number, line) for number, line in enumerate(content.splitlines(), 1) if line.strip())


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise KeyError(name)
        found[name] = value
    return found
