"""Columns that say when: numbers, dates and times as one kind of number."""

from datetime import UTC, datetime

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bayesrank.arrays import FloatArray
from bayesrank.errors import DataError
from bayesrank.readers.row_checks import refuse_rows
from bayesrank.readers.table import Table

_DAY = 86_400
_PER_SECOND = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}


def times(table: Table, column: str) -> FloatArray:
    """Return when each row took place, larger is later, shape (n_rows,).

    Numbers stay as they are. Dates and times, typed or as ISO 8601 text, become days since 1970-01-01; without
    a time zone they are taken as UTC.

    Raises
    ------
    DataError
        If a cell is empty or is none of these; the message names its place.
    """
    cells = table.columns[column]
    if pa.types.is_date(cells.type):
        cells = pc.cast(cells, pa.timestamp("s"))
    if pa.types.is_timestamp(cells.type):
        ticks = pc.cast(pc.cast(cells, pa.int64()), pa.float64(), safe=False)
        days = np.asarray(pc.fill_null(ticks, float("nan"))) / (_PER_SECOND[cells.type.unit] * _DAY)
    else:
        days = _numbers_or_text(table, column)
    refuse_rows(table, np.isfinite(days), column, "say when the row took place", "Fill it in, or drop the row")
    return days


def _numbers_or_text(table: Table, column: str) -> FloatArray:
    cells = table.columns[column]
    try:
        return np.asarray(pc.fill_null(pc.cast(cells, pa.float64()), float("nan")))
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        return np.array([_days(table, column, position, text) for position, text in enumerate(cells.to_pylist())])


def _days(table: Table, column: str, position: int, text: object) -> float:
    if text is None:
        return float("nan")
    try:
        moment = datetime.fromisoformat(str(text))
    except ValueError as error:
        message = (
            f"{table.place(position)}: {column} must be a number, or a date or time in ISO 8601 in all rows; "
            f"got {text!r}. Write it as 2025-03-31 or 2025-03-31T12:00:00."
        )
        raise DataError(message) from error
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() / _DAY
