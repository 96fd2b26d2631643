"""G-Pass@k: the chance that a given share of k attempts is right."""

from bayesrank.arrays import FloatArray
from bayesrank.rules.metrics._attempt_scores import attempt_score, further_attempts, phi_threshold
from bayesrank.rules.rule import ranking_rule
from bayesrank.statistics.outcome_counts import OutcomeCounts


@ranking_rule(
    ties="not compared", missing="left out", cost="L M k", reference="liu2024", moments=further_attempts(phi_threshold)
)
def g_pass_at_k(counts: OutcomeCounts, *, k: int = 2, threshold: float = 0.5) -> FloatArray:
    """Score a model by the chance that enough of k attempts at a question are right, averaged over its questions.

    ``score[l] = mean over m of Pr(j >= max(1, threshold k))`` with j the number of right ones among k of the trials,
    drawn without replacement; of drawn probabilities of cells, among k independent attempts. A threshold of 0 is
    pass@k, a threshold of 1 is pass^k. Equal means tie. Missing cells are left out.

    Parameters
    ----------
    counts : OutcomeCounts
        Outcomes are right or wrong.
    k : int
        Number of attempts, from 1 to the fewest trials of a model on a question.
    threshold : float
        Share of the attempts that must be right, from 0 to 1.

    Returns
    -------
    array of float, shape (..., L)
        Probability, from 0 to 1. NaN for a model that was asked no question of any weight.

    Raises
    ------
    DataError
        If outcomes are not right or wrong, or a cell has fewer than k trials.
    ValueError
        If k is no whole number of at least 1 or ``threshold`` is not from 0 to 1.

    References
    ----------
    liu2024
    """
    return attempt_score(counts, phi_threshold(k, threshold))
