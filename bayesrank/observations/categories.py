"""Categories of outcomes and their utilities: which outcomes there can be."""

import numpy as np
import numpy.typing as npt

from bayesrank.arrays import FloatArray
from bayesrank.errors import DataError

BINARY_WEIGHTS = (0.0, 1.0)


def default_weights(outcome: FloatArray) -> FloatArray | None:
    """Return right or wrong, or None (fractions) when some outcome lies inside (0, 1)."""
    return None if np.any((outcome > 0) & (outcome < 1)) else np.array(BINARY_WEIGHTS)


def checked_weights(weights: npt.ArrayLike) -> FloatArray:
    """Return the utility of each category as an array, or raise :class:`DataError` if they are no utilities."""
    try:
        checked = np.asarray(weights, dtype=np.float64)
    except (TypeError, ValueError):
        checked = np.empty(0)
    if checked.ndim != 1 or len(checked) < 2 or not np.isfinite(checked).all() or np.ptp(checked) == 0:
        message = (
            f"weights must be two or more finite numbers that are not all equal, one a category; got "
            f"{' '.join(str(weights).split())}. Give the utility of each category from 0 up."
        )
        raise DataError(message)
    return checked


def find_illegal_outcome(outcome: FloatArray, n_categories: int | None) -> tuple[int, str] | None:
    """Return the position of the first outcome that cannot be one and what must hold of it, or None.

    Parameters
    ----------
    outcome : array of float, any shape
    n_categories : int or None
        Number of categories C + 1; None for fractions in [0, 1].
    """
    if n_categories is None:
        legal = (outcome >= 0) & (outcome <= 1)
        holds = "lie in [0, 1] where others are fractions"
    else:
        legal = (outcome >= 0) & (outcome < n_categories) & (outcome == np.floor(outcome))
        holds = "be 0 or 1" if n_categories == 2 else f"be a category from 0 to {n_categories - 1}"
    if legal.all():
        return None
    position = int(np.argmin(legal))
    value = float(outcome.flat[position])
    return position, f"must {holds}; got {value:g}. {_remedy(value, n_categories)}."


def refuse_illegal_outcomes(outcome: FloatArray, n_categories: int | None, name: str = "outcome") -> None:
    """Raise :class:`DataError` about the first outcome that cannot be one; ``name`` says what they are."""
    found = find_illegal_outcome(outcome, n_categories)
    if found is not None:
        message = f"{name} {found[1]}"
        raise DataError(message)


def _remedy(value: float, n_categories: int | None) -> str:
    if not 0 <= value < np.inf:
        return "Leave the cell empty (NaN) where nothing was observed; categories count from 0"
    if n_categories is not None and value != np.floor(value) and value < n_categories - 1:
        return "Leave weights and prior out where outcomes are fractions"
    if n_categories in {None, 2}:
        return (
            "Divide percentages by 100, give more than two categories their weights, "
            "or read scores of whole benchmarks with read_score_table"
        )
    return "Number the categories from 0 and give each its weight"
