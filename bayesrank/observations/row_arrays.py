"""Arrays with one entry a row: of the right length, legal in every row, and read-only."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from bayesrank.arrays import BoolArray, IntArray
from bayesrank.errors import DataError


def check_length(column: npt.NDArray[np.generic], name: str, n_rows: int) -> None:
    """Raise :class:`DataError` unless ``column`` has shape (n_rows,)."""
    if np.shape(column) != (n_rows,):
        message = f"{name} must have shape ({n_rows},), one entry a row; got {np.shape(column)}. Give every row one."
        raise DataError(message)


def check_rows(legal: BoolArray, column: npt.NDArray[np.generic], name: str, holds: str, remedy: str) -> None:
    """Raise :class:`DataError` that names the first row of ``column`` that is not legal.

    Parameters
    ----------
    legal : array of bool, shape (n_rows,)
        Whether each row is as it must be.
    name, holds, remedy : str
        What the column is called, what must hold of it ("be positive"), and what to do where it does not.
    """
    wrong = np.flatnonzero(~legal)
    if wrong.size:
        message = f"{name} must {holds}; got {column[wrong[0]]} in row {wrong[0]}. {remedy}."
        raise DataError(message)


def check_index(index: IntArray, name: str, n_names: int) -> None:
    """Raise :class:`DataError` unless every entry is a position among ``n_names`` names."""
    legal = (index >= 0) & (index < n_names)
    check_rows(legal, index, name, f"lie from 0 to {n_names - 1}", "Number the names from 0 up")


def check_all_seen(names: Sequence[str], kind: str, *indices: IntArray) -> None:
    """Raise :class:`DataError` unless every name has a row in one of the ``indices``."""
    unseen = np.setdiff1d(np.arange(len(names)), np.concatenate(indices))
    if unseen.size:
        message = f"every {kind} must have at least one row; {names[unseen[0]]!r} has none. Drop it, or add its rows."
        raise DataError(message)


def read_only[A: npt.NDArray[np.generic]](column: A) -> A:
    """Return a view that cannot be written through; the caller's own array stays as it is."""
    view = column.view()
    view.flags.writeable = False
    return view
