"""Paired tests of all ordered pairs of models at once: exact for right and wrong answers, normal for any scores."""

from __future__ import annotations

from typing import NamedTuple, Self

import numpy as np
from scipy import special

from bayesrank.arrays import FloatArray, IntArray

ROUNDING = 1e-9  # of a mean of squares: below, differences are all the same


class PairMoments(NamedTuple):
    """Sums over questions that paired tests read, for one number of questions or several.

    Parameters
    ----------
    n_questions : array of int, shape (...)
    total : array of float, shape (..., M)
        Sum of the scores, each in [0, 1].
    product : array of float, shape (..., M, M)
        Sum of the products of the scores of two models.
    """

    n_questions: IntArray
    total: FloatArray
    product: FloatArray

    @classmethod
    def of_scores(cls, scores: FloatArray, times: IntArray | None = None) -> Self:
        """Sum scores of shape (n, M) over all questions, or over the first so many, ``times`` ascending."""
        if times is None:
            return cls(np.array(len(scores)), scores.sum(axis=0), scores.T @ scores)
        parts = np.split(scores, times)[: len(times)]
        totals, products = [part.sum(axis=0) for part in parts], [part.T @ part for part in parts]
        return cls(times, np.cumsum(totals, axis=0), np.cumsum(products, axis=0))

    @property
    def lead(self) -> FloatArray:
        """Sum of the differences of the scores of each two models, shape (..., M, M)."""
        return self.total[..., :, None] - self.total[..., None, :]


def mcnemar(moments: PairMoments) -> FloatArray:
    """Return exact p-values of "j is no better than l" for right and wrong answers, shape (..., M, M).

    Of the questions that only one of two models answers right, j wins each with probability 1/2 at most under the null
    hypothesis, whatever the number of such questions.

    Parameters
    ----------
    moments : PairMoments
        Of scores 0 and 1.

    Returns
    -------
    array of float
        One on the diagonal.

    References
    ----------
    mcnemar1947
    """
    wins = np.rint(moments.total[..., :, None] - moments.product)
    losses = np.swapaxes(wins, -1, -2)
    # the upper tail of the binomial distribution, from `wins` on
    tail: FloatArray = special.betainc(np.maximum(wins, 1), losses + 1, 0.5)
    return np.where(wins > 0, tail, 1.0)


def paired_z(moments: PairMoments) -> FloatArray:
    """Return p-values of "j is no better than l" by the normal limit of the mean difference, shape (..., M, M).

    Differences that are the same on every question have no standard error, and say nothing here: their p-value is one.

    Parameters
    ----------
    moments : PairMoments
        Of two questions at least, or all p-values are one.

    Returns
    -------
    array of float
        One on the diagonal.
    """
    p_value: FloatArray = special.ndtr(-z_values(moments))
    return np.where(standard_errors(moments) > 0, p_value, 1.0)


def z_values(moments: PairMoments) -> FloatArray:
    """Return the mean difference of each two models in standard errors, shape (..., M, M); zero where there is none."""
    error = standard_errors(moments)
    mean = moments.lead / moments.n_questions[..., None, None]
    z_value: FloatArray = np.divide(mean, error, out=np.zeros_like(mean), where=error > 0)
    return z_value


def standard_errors(moments: PairMoments) -> FloatArray:
    """Return the standard error of the mean difference of each two models, shape (..., M, M)."""
    n_questions = moments.n_questions[..., None, None]
    own = np.diagonal(moments.product, axis1=-2, axis2=-1)
    squares = own[..., :, None] + own[..., None, :] - 2 * moments.product
    scatter = squares - moments.lead**2 / n_questions
    scatter = np.where(scatter > ROUNDING * n_questions, scatter, 0.0)
    error: FloatArray = np.sqrt(scatter / (np.maximum(n_questions - 1, 1) * n_questions))
    return error


def holm(p_values: FloatArray) -> FloatArray:
    """Adjust the p-values of all ordered pairs of models step by step, the least first, shape (..., M, M).

    A pair is certified at level alpha where its adjusted p-value is at most alpha; then, with probability 1 - alpha, no
    pair is certified wrongly, however the tests depend on each other.

    Parameters
    ----------
    p_values : array, shape (..., M, M)
        The diagonal is not read.

    Returns
    -------
    array of float, shape (..., M, M)
        One on the diagonal.

    References
    ----------
    holm1979
    """
    n_models = p_values.shape[-1]
    apart = ~np.eye(n_models, dtype=bool)
    flat = p_values[..., apart]
    order = np.argsort(flat, axis=-1, kind="stable")
    left = np.arange(flat.shape[-1], 0, -1)
    steps = np.maximum.accumulate(np.minimum(np.take_along_axis(flat, order, axis=-1) * left, 1.0), axis=-1)
    adjusted = np.ones_like(p_values)
    back = np.empty_like(flat)
    np.put_along_axis(back, order, steps, axis=-1)
    adjusted[..., apart] = back
    return adjusted
