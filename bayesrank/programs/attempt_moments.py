"""Exact posterior moments of scores of k attempts, each cell under a uniform prior of its own."""

import numpy as np

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.programs.program import Moments
from bayesrank.statistics.attempts import hypergeometric_attempts
from bayesrank.statistics.outcome_counts import OutcomeCounts, right_category


def attempt_moments(counts: OutcomeCounts, phi: FloatArray) -> Moments:
    """Return the exact posterior mean and standard deviation of the mean over questions of ``E[phi(j)]``.

    The score of a cell is ``f(p) = sum over j of phi_j C(k, j) p^j (1 - p)^(k - j)``, what k further attempts can be
    expected to earn, with independent ``p ~ Beta(1 + right, 1 + wrong)`` as in the program ``bayes``; prior outcomes
    count beside. So f has the mean of phi under the beta-binomial distribution of j, and f^2 is the same kind of sum
    for 2 k attempts. Missing cells are left out, as the rules of metrics leave them out.

    Parameters
    ----------
    counts : OutcomeCounts
        Outcomes are right or wrong.
    phi : array of float, shape (k + 1,)
        What 0, 1, ..., k right attempts earn.

    Returns
    -------
    Moments
        Both of shape (..., L), on the scale of ``phi``.

    Raises
    ------
    DataError
        If outcomes are not right or wrong.
    """
    better = right_category(counts)
    concentration = 1 + counts.prior_counts + counts.counts
    right, wrong = concentration[..., better], concentration[..., 1 - better]
    mean = _further_attempts(right, wrong, len(phi) - 1) @ phi
    squared = _further_attempts(right, wrong, 2 * len(phi) - 2) @ _squared(phi)
    variance = np.maximum(squared - mean**2, 0.0)  # rounding can leave less than nothing of a constant
    weight = counts.observed * counts.question_weight[..., None, :]
    spread = counts.over_questions(counts.question_weight[..., None, :] * variance) / weight.sum(axis=-1)
    return Moments(counts.over_questions(mean), np.sqrt(spread))


def _further_attempts(right: FloatArray, wrong: FloatArray, k: int) -> FloatArray:
    """Return the beta-binomial Pr(j of k further attempts are right), j = 0..k, shape (..., k + 1).

    As from an urn to which each ball drawn returns with another of its kind.
    """
    probability = np.ones((*right.shape, 1))
    for drawn in range(k):
        next_right = (right[..., None] + np.arange(drawn + 1)) / (right + wrong + drawn)[..., None]
        further = np.zeros((*right.shape, drawn + 2))
        further[..., 1:] = probability * next_right
        further[..., :-1] += probability * (1 - next_right)
        probability = further
    return probability


def _squared(phi: FloatArray) -> FloatArray:
    """Return what 0, 1, ..., 2 k right attempts of 2 k earn so that the expectation is the square of that of phi.

    Of the right ones i fall among the first k: the mean of ``phi_i phi_(s - i)`` over which k come first.
    """
    k = len(phi) - 1
    right = np.arange(2 * k + 1)
    first = hypergeometric_attempts(right.astype(np.float64), np.full(len(right), 2.0 * k), k)
    others: IntArray = np.clip(right[:, None] - np.arange(k + 1), 0, k)  # beyond 0..k the chance is 0
    return np.asarray((first * phi * phi[others]).sum(axis=1))
