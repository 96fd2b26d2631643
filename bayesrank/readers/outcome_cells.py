"""Cells that hold outcomes: words and booleans into numbers, and complaints that name the cell."""

from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa

from bayesrank.arrays import FloatArray
from bayesrank.errors import DataError
from bayesrank.observations.outcomes import default_weights, find_illegal_outcome
from bayesrank.readers.columns import listed
from bayesrank.readers.table import Table

type OutcomeValues = Mapping[str, float | None]


def outcome_numbers(table: Table, column: str, outcome_values: OutcomeValues | None) -> FloatArray:
    """Return the outcomes of a column as floats, NaN where one is missing, shape (n_rows,).

    Parameters
    ----------
    outcome_values : mapping of str to float or None, optional
        What each word in the column means; None says "not observed". Without it cells are numbers or booleans.
    """
    if outcome_values is None:
        return table.numbers(column)
    words = table.columns[column].cast(pa.string()).to_pylist()
    unknown = [position for position, word in enumerate(words) if word is not None and word not in outcome_values]
    if unknown:
        message = (
            f"{table.place(unknown[0])}: {column} must be one of {listed(sorted(outcome_values))}; "
            f"got {words[unknown[0]]!r}. Give it a value in outcome_values, None for a missing outcome."
        )
        raise DataError(message)
    values = [None if word is None else outcome_values[word] for word in words]
    return np.array(values, dtype=np.float64)  # None becomes NaN


def chosen_weights(outcome: FloatArray, weights: Sequence[float] | None) -> FloatArray | None:
    """Return the weights given, or those of binary outcomes, or None for fractions in [0, 1]."""
    return default_weights(outcome) if weights is None else np.asarray(weights, dtype=np.float64)


def refuse_illegal_cells(table: Table, column: str, outcome: FloatArray, weights: FloatArray | None) -> None:
    """Raise :class:`DataError` that names the first cell whose outcome cannot be one.

    Parameters
    ----------
    outcome : array of float, shape (n_rows,)
        The column in numbers, NaN where an outcome is missing.
    """
    observed = np.flatnonzero(~np.isnan(outcome))
    found = find_illegal_outcome(outcome[observed], None if weights is None else len(weights))
    if found is not None:
        position, complaint = found
        message = f"{table.place(int(observed[position]))}, column {column!r}: {complaint}"
        raise DataError(message)
