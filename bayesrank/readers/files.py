"""Files and data frames of any engine, read into one kind of table."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from bayesrank.errors import DataError
from bayesrank.readers.columns import unread_columns, without
from bayesrank.readers.table import Table

DELIMITERS = {".csv": ",", ".tsv": "\t"}
_COMPRESSIONS = (".gz", ".bz2", ".zst")
SUFFIXES = (*DELIMITERS, ".jsonl", ".parquet")


def read_table(source: Any, ignore: Collection[str] = ()) -> Table:  # noqa: ANN401 (any frame that narwhals supports)
    """Read a CSV, TSV, JSON Lines or Parquet file, or any data frame that narwhals supports.

    Parameters
    ----------
    source : str, Path or data frame
        A path ends in ``.csv``, ``.tsv``, ``.jsonl`` or ``.parquet``; text files may be compressed
        (``.csv.gz``, ``.bz2`` or ``.zst``). A lazy frame is collected once, without the columns to ignore.
    ignore : collection of str
        Columns not to read. A column without a name, the row index that pandas writes, is never read.

    Raises
    ------
    DataError
        If the file is missing, empty or malformed, a column to ignore is not there, or a name stands twice.
    """
    ignored = [ignore] if isinstance(ignore, str) else list(ignore)
    if isinstance(source, (str, Path)):
        table = _read_file(Path(source), ignored)
        table = without(table, unread_columns(table.columns.column_names, ignored, table.source))
    else:
        from bayesrank.readers.frames import read_frame  # files do not need it

        table = read_frame(source, ignored)
    if table.columns.num_rows == 0:
        message = f"{table.source}: must hold at least one row of data; got none. Check that the export finished."
        raise DataError(message)
    return table


def refuse_no_file(path: Path) -> None:
    """Raise :class:`DataError` if there is no file at ``path``."""
    if not path.is_file():
        found = "a folder" if path.is_dir() else "none there"
        message = f"{path}: must be a file that exists; got {found}. Check the path."
        raise DataError(message)


def _read_file(path: Path, ignored: Sequence[str]) -> Table:
    suffix, compression = _format(path)
    refuse_no_file(path)
    try:
        return _read_parquet(path) if suffix == ".parquet" else _read_text(path, suffix, ignored)
    except (pa.ArrowInvalid, OSError) as error:
        found = "no permission" if isinstance(error, PermissionError) else "a damaged file or another format"
        message = f"{path.name}: must be a readable {suffix}{compression} file; got {found}. Export or copy it again."
        raise DataError(message) from error


def _format(path: Path) -> tuple[str, str]:
    """Return the suffix that tells the format, and that of the compression, ``""`` for none."""
    *_, outer, inner = ("", "", *(suffix.lower() for suffix in path.suffixes))
    if inner in SUFFIXES:
        return inner, ""
    if inner in _COMPRESSIONS and outer in SUFFIXES[:-1]:
        return outer, inner
    message = f"{path.name}: must end in one of {', '.join(SUFFIXES)}; got {path.suffix!r}. Convert it to one of these."
    raise DataError(message)


def _read_parquet(path: Path) -> Table:
    import pyarrow.parquet as pq  # each parser is loaded for its own files

    schema = pq.read_schema(path)
    text = [field.name for field in schema if pa.types.is_string(field.type) or pa.types.is_large_string(field.type)]
    # names repeat: as codes they are read without a copy of the text for every row
    return Table(pq.read_table(path, read_dictionary=text, partitioning=None), path.name)


def _read_text(path: Path, suffix: str, ignored: Sequence[str]) -> Table:
    with pa.input_stream(str(path), compression="detect") as stream:
        content = stream.read().removeprefix(BOM_UTF8)
    if not content or content.isspace():
        message = f"{path.name}: must hold at least one row of data; got an empty file. Check that the export finished."
        raise DataError(message)
    _refuse_other_encodings(content, path.name)
    if suffix == ".jsonl":
        from bayesrank.readers.json_lines import read_json_lines

        return read_json_lines(content, path.name, ignored)
    from bayesrank.readers.delimited_text import read_delimited

    return read_delimited(content, DELIMITERS[suffix], path.name)


def _refuse_other_encodings(content: bytes, source: str) -> None:
    try:
        content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        message = (
            f"{source}, line {line}: must be UTF-8 text; got the byte {content[error.start]:#04x}. Save it as UTF-8."
        )
        raise DataError(message) from error
