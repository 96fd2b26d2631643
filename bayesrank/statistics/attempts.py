"""How many of k attempts at a question are right: without replacement among the trials, or among endless ones.

By ratios of whole numbers and no logarithms: what is equal must come out equal to the last digits, however many
the trials.
"""

from collections.abc import Callable

import numpy as np

from bayesrank.arrays import FloatArray


def hypergeometric_attempts(n_right: FloatArray, n_trials: FloatArray, k: int) -> FloatArray:
    """Return Pr(j of k trials drawn without replacement are right), j = 0..k, shape (..., k + 1).

    ``C(n_right, j) C(n_trials - n_right, k - j) / C(n_trials, k)``; NaN where there is no trial.

    Parameters
    ----------
    n_right, n_trials : array, the same shape (...)
        Right trials, and all, of each cell; at least k of all where there is any. A fractional number of right
        trials is the whole number below or above it, by chance.
    """
    total = np.where(n_trials > 0, n_trials, k)[..., None]

    def chance(right: FloatArray) -> FloatArray:
        return _drawn(right[..., None], total, k)

    return np.where(n_trials[..., None] > 0, _at_fraction(chance, n_right, n_trials), np.nan)


def binomial_attempts(p_right: FloatArray, k: int) -> FloatArray:
    """Return Pr(j of k independent attempts are right), j = 0..k, shape (..., k + 1); NaN where the chance is NaN.

    Parameters
    ----------
    p_right : array, shape (...)
        Probability that an attempt is right.
    """
    from scipy.special import comb

    j = np.arange(k + 1)
    chance = p_right[..., None]
    return np.asarray(comb(k, j) * chance**j * (1 - chance) ** (k - j))


def all_drawn_among(size: FloatArray, n_trials: FloatArray, k: int) -> FloatArray:
    """Return Pr(all of k trials drawn without replacement are among ``size`` of them), the shape of ``size``.

    ``C(size, k) / C(n_trials, k)``; NaN where there is no trial. A fractional size is as above.
    """
    total = np.where(n_trials > 0, n_trials, k)

    def chance(among: FloatArray) -> FloatArray:
        found = np.ones((*among.shape, 1))
        for drawn in range(k):
            found[..., 0] *= np.maximum(among - drawn, 0) / (total - drawn)
        return found

    return np.where(n_trials > 0, _at_fraction(chance, size, n_trials)[..., 0], np.nan)


def _at_fraction(chance: Callable[[FloatArray], FloatArray], number: FloatArray, most: FloatArray) -> FloatArray:
    """Return the chance at a number that is the whole one below or above it, on average this one."""
    below = np.floor(number)
    part = (number - below)[..., None]
    found = chance(below)
    if not part.any():
        return found
    return (1 - part) * found + part * chance(np.minimum(below + 1, most))  # one above all is never reached


def _drawn(right: FloatArray, total: FloatArray, k: int) -> FloatArray:
    """Return the hypergeometric probabilities of j = 0..k; ``right`` and ``total`` of shape (..., 1).

    Relative to the most likely j, which one step up or down after the other makes less likely, then divided by their
    sum: no term is too large or lost, nothing is subtracted, and none exceeds 1.
    """
    wrong = total - right
    likeliest = np.clip(np.floor((k + 1) * (right + 1) / (total + 2)), np.maximum(k - wrong, 0), np.minimum(k, right))
    j = np.arange(1.0, k + 1)
    more = np.maximum(right - j + 1, 0) * (k - j + 1)  # of j against j - 1, more / less
    less = np.maximum(wrong - k + j, 0) * j
    rises = j > likeliest
    step = np.divide(np.where(rises, more, less), np.where(rises, less, more))
    chance = np.ones((*step.shape[:-1], k + 1))
    np.cumprod(np.where(rises, step, 1.0), axis=-1, out=chance[..., 1:])
    chance[..., :-1] *= np.cumprod(np.where(rises, 1.0, step)[..., ::-1], axis=-1)[..., ::-1]
    return np.asarray(chance / chance.sum(axis=-1, keepdims=True))
