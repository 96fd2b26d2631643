"""mG-Pass@k: G-Pass@k averaged over the thresholds above one half."""

from bayesrank.arrays import FloatArray
from bayesrank.rules.metrics._attempt_scores import attempt_score, further_attempts, phi_margin
from bayesrank.rules.rule import ranking_rule
from bayesrank.statistics.outcome_counts import OutcomeCounts


@ranking_rule(
    ties="not compared", missing="left out", cost="L M k", reference="liu2024", moments=further_attempts(phi_margin)
)
def mg_pass_at_k(counts: OutcomeCounts, *, k: int = 2) -> FloatArray:
    """Score a model by how far its right attempts of k exceed one half, averaged over its questions.

    ``score[l] = mean over m of E[2 / k max(j - ceil(k / 2), 0)]`` with j the number of right ones among k of the
    trials, drawn without replacement; of drawn probabilities of cells, among k independent attempts. It is 2 / k
    times the sum of G-Pass@k over the thresholds i / k, i = ceil(k / 2) + 1..k. With k = 1 nothing exceeds, and all
    models tie at 0; k = 2 is pass^2. Missing cells are left out.

    Parameters
    ----------
    counts : OutcomeCounts
        Outcomes are right or wrong.
    k : int
        Number of attempts, from 1 to the fewest trials of a model on a question.

    Returns
    -------
    array of float, shape (..., L)
        From 0 to 1, or to (k - 1) / k for odd k. NaN for a model that was asked no question of any weight.

    Raises
    ------
    DataError
        If outcomes are not right or wrong, or a cell has fewer than k trials.
    ValueError
        If k is no whole number of at least 1.

    References
    ----------
    liu2024
    """
    return attempt_score(counts, phi_margin(k))
