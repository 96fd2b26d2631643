"""Columns of a file or a frame that know where each row came from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.errors import DataError
from bayesrank.observations.names import find_look_alikes, is_nameless

FRAME = "frame"  # what a data frame is called in complaints


@dataclass(frozen=True)
class Table:
    """Columns, and the words that say where a row stands.

    Parameters
    ----------
    columns : pyarrow.Table
        The columns; those of a text file are text, with null where a cell is missing.
    source : str
        Name of the file, or ``"frame"``.
    row_word : str
        What a row is called in complaints: ``"line"`` of a text file, else ``"row"``.
    first_row : int
        Number of the first row in those words, where rows stand one after another.
    lines : callable, optional
        Returns the number of each row where lines may lie between them; called only for a complaint.
    """

    columns: pa.Table
    source: str
    row_word: str = "row"
    first_row: int = 0
    lines: Callable[[], Sequence[int]] | None = None

    def place(self, position: int) -> str:
        """Say where the row at ``position`` stands."""
        return f"{self.source}, {self.row(position)}"

    def row(self, position: int) -> str:
        """Say which row of its file the one at ``position`` is."""
        return f"{self.row_word} {position + self.first_row if self.lines is None else self.lines()[position]}"

    def cell(self, position: int, column: str, name: str) -> str:
        """Say where a cell stands and ``name`` what it holds, and its column where that is another word."""
        return f"{self.place(position)}{'' if name == column else f', column {column!r}'}: {name}"

    def codes(self, column: str, kind: str) -> tuple[IntArray, tuple[str, ...]]:
        """Return the position of each row's name among the sorted names, and the names.

        Names that are all numbers sort as numbers, others as text.

        Parameters
        ----------
        column : str
            Name of the column that holds names, or numbers that serve as names.
        kind : str
            What is named, for the message: ``"model"``, say.
        """
        code, cells = self._encoded(column, kind, "be text or a number", "Map another column to it")
        named = np.array([not is_nameless(cell) for cell in cells])
        if not named.all():
            position = int(np.argmin(named[code]))
            cell = cells[code[position]]
            got = "an empty cell" if cell is None or cell == "" else repr(cell)
            message = (
                f"{self.place(position)}: {kind} must have a name; got {got}. "
                f"Fill it in, or drop the row; NA, NaN and null stand for an empty cell."
            )
            raise DataError(message)
        names = [str(cell) for cell in cells]
        self._refuse_look_alikes(code, names, kind)
        order = sorted(range(len(names)), key=_sort_keys(names).__getitem__)
        rank = np.empty(len(names), dtype=np.int64)
        rank[order] = np.arange(len(names))
        return rank[code], tuple(names[position] for position in order)

    def numbers(
        self, column: str, name: str | None = None, remedy: str = "Correct it, or empty the cell"
    ) -> FloatArray:
        """Return a column as floats, NaN where a cell is missing; booleans are 0 and 1.

        Parameters
        ----------
        name : str, optional
            What a message calls the cell, if not by its column.
        remedy : str
            What to do about a cell that is no number.
        """
        cells = self.columns[column]
        if pa.types.is_boolean(cells.type):
            cells = pc.cast(cells, pa.int8())
        try:
            return np.asarray(pc.fill_null(pc.cast(cells, pa.float64()), float("nan")))
        except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
            return self.meanings(column, cell_number, name or column, "be a number, true or false", remedy)

    def meanings(
        self, column: str, meaning: Callable[[object], float | None], name: str, holds: str, remedy: str
    ) -> FloatArray:
        """Return the number that each cell of a column means, NaN where a cell is missing.

        Parameters
        ----------
        meaning : callable
            Returns the number that a cell means, None for a cell that means nothing.
        name, holds, remedy : str
            What a message calls the cell, what must hold of it, and what to do where it means nothing.
        """
        code, cells = self._encoded(column, name, holds, remedy)
        numbers = [float("nan") if cell is None else meaning(cell) for cell in cells]
        known = np.array([number is not None for number in numbers])
        if not known.all():
            position = int(np.argmin(known[code]))
            message = f"{self.cell(position, column, name)} must {holds}; got {shown(cells[code[position]])}. {remedy}."
            raise DataError(message)
        return np.array(numbers, dtype=np.float64)[code]

    def _encoded(self, column: str, name: str, holds: str, remedy: str) -> tuple[IntArray, list[object]]:
        """Return the position of each row's cell among the different cells of a column, and those, None if missing."""
        chunks = self.columns[column]
        if pa.types.is_nested(chunks.type) or pa.types.is_fixed_size_binary(chunks.type):
            position = max(int(pc.index(pc.is_null(chunks), value=False).as_py()), 0)
            got = shown(chunks[position].as_py())
            message = f"{self.cell(position, column, name)} must {holds}; got {got}. {remedy}."
            raise DataError(message)
        encoded = _combined(chunks)
        cells = [*encoded.dictionary.to_pylist(), None]
        code = np.asarray(pc.fill_null(encoded.indices, len(cells) - 1), dtype=np.int64)
        seen = np.bincount(code, minlength=len(cells)) > 0  # a categorical column may name what no row holds
        return (np.cumsum(seen) - 1)[code], [cell for cell, is_seen in zip(cells, seen, strict=True) if is_seen]

    def _refuse_look_alikes(self, code: IntArray, names: list[str], kind: str) -> None:
        alike = find_look_alikes(names)
        if alike is not None:
            first, second = sorted(int(np.argmax(code == names.index(name))) for name in alike)
            message = (
                f"{self.place(second)}: {kind} names must differ in more than white space; got "
                f"{names[code[second]]!r} here and {names[code[first]]!r} in {self.row(first)}. "
                f"Rename one, or merge them."
            )
            raise DataError(message)


def _combined(chunks: pa.ChunkedArray) -> pa.DictionaryArray:
    """Return a column as one array of codes into its different cells."""
    encoded = chunks if pa.types.is_dictionary(chunks.type) else chunks.dictionary_encode()
    encoded = encoded.unify_dictionaries().combine_chunks()
    return encoded.chunk(0) if isinstance(encoded, pa.ChunkedArray) else encoded


def shown(cell: object, most: int = 60) -> str:
    """Return a cell as a message shows it, cut so that it stays on one line."""
    text = repr(cell)
    return text if len(text) <= most else f"{text[:most]}..."


def cell_number(cell: object) -> float | None:
    """Return the number that a cell holds, 1 and 0 for true and false, None if it holds none."""
    text = str(cell).strip().lower()
    if text in {"true", "false"}:
        return float(text == "true")
    try:
        return None if "_" in text else float(text)  # Python would read 1_0 as ten
    except ValueError:
        return None


def _sort_keys(names: list[str]) -> list[tuple[float, str]] | list[str]:
    numbers = [number for number in map(cell_number, names) if number is not None and not np.isnan(number)]
    return names if len(numbers) < len(names) else list(zip(numbers, names, strict=True))
