"""Rows of a file that another program is still writing: each row once, and none before it is whole."""

import csv
from codecs import BOM_UTF8
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from bayesrank.errors import DataError
from bayesrank.readers.columns import refuse_repeated_names
from bayesrank.readers.delimited_text import MISSING_MARKS
from bayesrank.readers.files import DELIMITERS, read_table, refuse_no_file
from bayesrank.readers.json_lines import json_object
from bayesrank.readers.table import shown

SUFFIXES = (*DELIMITERS, ".jsonl", ".parquet")

CHUNK = 1 << 20  # bytes of a file held at once while its digest is taken

type Mark = tuple[int, int, int]  # of a version of a file: its place on the disk, its size, its time


class Row(NamedTuple):
    """One row: the number of its line, or of itself in a Parquet file, and its cells by column, None if empty."""

    number: int
    cells: dict[str, object]


class GrowingFile:
    """A file in CSV, TSV, JSON Lines or Parquet that grows.

    Text grows at its end, and a line is read once its line break is there; cells have no line breaks in them. It may
    also be written anew with more in it: unless it begins with all that was read, it is another file. A Parquet file
    cannot grow: it is replaced by a longer one, which is read anew.

    Parameters
    ----------
    path : Path

    Raises
    ------
    DataError
        If there is no such file, or its name tells of no such format.
    """

    def __init__(self, path: Path) -> None:
        self.path, self._suffix = path, path.suffix.lower()
        if self._suffix in DELIMITERS and not path.exists():
            message = (
                f"{path}: must be a file that exists; got none there. Make it, with its header, before it is followed; "
                f"or check the path."
            )
            raise DataError(message)
        refuse_no_file(path)
        if self._suffix not in SUFFIXES:
            message = (
                f"{path.name}: a growing file must end in one of {', '.join(SUFFIXES)}; got {path.suffix!r}. "
                f"Write one of these."
            )
            raise DataError(message)
        self.rewind()

    @property
    def name(self) -> str:
        """Name without the folder."""
        return self.path.name

    @property
    def is_text(self) -> bool:
        """Whether rows are lines."""
        return self._suffix != ".parquet"

    @property
    def replaced(self) -> bool:
        """Whether the file is another one than was read so far, so that it has to be read from its start."""
        if self._mark is None:
            return False
        refuse_no_file(self.path)
        now = self._current()
        if self.is_text:
            return now[0] != self._mark[0] or not self._begins_as_read()
        return now != self._mark

    def columns(self) -> tuple[str, ...] | None:
        """Return the names of the columns, None where no header has them (yet)."""
        if not self.is_text:
            return tuple(read_table(self.path).columns.column_names)
        first = GrowingFile(self.path)
        next(first.new_rows(), None)
        return None if first._header is None else tuple(name for name in first._header if name)

    def rewind(self) -> None:
        """Go back to the first row."""
        self._offset = self._line = 0
        self._read = sha256()
        self._header: list[str] | None = None
        self._mark: Mark | None = None

    def row_text(self, number: int) -> str:
        """Say which row of the file it is."""
        return f"{'line' if self.is_text else 'row'} {number}"

    def place(self, number: int) -> str:
        """Say where a row stands."""
        return f"{self.name}, {self.row_text(number)}"

    def new_rows(self) -> Iterator[Row]:
        """Yield the rows that were not yielded before.

        A row counts as yielded once the next one is asked for, so that one that is refused comes again.

        Raises
        ------
        DataError
            If a line is malformed; the rows before it were yielded.
        """
        refuse_no_file(self.path)
        if self.is_text:
            self._mark = self._current()
            yield from self._new_lines()
        elif self._mark is None:
            mark = self._current()
            for number, cells in enumerate(read_table(self.path).columns.to_pylist()):
                yield Row(number, cells)
            self._mark = mark

    def _current(self) -> Mark:
        found = self.path.stat()
        return found.st_ino, found.st_size, found.st_mtime_ns

    def _begins_as_read(self) -> bool:
        """Whether the bytes that were read are still there: one rewritten in place keeps its place, and may grow."""
        found, left = sha256(), self._offset
        with self.path.open("rb") as stream:
            while left and (chunk := stream.read(min(left, CHUNK))):
                found.update(chunk)
                left -= len(chunk)
        return found.digest() == self._read.digest()

    def _new_lines(self) -> Iterator[Row]:
        with self.path.open("rb") as stream:
            stream.seek(self._offset)
            for line in stream:
                if not line.endswith(b"\n"):
                    return
                number = self._line + 1
                cells = self._cells(line, number)
                if cells is not None:
                    yield Row(number, cells)
                self._read.update(line)
                self._offset, self._line = self._offset + len(line), number

    def _cells(self, line: bytes, number: int) -> dict[str, object] | None:
        """Return the cells of a line, None for the header and for a blank line."""
        text = self._text(line if self._offset else line.removeprefix(BOM_UTF8), number)
        if not text.strip():
            return None
        if self._suffix == ".jsonl":
            return json_object(text.strip(), self.place(number))
        cells = self._split(text, number)
        if self._header is None:
            refuse_repeated_names(cells, self.name)
            self._header = cells
            return None
        if len(cells) != len(self._header):
            message = (
                f"{self.place(number)}: every row must have {len(self._header)} cells, as the header has; got "
                f"{len(cells)} in {shown(text)}. Check its separators and quotes."
            )
            raise DataError(message)
        return {
            name: None if cell in MISSING_MARKS else cell
            for name, cell in zip(self._header, cells, strict=True)
            if name  # the row index that pandas writes has no name
        }

    def _text(self, line: bytes, number: int) -> str:
        try:
            return line.decode().rstrip("\r\n")
        except UnicodeDecodeError as error:
            message = (
                f"{self.place(number)}: must be UTF-8 text; got the byte {line[error.start]:#04x}. Save it as UTF-8."
            )
            raise DataError(message) from error

    def _split(self, text: str, number: int) -> list[str]:
        try:
            return next(csv.reader([text], delimiter=DELIMITERS[self._suffix], strict=True))
        except csv.Error as error:
            message = (
                f"{self.place(number)}: quotes must be closed, and end a cell, in their own line; got {shown(text)}. "
                f"Check its quotes; a growing file has no line breaks in cells."
            )
            raise DataError(message) from error
