"""Max@k: the best utility that k attempts can be expected to reach."""

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.errors import DataError
from bayesrank.options import check_at_least
from bayesrank.rules.rule import ranking_rule
from bayesrank.statistics.outcome_counts import OutcomeCounts


@ranking_rule(ties="not compared", missing="left out", cost="L M C", reference="bagirov2025")
def max_at_k(counts: OutcomeCounts, *, k: int = 2) -> FloatArray:
    """Score a model by the expected best utility of k attempts at a question, averaged over its questions.

    ``score[l] = mean over m of E[max of the utilities of k trials]``, drawn without replacement; of drawn
    probabilities of cells, of k independent attempts. With utilities u_1 <= ... <= u_C and b_c of n trials no better
    than u_c the expectation is ``u_C - sum over c < C of (u_(c + 1) - u_c) C(b_c, k) / C(n, k)``. For right and wrong
    it is pass@k. Equal means tie. Missing cells are left out.

    Parameters
    ----------
    counts : OutcomeCounts
        Outcomes are categories.
    k : int
        Number of attempts, from 1 to the fewest trials of a model on a question.

    Returns
    -------
    array of float, shape (..., L)
        On the scale of the utility weights. NaN for a model that was asked no question of any weight.

    Raises
    ------
    DataError
        If outcomes are fractions, or a cell has fewer than k trials.
    ValueError
        If k is no whole number of at least 1.

    References
    ----------
    bagirov2025
    """
    check_at_least("k", k, 1)
    if counts.fractional:
        message = "outcomes must be categories for the best of k trials; got fractions. Use 'avg'."
        raise DataError(message)
    order = np.argsort(counts.weights)
    utilities = counts.weights[order]
    no_better = counts.counts[..., order].cumsum(axis=-1)  # (..., L, M, C): trials up to each utility
    best = np.full(no_better.shape[:-1], utilities[-1])
    for level, step in enumerate(np.diff(utilities)):
        best = best - step * counts.all_among(no_better[..., level], k)
    return counts.over_questions(best)
