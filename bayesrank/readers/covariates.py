"""What was measured of the two answers of a battle, as the difference between them."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.errors import DataError
from bayesrank.readers.columns import listed
from bayesrank.readers.row_checks import finite
from bayesrank.readers.table import Table

type Covariates = Sequence[str] | Mapping[str, Sequence[str]]


def columns_of_covariates(table: Table, covariates: Covariates, roles: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return the column that holds each covariate, or the two whose difference it is, by its name.

    Parameters
    ----------
    covariates : sequence of str, or mapping of str to two of them
        See :func:`~bayesrank.read_comparisons`.
    roles : collection of str
        Columns that mean something else.

    Raises
    ------
    DataError
        If a column is not there, or has another role.
    ValueError
        If a name has not two columns.
    """
    columns = _by_name(covariates)
    names = table.columns.column_names
    for covariate, column in ((covariate, column) for covariate, pair in columns.items() for column in pair):
        if column not in names:
            message = (
                f"{table.source}: column {column!r} for covariate {covariate!r} must be there; got {listed(names)}. "
                f"Check the name."
            )
            raise DataError(message)
        if column in roles:
            message = (
                f"{table.source}: column {column!r} must have one role; got {column} and covariate. "
                f"Name another column for one of them."
            )
            raise DataError(message)
    return columns


def differences(table: Table, columns: Mapping[str, tuple[str, ...]]) -> FloatArray:
    """Return the covariates of each row, a less b, shape (n_rows, P).

    Raises
    ------
    DataError
        If a cell is no finite number.
    """
    values = [[finite(table, column) for column in pair] for pair in columns.values()]
    return np.stack([pair[0] - pair[1] if len(pair) == 2 else pair[0] for pair in values], axis=1)


def _by_name(covariates: Covariates) -> dict[str, tuple[str, ...]]:
    if isinstance(covariates, str):
        message = f"covariates must be a list of columns; got {covariates!r}. Write [{covariates!r}]."
        raise TypeError(message)
    if not isinstance(covariates, Mapping):
        return {column: (column,) for column in covariates}
    for name, pair in covariates.items():
        if isinstance(pair, str) or len(pair) != 2:
            message = (
                f"covariates must map each name to two columns, of a and of b; got {pair!r} for {name!r}. "
                f"Give a list of columns where one holds the difference."
            )
            raise ValueError(message)
    return {name: tuple(pair) for name, pair in covariates.items()}
