"""How many of k attempts at a question are right: without replacement among the trials, or among endless ones."""

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
    j = np.arange(k + 1.0)
    total = n_trials[..., None]

    def chance(right: FloatArray) -> FloatArray:
        right = np.minimum(right[..., None], total)  # one above all is never reached
        return np.exp(_log_choose(right, j) + _log_choose(total - right, k - j) - _log_choose(total, k))

    return np.where(total > 0, _at_fraction(chance, n_right), np.nan)


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

    def chance(among: FloatArray) -> FloatArray:
        return np.exp(_log_choose(among, k)[..., None] - _log_choose(n_trials, k)[..., None])

    return np.where(n_trials > 0, _at_fraction(chance, size)[..., 0], np.nan)


def _at_fraction(chance: Callable[[FloatArray], FloatArray], number: FloatArray) -> FloatArray:
    """Return the chance at a number that is the whole one below or above it, on average this one."""
    below = np.floor(number)
    part = (number - below)[..., None]
    with np.errstate(invalid="ignore"):  # a cell without trials: 0 - infinity
        found = chance(below)
        return found if not part.any() else (1 - part) * found + part * chance(below + 1)


def _log_choose(n: FloatArray, k: FloatArray | float) -> FloatArray:
    """Return log C(n, k), minus infinity where k is not from 0 to n."""
    from scipy.special import gammaln

    possible = (k >= 0) & (k <= n)
    top, chosen = np.where(possible, n, 0.0), np.where(possible, k, 0.0)
    return np.where(possible, gammaln(top + 1) - gammaln(chosen + 1) - gammaln(top - chosen + 1), -np.inf)
