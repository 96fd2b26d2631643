"""AUC@k: the area under the curve of pass@1, ..., pass@k."""

from bayesrank.arrays import FloatArray
from bayesrank.rules.metrics._attempt_scores import attempt_score, further_attempts, phi_area
from bayesrank.rules.rule import ranking_rule
from bayesrank.statistics.outcome_counts import OutcomeCounts


@ranking_rule(
    ties="not compared", missing="left out", cost="L M k", reference="hu2026", moments=further_attempts(phi_area)
)
def auc_pass_at_k(counts: OutcomeCounts, *, k: int = 2) -> FloatArray:
    """Score a model by the area under its curve of pass@1 to pass@k, scaled to a width of 1.

    ``score[l] = sum over i of (pass@i + pass@(i + 1)) / 2 / (k - 1)``, i = 1..k - 1: the area by trapezoids. With
    k = 1 it is pass@1. Equal areas tie. Missing cells are left out.

    Parameters
    ----------
    counts : OutcomeCounts
        Outcomes are right or wrong.
    k : int
        Largest number of attempts, from 1 to the fewest trials of a model on a question.

    Returns
    -------
    array of float, shape (..., L)
        From 0 to 1, between pass@1 and pass@k. NaN for a model that was asked no question of any weight.

    Raises
    ------
    DataError
        If outcomes are not right or wrong, or a cell has fewer than k trials.
    ValueError
        If k is no whole number of at least 1.

    References
    ----------
    hu2026
    """
    return attempt_score(counts, phi_area(k))
