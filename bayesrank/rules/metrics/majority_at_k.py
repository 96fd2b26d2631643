"""Majority@k: the chance that most of k attempts are right."""

from bayesrank.arrays import FloatArray
from bayesrank.rules.metrics._attempt_scores import attempt_score, further_attempts, phi_majority
from bayesrank.rules.rule import ranking_rule
from bayesrank.statistics.outcome_counts import OutcomeCounts


@ranking_rule(
    ties="not compared", missing="left out", cost="L M k", reference="wang2022", moments=further_attempts(phi_majority)
)
def majority_at_k(counts: OutcomeCounts, *, k: int = 2) -> FloatArray:
    """Score a model by the chance that more than half of k attempts at a question are right, over its questions.

    ``score[l] = mean over m of Pr(j > k / 2)`` with j the number of right ones among k of the trials, drawn without
    replacement; of drawn probabilities of cells, among k independent attempts. An absolute majority always wins the
    vote among k answers; where wrong answers differ a smaller number may win it too, which outcomes cannot tell.
    Equal means tie. Missing cells are left out.

    Parameters
    ----------
    counts : OutcomeCounts
        Outcomes are right or wrong.
    k : int
        Number of attempts, from 1 to the fewest trials of a model on a question.

    Returns
    -------
    array of float, shape (..., L)
        Probability, from 0 to 1. NaN for a model that was asked no question of any weight.

    Raises
    ------
    DataError
        If outcomes are not right or wrong, or a cell has fewer than k trials.
    ValueError
        If k is no whole number of at least 1.

    References
    ----------
    wang2022
    """
    return attempt_score(counts, phi_majority(k))
