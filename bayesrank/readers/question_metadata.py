"""What a long table says of its questions, beside the outcomes."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from bayesrank.arrays import IntArray
from bayesrank.errors import DataError
from bayesrank.readers.columns import listed
from bayesrank.readers.table import Table


def question_metadata(
    table: Table, known: Sequence[str], question: IntArray, n_questions: int
) -> dict[str, npt.NDArray[np.generic]]:
    """Return the columns that are not ``known`` as facts about questions, each of shape (n_questions,).

    Parameters
    ----------
    known : sequence of str
        Columns with a role of their own.
    question : array of int, shape (n_rows,)
        Position of each row's question.

    Raises
    ------
    DataError
        If such a column has two values for one question, so that it says nothing of questions.
    """
    first_row = np.zeros(n_questions, dtype=np.int64)
    first_row[question[::-1]] = np.arange(len(question))[::-1]
    metadata = {}
    for name in table.columns.column_names:
        if name not in known:
            codes = pc.dictionary_encode(table.columns[name], null_encoding="encode")
            code = np.asarray(codes.unify_dictionaries().combine_chunks().indices)
            differs = np.flatnonzero(code != code[first_row][question])
            if differs.size:
                _refuse(table, name, known, int(differs[0]), int(first_row[question[differs[0]]]))
            metadata[name] = _values(table.columns[name].take(pa.array(first_row)))
    return metadata


def _values(cells: pa.ChunkedArray) -> npt.NDArray[np.generic]:
    """Return numbers as floats, anything else as text (None where there is none)."""
    try:
        return np.asarray(pc.fill_null(pc.cast(cells, pa.float64()), float("nan")))
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        return np.array([None if cell is None else str(cell) for cell in cells.to_pylist()], dtype=object)


def _refuse(table: Table, name: str, known: Sequence[str], row: int, other: int) -> None:
    cells = table.columns[name]
    message = (
        f"{table.place(row)}: column {name!r} must hold one value a question to be kept as a fact about it; "
        f"got {str(cells[row].as_py())!r} here and {str(cells[other].as_py())!r} at {table.row_word} "
        f"{other + table.first_row}. Found columns {listed(table.columns.column_names)}; the roles understood are "
        f"{', '.join(known)}. Map the column to its role, or ignore it (ignore=[{name!r}], --ignore {name})."
    )
    raise DataError(message)
