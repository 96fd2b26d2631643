"""What a long or counted table says of its questions, beside the outcomes."""

import json
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from bayesrank.arrays import IntArray
from bayesrank.errors import DataError
from bayesrank.readers.table import Table, shown


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
        If such a column has two values for one question, so that it says nothing of questions, or a question has no
        cluster where others have one.
    """
    first_row = np.zeros(n_questions, dtype=np.int64)
    first_row[question[::-1]] = np.arange(len(question))[::-1]
    metadata = {}
    for name in table.columns.column_names:
        if name not in known:
            cells = _flat(table.columns[name])
            codes = pc.dictionary_encode(cells, null_encoding="encode")
            code = np.asarray(codes.unify_dictionaries().combine_chunks().indices)
            differs = np.flatnonzero(code != code[first_row][question])
            if differs.size:
                _refuse(table, name, known, int(differs[0]), int(first_row[question[differs[0]]]))
            of_question = cells.take(pa.array(first_row))
            if name == "cluster":
                _refuse_missing(table, of_question, first_row)
            metadata[name] = _values(of_question)
    return metadata


def _refuse_missing(table: Table, clusters: pa.ChunkedArray, first_row: IntArray) -> None:
    missing = np.flatnonzero(pc.is_null(clusters, nan_is_null=True))
    if missing.size:
        message = (
            f"{table.place(int(first_row[missing[0]]))}: cluster must be given for every question where some have one; "
            f"got an empty cell. Give a question that stands alone a cluster of its own."
        )
        raise DataError(message)


def _flat(cells: pa.ChunkedArray) -> pa.ChunkedArray:
    """Return nested values as JSON text, and categories as what they name."""
    if pa.types.is_dictionary(cells.type):
        return pc.cast(cells, cells.type.value_type)
    if pa.types.is_string_view(cells.type):
        return pc.cast(cells, pa.string())  # views cannot be picked by position
    if pa.types.is_nested(cells.type):
        return pa.chunked_array([[json.dumps(cell, default=str, ensure_ascii=False) for cell in cells.to_pylist()]])
    return cells


def _values(cells: pa.ChunkedArray) -> npt.NDArray[np.generic]:
    """Return numbers as floats, anything else as text (None where there is none)."""
    try:
        numbers = pc.cast(cells, pa.float64())
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        return _text(cells)
    if pc.count_distinct(numbers).as_py() < pc.count_distinct(cells).as_py():
        return _text(cells)  # 007 and 7 are two names
    return np.asarray(pc.fill_null(numbers, float("nan")))


def _text(cells: pa.ChunkedArray) -> npt.NDArray[np.generic]:
    return np.array([None if cell is None else str(cell) for cell in cells.to_pylist()], dtype=object)


def _refuse(table: Table, name: str, known: Sequence[str], row: int, other: int) -> None:
    here, there = (shown(table.columns[name][position].as_py()) for position in (row, other))
    message = (
        f"{table.place(row)}: column {name!r} must hold one value a question to be kept as a fact about it; got {here} "
        f"here and {there} in {table.row(other)}. Ignore it, ignore=[{name!r}] (--ignore {name}), or map it to its "
        f"role, one of {', '.join(known)}."
    )
    raise DataError(message)
