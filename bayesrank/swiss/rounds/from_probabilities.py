"""Who beats whom by probabilities that the caller has."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from bayesrank.arrays import FloatArray
from bayesrank.errors import DataError
from bayesrank.swiss.rounds.axis_names import names_or_numbers
from bayesrank.swiss.win_tensor import ROUNDING, WinTensor


def win_tensor_from_probabilities(
    win: npt.ArrayLike,
    *,
    draw: npt.ArrayLike | None = None,
    models: Sequence[str] | None = None,
    rounds: Sequence[str] | None = None,
) -> WinTensor:
    """Take the probabilities that models beat each other, round by round.

    Parameters
    ----------
    win : array, shape (K, M, M)
        Probability that i beats j in round k; the diagonal is not read.
    draw : array, shape (K, M, M), optional
        Probability of a draw, symmetric. With it, even if it is all zeros, both lose with what is left over from one.
        Without it every match has a winner: ``win[k, i, j] + win[k, j, i]`` must be 1.
    models, rounds : sequence of str, optional
        Names; ``model 1``, ``round 1``, ... without them.

    Returns
    -------
    WinTensor

    Raises
    ------
    DataError
        If shapes, names or probabilities are not as stated.

    Examples
    --------
    >>> win_tensor_from_probabilities([[[0, 0.7], [0.3, 0]]], models=["x", "y"])
    WinTensor(2 models x 1 rounds, from probabilities, 0.0% ties, 100.0% close calls)
    """
    table = _numbers("win", win)
    if table.ndim != 3 or table.shape[1] != table.shape[2]:
        message = f"win must have shape (K, M, M), rounds x models x models; got {table.shape}. Add the missing axis."
        raise DataError(message)
    tensor = WinTensor(
        names_or_numbers("model", models, table.shape[1]),
        names_or_numbers("round", rounds, table.shape[0]),
        table,
        np.zeros(table.shape) if draw is None else _numbers("draw", draw),
    )
    if draw is None:
        _check_winners(tensor)
    return tensor


def _numbers(name: str, given: npt.ArrayLike) -> FloatArray:
    try:
        return np.array(given, dtype=np.float64)
    except (TypeError, ValueError) as error:
        message = f"{name} must be an array of numbers; got text or lists of unequal length. Fill in probabilities."
        raise DataError(message) from error


def _check_winners(tensor: WinTensor) -> None:
    total = tensor.win + tensor.win.swapaxes(1, 2)
    short = np.argwhere((total < 1 - ROUNDING) & ~np.eye(len(tensor.models), dtype=bool))
    if short.size:
        k, i, j = short[0]
        message = (
            f"win of i and win of j must sum to 1 without draw=; got {total[k, i, j]:g} for {tensor.models[i]!r} "
            f"against {tensor.models[j]!r} in round {tensor.rounds[k]!r}. Pass draw=, zeros if both lose with what is "
            f"left over."
        )
        raise DataError(message)
