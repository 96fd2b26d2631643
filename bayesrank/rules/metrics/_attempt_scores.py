"""Scores of k attempts at a question: what each number of right ones earns, averaged over questions."""

from collections.abc import Callable

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.options import check_at_least
from bayesrank.programs.attempt_moments import attempt_moments
from bayesrank.programs.program import Moments
from bayesrank.statistics.attempts import all_drawn_among
from bayesrank.statistics.outcome_counts import OutcomeCounts


def attempt_score(counts: OutcomeCounts, phi: FloatArray) -> FloatArray:
    """Return the mean over a model's questions of what k attempts earn, ``E[phi(number of right attempts)]``.

    Parameters
    ----------
    counts : OutcomeCounts
    phi : array of float, shape (k + 1,)
        What 0, 1, ..., k right attempts earn.

    Returns
    -------
    array of float, shape (..., L)
        On the scale of ``phi``.

    Raises
    ------
    DataError
        If outcomes are not right or wrong, or a cell has fewer than k trials.
    """
    return counts.over_questions(counts.attempts(len(phi) - 1) @ phi)


def further_attempts(phi: Callable[..., FloatArray]) -> Callable[..., Moments]:
    """Return the function from counts, and the options of ``phi``, to exact moments of the score of further attempts.

    The cells have the posterior of Bayes@N; see :func:`bayesrank.programs.attempt_moments.attempt_moments`.
    """
    return lambda counts, **options: attempt_moments(counts, phi(**options))


def phi_pass(k: int) -> FloatArray:
    """Return 1 where any of k attempts is right, shape (k + 1,)."""
    return (_right(k) >= 1).astype(np.float64)


def phi_unanimous(k: int) -> FloatArray:
    """Return 1 where all of k attempts are right, shape (k + 1,)."""
    return np.asarray(_right(k) == k, dtype=np.float64)


def phi_threshold(k: int, threshold: float) -> FloatArray:
    """Return 1 where at least that share of k attempts is right, and one of them, shape (k + 1,).

    Raises
    ------
    ValueError
        If ``threshold`` is not from 0 to 1.
    """
    right = _right(k)
    if not 0 <= threshold <= 1:
        message = f"threshold must be from 0 to 1; got {threshold}. Give the share of attempts that must be right."
        raise ValueError(message)
    enough = (right >= 1) & (right / k >= threshold)  # 7 / 25 is the float 0.28, but 0.28 * 25 is above 7
    return enough.astype(np.float64)


def phi_majority(k: int) -> FloatArray:
    """Return 1 where more than half of k attempts are right, shape (k + 1,)."""
    return (2 * _right(k) > k).astype(np.float64)


def phi_margin(k: int) -> FloatArray:
    """Return ``2 / k * max(j - ceil(k / 2), 0)`` for j right of k attempts, shape (k + 1,)."""
    return np.maximum(_right(k) - (k + 1) // 2, 0) * 2 / k


def phi_area(k: int) -> FloatArray:
    """Return the area under the curve of pass@1, ..., pass@k, by trapezoids, scaled to a width of 1, shape (k + 1,).

    With j of k attempts right, i of them pass with probability ``1 - C(k - j, i) / C(k, i)``.
    """
    wrong = k - _right(k)
    passes = np.stack([1 - all_drawn_among(wrong, np.full(k + 1, float(k)), i) for i in range(1, k + 1)])
    return np.asarray(passes[0] if k == 1 else np.trapezoid(passes, axis=0) / (k - 1))


def _right(k: int) -> FloatArray:
    """Return how many of k attempts can be right, 0, 1, ..., k."""
    check_at_least("k", k, 1)
    return np.arange(k + 1.0)
