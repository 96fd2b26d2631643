"""Files and data frames of any engine, read into one kind of table."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

import pyarrow as pa

from bayesrank.errors import DataError
from bayesrank.readers.table import Table

MISSING_MARKS = ("", "NA", "N/A", "NaN", "nan", "null", "NULL")
_DELIMITERS = {".csv": ",", ".tsv": "\t"}
SUFFIXES = (*_DELIMITERS, ".jsonl", ".parquet")


def read_table(source: Any, ignore: Collection[str] = ()) -> Table:  # noqa: ANN401 (any frame that narwhals supports)
    """Read a CSV, TSV, JSON Lines or Parquet file, or any data frame that narwhals supports.

    Parameters
    ----------
    source : str, Path or data frame
        A path ends in ``.csv``, ``.tsv``, ``.jsonl`` or ``.parquet``; text files may be compressed
        (``.csv.gz``). A lazy frame is collected once, without the columns to ignore.
    ignore : collection of str
        Columns not to read. A column without a name, the row index that pandas writes, is never read.

    Raises
    ------
    DataError
        If the file is missing, empty or malformed, a column to ignore is not there, or a name stands twice.
    """
    table = _read_file(Path(source)) if isinstance(source, (str, Path)) else _read_frame(source, ignore)
    names = table.columns.column_names
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        message = f"{table.source}: every column must have a name of its own; got {twice[0]!r} twice. Rename one."
        raise DataError(message)
    if table.columns.num_rows == 0:
        message = f"{table.source}: must hold at least one row of data; got none. Check that the export finished."
        raise DataError(message)
    unread = [name for name in names if name in ignore or _is_row_index(name)]
    return Table(table.columns.drop_columns(unread), table.source, table.row_word, table.first_row)


def _is_row_index(name: str) -> bool:
    return not name or name.startswith("__index_level_")


def _read_frame(frame: Any, ignore: Collection[str]) -> Table:  # noqa: ANN401
    import narwhals as nw  # files do not need it

    try:
        lazy = nw.from_native(frame).lazy()
    except TypeError as error:
        message = (
            f"results must be a path or a data frame (pandas, polars, pyarrow, duckdb, ...); got "
            f"{type(frame).__name__}. For an array, use Outcomes.from_array."
        )
        raise DataError(message) from error
    kept = [name for name in lazy.collect_schema().names() if name not in ignore]
    return Table(lazy.select(kept).collect("pyarrow").to_native(), "frame")


def _read_file(path: Path) -> Table:
    suffix = next((suffix for suffix in path.suffixes[::-1] if suffix in SUFFIXES), None)
    if suffix is None:
        message = f"{path.name}: must end in one of {', '.join(SUFFIXES)}; got {path.suffix!r}. Convert or rename it."
        raise DataError(message)
    if not path.is_file():
        message = f"{path}: must be a file that exists; got none there. Check the path."
        raise DataError(message)
    if path.stat().st_size == 0:
        message = f"{path.name}: must hold a header and at least one row; got an empty file. Check the export."
        raise DataError(message)
    try:
        return _parse(path, suffix)
    except pa.ArrowInvalid as error:
        message = f"{path.name}: must be a well-formed {suffix} file; got: {str(error).splitlines()[0]}. Mend the file."
        raise DataError(message) from error


def _parse(path: Path, suffix: str) -> Table:
    if suffix == ".parquet":
        import pyarrow.parquet as pq  # each parser is loaded for its own files

        return Table(pq.read_table(path), path.name)
    with pa.input_stream(str(path), compression="detect") as stream:
        if suffix == ".jsonl":
            from pyarrow import json

            return Table(json.read_json(stream), path.name, "line", first_row=1)
        return Table(_read_text(stream, _DELIMITERS[suffix]), path.name, "line", first_row=2)


def _read_text(stream: pa.NativeFile, delimiter: str) -> pa.Table:
    """Read every cell as text: a type guessed from the values would turn question 007 into 7."""
    from pyarrow import csv

    content = stream.read_buffer()
    parse = csv.ParseOptions(delimiter=delimiter, newlines_in_values=True)
    header = csv.open_csv(pa.BufferReader(content), parse_options=parse).schema.names
    convert = csv.ConvertOptions(
        column_types=dict.fromkeys(header, pa.string()), strings_can_be_null=True, null_values=list(MISSING_MARKS)
    )
    return csv.read_csv(pa.BufferReader(content), parse_options=parse, convert_options=convert)
