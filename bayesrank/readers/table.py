"""Columns of a file or a frame that know where each row came from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.errors import DataError


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
        Number of the first row in those words.
    """

    columns: pa.Table
    source: str
    row_word: str = "row"
    first_row: int = 0

    def place(self, position: int) -> str:
        """Say where the row at ``position`` stands."""
        return f"{self.source}, {self.row_word} {position + self.first_row}"

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
        encoded = _combined(self.columns[column])
        if encoded.null_count:
            position = int(pc.index(pc.is_null(encoded), value=True).as_py())
            message = (
                f"{self.place(position)}: {kind} must have a name; got an empty cell. Fill it in, or drop the row."
            )
            raise DataError(message)
        names = [str(name) for name in encoded.dictionary.to_pylist()]
        order = sorted(range(len(names)), key=_sort_keys(names).__getitem__)
        rank = np.empty(len(names), dtype=np.int64)
        rank[order] = np.arange(len(names))
        return rank[encoded.indices.to_numpy(zero_copy_only=False)], tuple(names[code] for code in order)

    def numbers(self, column: str) -> FloatArray:
        """Return a column as floats, NaN where a cell is missing; booleans are 0 and 1."""
        cells = self.columns[column]
        if pa.types.is_boolean(cells.type):
            cells = pc.cast(cells, pa.int8())
        try:
            numbers = pc.cast(cells, pa.float64())
        except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
            numbers = self._booleans_in_text(column)
        return np.asarray(pc.fill_null(numbers, float("nan")))

    def _booleans_in_text(self, column: str) -> pa.ChunkedArray:
        """Read true and false in a text column, or name the first cell that is no number."""
        truth = {"true": 1.0, "false": 0.0}
        cells = self.columns[column].to_pylist()
        numbers = [None if cell is None else truth.get(str(cell).lower()) for cell in cells]
        for position, (cell, number) in enumerate(zip(cells, numbers, strict=True)):
            if cell is not None and number is None and not _is_number(cell):
                message = (
                    f"{self.place(position)}: {column} must be a number, true or false; got {cell!r}. "
                    f"Recode it, or say what the words mean: outcome_values={{{cell!r}: 1}}."
                )
                raise DataError(message)
            if cell is not None and number is None:
                numbers[position] = float(cell)
        return pa.chunked_array([pa.array(numbers, pa.float64())])


def _combined(cells: pa.ChunkedArray) -> pa.DictionaryArray:
    encoded = cells if pa.types.is_dictionary(cells.type) else cells.dictionary_encode()
    encoded = encoded.unify_dictionaries().combine_chunks()
    return encoded.chunk(0) if isinstance(encoded, pa.ChunkedArray) else encoded


def _sort_keys(names: list[str]) -> list[float] | list[str]:
    return [float(name) for name in names] if all(_is_number(name) for name in names) else names


def _is_number(cell: object) -> bool:
    try:
        float(str(cell))
    except ValueError:
        return False
    return True
