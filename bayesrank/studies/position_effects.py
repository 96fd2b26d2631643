"""What it does to a model where in the order a round is played."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.errors import DataError


@dataclass(frozen=True, eq=False)
class PositionEffects:
    """Effects on the expected wins of M models of where each of K rounds is played.

    ``wins(order) = mean + sum over rounds k of effect[m, k, position of k]``, by least squares over many orders.
    As every round has one position and every position one round, only differences of differences can be told: the
    effects of each round sum to zero over positions, and those of each position over rounds.

    Parameters
    ----------
    effect : array, shape (M, K, K)
        Model, round in the given order, position in the order played.
    error : array, shape (M, K, K)
        Standard errors, from what the fit leaves.
    explained : array, shape (M,)
        Share of the variance over orders that the effects explain, R squared.
    """

    effect: FloatArray
    error: FloatArray
    explained: FloatArray


def position_effects(orders: IntArray, wins: FloatArray) -> PositionEffects:
    """Fit the effects.

    Parameters
    ----------
    orders : array of int, shape (n, K)
        Rounds in the order played; more than (K - 1)**2 + 1 orders that tell the effects apart.
    wins : array, shape (n, M)

    Raises
    ------
    DataError
        If there are too few orders.
    """
    n_orders, n_rounds = orders.shape
    contrasts = _contrasts(n_rounds)  # (K, K - 1)
    position = np.argsort(orders, axis=1)  # of each round
    # <contrasts' P contrasts, B> for the permutation matrix P of an order, which is all that differs between orders
    design = np.einsum("ka,nkb->nab", contrasts, contrasts[position]).reshape(n_orders, -1)
    n_effects = design.shape[1]
    design = np.column_stack([np.ones(n_orders), design])
    if n_orders <= n_effects + 1 or np.linalg.matrix_rank(design) <= n_effects:
        message = (
            f"orders must be more than {n_effects + 1}, and random, to tell effects of {n_rounds} rounds at "
            f"{n_rounds} positions; got {n_orders}. Play more orders."
        )
        raise DataError(message)
    inverse = np.linalg.pinv(design)  # (1 + effects, n)
    fitted = inverse @ wins
    left = wins - design @ fitted
    noise = (left**2).sum(axis=0) / (n_orders - n_effects - 1)
    back = np.einsum("ka,pb->kpab", contrasts, contrasts).reshape(n_rounds, n_rounds, n_effects)
    variance = ((back @ inverse[1:]) ** 2).sum(axis=2)  # of unit noise: inverse @ inverse' is that of the fit
    total = ((wins - wins.mean(axis=0)) ** 2).sum(axis=0)
    explained = 1 - np.divide((left**2).sum(axis=0), total, out=np.ones_like(total), where=total > 0)
    return PositionEffects(
        effect=np.moveaxis(back @ fitted[1:], 2, 0), error=np.sqrt(noise[:, None, None] * variance), explained=explained
    )


def _contrasts(size: int) -> FloatArray:
    """Return an orthonormal basis of the vectors that sum to zero, shape (size, size - 1)."""
    centred = np.eye(size) - 1 / size
    basis: FloatArray = np.linalg.svd(centred)[0][:, : size - 1]
    return basis
