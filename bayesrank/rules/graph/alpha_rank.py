"""Alpha-Rank: how long evolution stays with a model when rare mutants of the others turn up."""

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.options import check_at_least
from bayesrank.rules.graph._stationary import stationary_distribution
from bayesrank.rules.rule import ranking_rule
from bayesrank.statistics.pair_counts import PairCounts


@ranking_rule(ties="shared", missing="taken as equal", cost="L^3", reference="omidshafiei2019")
def alpha_rank(counts: PairCounts, *, intensity: float = 1.0, population: int = 50) -> FloatArray:
    """Score a model by how long a population of m players that imitate success plays it.

    All play model s when a mutant that plays r turns up, each other model equally often. The mutant takes over with
    probability ``(1 - exp(-u)) / (1 - exp(-m u))``, where ``u = intensity m / (m - 1) (share[r, s] - 1/2)``, or 1/m
    where u is 0. The score is the share of time in the long run, solved for in logarithms, so that no selection is
    too strong to solve; but it leaves the models behind the first so little time that they tie. A tie is half a win
    for each; two models that never met are taken to win half each.

    Parameters
    ----------
    counts : PairCounts
    intensity : float
        How strongly players imitate success, >= 0; 0 makes all models equal.
    population : int
        Number of players m, at least 2.

    Returns
    -------
    array of float, shape (..., L)
        Share of time, summing to 1.

    Raises
    ------
    ValueError
        If ``intensity`` is negative or infinite, or ``population`` is no whole number of at least 2.

    References
    ----------
    omidshafiei2019
    """
    if not 0 <= intensity < np.inf:
        message = f"intensity must be a number >= 0; got {intensity}. Give 1, or more for stronger selection."
        raise ValueError(message)
    check_at_least("population", population, 2)
    advantage = intensity * population / (population - 1) * (counts.win_share.swapaxes(-1, -2) - 0.5)
    return stationary_distribution(_log_fixation(advantage, population))


def _log_fixation(u: FloatArray, population: int) -> FloatArray:
    """Return log of (1 - exp(-u)) / (1 - exp(-population u)), with no exponential of a positive number."""
    size = np.maximum(np.abs(u), np.finfo(np.float64).tiny)  # the limit at 0, where both vanish
    log_ratio = np.log(-np.expm1(-size)) - np.log(-np.expm1(-population * size))
    return np.asarray(log_ratio + (population - 1) * np.minimum(u, 0))
