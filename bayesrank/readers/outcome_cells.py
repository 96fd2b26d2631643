"""Cells that hold outcomes: words and booleans into numbers, and complaints that name the cell."""

from collections.abc import Mapping, Sequence

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.errors import DataError
from bayesrank.observations.categories import checked_weights, default_weights, find_illegal_outcome
from bayesrank.readers.columns import listed
from bayesrank.readers.table import Table, cell_number, shown

type OutcomeValues = Mapping[str, float | None]

_RECODE = (
    "Say what words mean, outcome_values={'pass': 1, 'fail': 0} (--outcome-values pass=1,fail=0); write 85% as 0.85"
)
_EXPLAIN = "Give it a value in outcome_values, None for a missing outcome"


def outcome_numbers(table: Table, column: str, outcome_values: OutcomeValues | None) -> FloatArray:
    """Return the outcomes of a column as floats, NaN where one is missing, shape (n_rows,).

    Parameters
    ----------
    outcome_values : mapping of str to float or None, optional
        What each word in the column means, 1, 0.5 and true among them; None says "not observed". Without it cells
        are numbers or booleans.
    """
    if outcome_values is None:
        return table.numbers(column, "outcome", _RECODE)
    numbers = {word: _number(word, value) for word, value in outcome_values.items()}
    holds = f"be one of {listed(sorted(numbers))}"
    return table.meanings(column, lambda cell: numbers.get(_word(cell)), "outcome", holds, _EXPLAIN)


def outcome_of(cell: object, outcome_values: OutcomeValues | None, place: str) -> float:
    """Return the outcome in one cell that stands by itself, NaN if it is missing.

    Parameters
    ----------
    outcome_values : mapping of str to float or None, optional
        As for :func:`outcome_numbers`.
    place : str
        Where the cell stands, for the complaint.

    Raises
    ------
    DataError
        If it is no number, or a word that was not explained.
    """
    if cell is None:
        return float("nan")
    if outcome_values is None:
        number, holds, remedy = cell_number(cell), "be a number, true or false", _RECODE
    else:
        words = {word: _number(word, value) for word, value in outcome_values.items()}
        number, holds, remedy = words.get(_word(cell)), f"be one of {listed(sorted(words))}", _EXPLAIN
    if number is None:
        message = f"{place}: outcome must {holds}; got {shown(cell)}. {remedy}."
        raise DataError(message)
    return number


def chosen_weights(outcome: FloatArray, weights: Sequence[float] | None) -> FloatArray | None:
    """Return the weights given, or those of binary outcomes, or None for fractions in [0, 1]."""
    return default_weights(outcome) if weights is None else checked_weights(weights)


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
        message = f"{table.cell(int(observed[position]), column, 'outcome')} {complaint}"
        raise DataError(message)


def _number(word: str, value: float | None) -> float:
    try:
        return float("nan") if value is None else float(value)
    except (TypeError, ValueError) as error:
        message = f"outcome_values must map words to numbers or None; got {value!r} for {word!r}. Give it a number."
        raise ValueError(message) from error


def _word(cell: object) -> str:
    if isinstance(cell, bool):
        return str(cell).lower()
    return f"{cell:g}" if isinstance(cell, float) else str(cell)
