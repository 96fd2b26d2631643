"""Data frames of any engine as one kind of table."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from bayesrank.errors import DataError
from bayesrank.readers.columns import refuse_repeated_names, unread_columns
from bayesrank.readers.kinds import refuse_mixed_kinds
from bayesrank.readers.table import FRAME, Table

if TYPE_CHECKING:
    import narwhals as nw


def read_frame(frame: Any, ignored: Sequence[str]) -> Table:  # noqa: ANN401 (any frame that narwhals supports)
    """Read a data frame that narwhals supports; a lazy one is collected once, without the columns ``ignored``."""
    import narwhals as nw  # files do not need it

    try:
        lazy = _named_by_text(nw.from_native(frame).lazy())
    except TypeError as error:
        message = (
            f"results must be a path or a data frame (pandas, polars, pyarrow, duckdb, ...); got "
            f"{type(frame).__name__}. For an array, use Outcomes.from_array."
        )
        raise DataError(message) from error
    except nw.exceptions.DuplicateError:
        names = frame.column_names if isinstance(frame, pa.Table) else frame.columns
        refuse_repeated_names([str(name) for name in names], FRAME)
        raise
    names = lazy.collect_schema().names()
    unread = unread_columns(names, ignored, FRAME)
    kept = lazy.select([name for name in names if name not in unread])
    _refuse_mixed_kinds(kept)
    try:
        columns = kept.collect("pyarrow").to_native()
    except pa.ArrowException as error:
        message = (
            f"{FRAME}: every column must hold text, numbers, dates, or true and false; got: "
            f"{str(error).splitlines()[0]}. Convert the column, or ignore it."
        )
        raise DataError(message) from error
    return Table(columns.drop_columns(unread_columns(columns.column_names, (), FRAME)), FRAME)


def _named_by_text(lazy: "nw.LazyFrame[Any]") -> "nw.LazyFrame[Any]":
    """Return the frame with text for the names of columns, which are numbers after a pivot."""
    names = lazy.collect_schema().names()
    renamed: nw.LazyFrame[Any] = lazy.rename({name: str(name) for name in names if not isinstance(name, str)})
    return renamed


def _refuse_mixed_kinds(lazy: "nw.LazyFrame[Any]") -> None:
    """Look into the columns of Python objects, which pandas makes of text beside numbers."""
    import narwhals as nw

    for name, dtype in lazy.collect_schema().items():
        if dtype == nw.Object:
            cells = lazy.select(name).collect()[name]
            rows = zip(cells.is_null().to_list(), cells.to_list(), strict=True)
            refuse_mixed_kinds(
                ({name: None if missing else cell} for missing, cell in rows), Table(pa.table({}), FRAME)
            )
