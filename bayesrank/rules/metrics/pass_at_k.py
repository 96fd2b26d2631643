"""Pass@k: the chance that any of k attempts is right."""

from bayesrank.arrays import FloatArray
from bayesrank.rules.metrics._attempt_scores import attempt_score, further_attempts, phi_pass
from bayesrank.rules.rule import ranking_rule
from bayesrank.statistics.outcome_counts import OutcomeCounts


@ranking_rule(
    ties="not compared", missing="left out", cost="L M k", reference="chen2021", moments=further_attempts(phi_pass)
)
def pass_at_k(counts: OutcomeCounts, *, k: int = 2) -> FloatArray:
    """Score a model by the chance that any of k attempts at a question is right, averaged over its questions.

    ``score[l] = mean over m of 1 - C(n - r, k) / C(n, k)`` with r of n trials right: k of the trials are drawn without
    replacement. Of drawn probabilities p of cells it is the mean of ``1 - (1 - p)^k``. Equal means tie, as on data
    where every model solves every question in some of any k trials. Missing cells are left out.

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
    chen2021, eq. (1)
    """
    return attempt_score(counts, phi_pass(k))
