"""CSV and TSV: cells as text, and the line on which each row stands."""

import csv
from functools import cache
from io import BytesIO, TextIOWrapper

import pyarrow as pa
import pyarrow.csv as arrow_csv

from bayesrank.errors import DataError
from bayesrank.readers.table import Table, shown

MISSING_MARKS = ("", "NA", "N/A", "NaN", "nan", "null", "NULL")
_SEPARATORS = {",": "commas", "\t": "tabs", ";": "semicolons", "|": "bars"}
_BLOCK_SIZE = 1 << 20  # bytes that one thread parses at once
_LONGEST_CELL = 2**31 - 1


def read_delimited(content: bytes, delimiter: str, source: str) -> Table:
    """Read every cell as text: a type guessed from the values would turn question 007 into 7.

    Parameters
    ----------
    content : bytes
        The file, in UTF-8 and without a byte-order mark.
    source : str
        Name of the file.
    """
    if b"\n" not in content and b"\r" not in content:
        content += b"\n"  # pyarrow takes a header without an end for no header
    try:
        columns = _parse(content, delimiter, _BLOCK_SIZE)
    except pa.ArrowInvalid:
        _refuse_ragged_rows(content, delimiter, source)
        columns = _parse(content, delimiter, len(content))  # some row is longer than a block
    _refuse_other_separators(columns.column_names, delimiter, source)
    lines = cache(lambda: [line for line, _ in _row_sizes(content, delimiter)][1:])
    return Table(columns, source, "line", first_row=2, lines=lines)


def _parse(content: bytes, delimiter: str, block_size: int) -> pa.Table:
    parse = arrow_csv.ParseOptions(delimiter=delimiter, newlines_in_values=True)
    read = arrow_csv.ReadOptions(block_size=block_size)
    header = arrow_csv.open_csv(pa.BufferReader(content), parse_options=parse, read_options=read).schema.names
    convert = arrow_csv.ConvertOptions(
        column_types=dict.fromkeys(header, pa.string()), strings_can_be_null=True, null_values=list(MISSING_MARKS)
    )
    return arrow_csv.read_csv(pa.BufferReader(content), parse_options=parse, read_options=read, convert_options=convert)


def _row_sizes(content: bytes, delimiter: str) -> list[tuple[int, int]]:
    """Return the line on which each row starts and its number of cells; blank lines are no rows."""
    reader = csv.reader(TextIOWrapper(BytesIO(content), "utf-8", newline=""), delimiter=delimiter)
    usual = csv.field_size_limit(_LONGEST_CELL)
    try:
        ends = [(reader.line_num, len(cells)) for cells in reader]
    finally:
        csv.field_size_limit(usual)
    starts = [1, *(end + 1 for end, _ in ends)]
    return [(start, size) for start, (_, size) in zip(starts, ends, strict=False) if size]


def _refuse_ragged_rows(content: bytes, delimiter: str, source: str) -> None:
    rows = _row_sizes(content, delimiter)
    _, width = rows[0]
    for line, size in rows:
        if size != width:
            text = content.splitlines()[line - 1].decode()
            message = (
                f"{source}, line {line}: every row must have {width} cells, as the header has; got {size} in "
                f"{shown(text)}. Check its separators and quotes."
            )
            raise DataError(message)


def _refuse_other_separators(names: list[str], delimiter: str, source: str) -> None:
    other = [mark for mark in _SEPARATORS if len(names) == 1 and mark in names[0]]
    if other:
        message = (
            f"{source}: cells must be parted by {_SEPARATORS[delimiter]}; got {_SEPARATORS[other[0]]} in the header "
            f"{shown(names[0])}. Save a .csv file with commas, or a .tsv file with tabs."
        )
        raise DataError(message)
