"""Whether a likelihood of right and wrong answers has a finite maximum."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.errors import NotIdentifiedError
from bayesrank.statistics.separation import REMEDY, named

if TYPE_CHECKING:
    from scipy.sparse import csr_array

MOVED = 1e-7  # of a solution within [-1, 1], beyond its rounding


def require_finite_maximum(
    program: str, design: csr_array, right: FloatArray, trials: FloatArray, owner: IntArray, models: tuple[str, ...]
) -> None:
    """Raise :class:`NotIdentifiedError` if parameters can grow for ever and no answer becomes less likely.

    The logits of rows are ``design @ parameters``. The likelihood has no finite maximum if in some direction no row
    with right answers falls, none with wrong answers rises, and one of them moves: a linear program finds it.

    Parameters
    ----------
    program : str
        Name for the message.
    design : sparse array, shape (rows, parameters)
    right, trials : array of float, shape (rows,)
    owner : array of int, shape (rows,)
        Position in ``models`` of the model that each row is of.
    models : tuple of str

    References
    ----------
    albert1984
    """
    from scipy.optimize import linprog
    from scipy.sparse import vstack

    rising, falling = right > 0, right < trials
    gain = vstack([design[rising], -design[falling]]).tocsr()
    found = linprog(-gain.sum(axis=0), A_ub=-gain, b_ub=np.zeros(gain.shape[0]), bounds=(-1, 1), method="highs")
    moving = gain @ found.x > MOVED
    if not moving.any():
        return
    owners = np.unique(np.concatenate([owner[rising], owner[falling]])[moving])
    those = named(sorted(models[index] for index in owners))
    message = (
        f"right and wrong answers must overlap for {program!r} to have a maximum likelihood; got those of {those} that "
        f"its parameters can tell apart without error. {REMEDY}."
    )
    raise NotIdentifiedError(message)
