"""How well predicted ranks agree with those that came, and the same on resampled models."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.options import check_at_least


class Agreement(NamedTuple):
    """Agreement of a prediction with what came.

    Parameters
    ----------
    tau, spearman : float
        Kendall's tau-b and Spearman's correlation of the ranks; NaN where one of the two ties all.
    pair_accuracy : float
        Share of the pairs that came apart whose order was predicted, a predicted tie being half of that.
    top_overlap : float
        Share of the best models that were predicted to be among the best. Of models that tie for the last places each
        is among the best with the same probability.
    """

    tau: float
    spearman: float
    pair_accuracy: float
    top_overlap: float


def agreement(predicted: FloatArray, came: FloatArray, top: int) -> Agreement:
    """Compare two rankings of the same models.

    Parameters
    ----------
    predicted, came : array, shape (M,)
        Mean ranks: 1 is best, tied models share the mean of their places.
    top : int
        How many models are the best, at most M.

    Raises
    ------
    ValueError
        If there are not so many.
    """
    check_top(top, len(predicted))
    one, other = order_signs(predicted), order_signs(came)
    everyone = np.ones((1, len(predicted)))
    product = one * other
    apart = np.count_nonzero(other)
    right = np.count_nonzero(product > 0) + np.count_nonzero((one == 0) & (other != 0)) / 2
    return Agreement(
        tau=float(resampled_tau(one, other, everyone)[0]),
        spearman=_correlation(predicted, came),
        pair_accuracy=right / apart if apart else float("nan"),
        top_overlap=float(_among_best(predicted, top) @ _among_best(came, top)) / top,
    )


def check_top(top: int, n_models: int) -> None:
    """Raise ``ValueError`` unless there are so many best models."""
    check_at_least("top", top, 1)
    if top > n_models:
        message = f"top must be at most {n_models}, the models that there are; got {top}. Ask for fewer."
        raise ValueError(message)


def order_signs(ranks: FloatArray) -> IntArray:
    """Return 1 where model i is better than j, -1 where it is worse, 0 where they tie, shape (M, M)."""
    return np.sign(ranks[None, :] - ranks[:, None]).astype(np.int64)


def resampled_tau(one: IntArray, other: IntArray, copies: FloatArray) -> FloatArray:
    """Return Kendall's tau-b of two rankings of models that are drawn several times or never, shape (B,).

    Copies of a model tie with each other in both rankings. NaN where a ranking ties all models that were drawn.

    Parameters
    ----------
    one, other : array of int, shape (M, M)
        See :func:`order_signs`.
    copies : array of float, shape (B, M)
        How often each model was drawn.
    """
    agree, apart, came_apart = (_over_pairs(each, copies) for each in (one * other, np.abs(one), np.abs(other)))
    scale = np.sqrt(apart * came_apart)
    tau: FloatArray = np.divide(agree, scale, out=np.full(len(copies), np.nan), where=scale > 0)
    return tau


def _over_pairs(table: IntArray, copies: FloatArray) -> FloatArray:
    total: FloatArray = ((copies @ table.astype(np.float64)) * copies).sum(axis=1)
    return total


def _correlation(one: FloatArray, other: FloatArray) -> float:
    centred, beside = one - one.mean(), other - other.mean()
    scale = np.sqrt((centred @ centred) * (beside @ beside))
    return float(centred @ beside / scale) if scale > 0 else float("nan")


def _among_best(ranks: FloatArray, top: int) -> FloatArray:
    """Return the probability of each model to be among the best if ties are broken at random, shape (M,)."""
    better = (ranks[None, :] < ranks[:, None]).sum(axis=1)
    alike = (ranks[None, :] == ranks[:, None]).sum(axis=1)
    probability: FloatArray = np.clip((top - better) / alike, 0.0, 1.0)
    return probability
