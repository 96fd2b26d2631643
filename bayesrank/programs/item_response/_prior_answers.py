"""Right answers among prior outcomes."""

from bayesrank.programs.prior_agreement import require_prior_outcomes
from bayesrank.statistics.outcome_counts import OutcomeCounts, RightAnswers, right_category


def prior_answers(counts: OutcomeCounts, program: str) -> RightAnswers:
    """Return right answers and trials of the prior outcomes of each cell, for the program of that name.

    Raises
    ------
    DataError
        If outcomes are not right or wrong, or there are no prior outcomes.
    """
    right = right_category(counts)
    require_prior_outcomes(counts, program, "rasch")
    return RightAnswers(counts.prior_counts[:, :, right], counts.prior_counts.sum(axis=2))
