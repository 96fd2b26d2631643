"""How many of k attempts at a question are right: without replacement among the trials, or among endless ones."""

import numpy as np

from bayesrank.arrays import FloatArray


def hypergeometric_attempts(n_right: FloatArray, n_trials: FloatArray, k: int) -> FloatArray:
    """Return Pr(j of k trials drawn without replacement are right), j = 0..k, shape (..., k + 1).

    ``C(n_right, j) C(n_trials - n_right, k - j) / C(n_trials, k)``; NaN where there is no trial.

    Parameters
    ----------
    n_right, n_trials : array, the same shape (...)
        Right trials, and all, of each cell; at least k of all where there is any.
    """
    right, total = n_right[..., None], n_trials[..., None]
    j = np.arange(k + 1.0)
    with np.errstate(invalid="ignore"):  # a cell without trials: 0 - infinity
        log_probability = _log_choose(right, j) + _log_choose(total - right, k - j) - _log_choose(total, k)
        probability = np.exp(log_probability)
    return np.where(total > 0, probability, np.nan)


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

    ``C(size, k) / C(n_trials, k)``; NaN where there is no trial.
    """
    with np.errstate(invalid="ignore"):  # as above
        probability = np.exp(_log_choose(size, np.float64(k)) - _log_choose(n_trials, np.float64(k)))
    return np.where(n_trials > 0, probability, np.nan)


def _log_choose(n: FloatArray, k: FloatArray | float) -> FloatArray:
    """Return log C(n, k), minus infinity where k is not from 0 to n."""
    from scipy.special import gammaln

    possible = (k >= 0) & (k <= n)
    top, chosen = np.where(possible, n, 0.0), np.where(possible, k, 0.0)
    return np.where(possible, gammaln(top + 1) - gammaln(chosen + 1) - gammaln(top - chosen + 1), -np.inf)
