"""Mean utility: the accuracy of outcomes that are right or wrong."""

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.programs.outcomes.bayes import cell_moments
from bayesrank.programs.program import Moments
from bayesrank.rules.rule import ranking_rule
from bayesrank.statistics.outcome_counts import OutcomeCounts


def moments(counts: OutcomeCounts) -> Moments:
    """Return the exact moments of the mean utility over the observed cells, for the posterior of the cells."""
    mean, variance = cell_moments(counts)
    n_questions = counts.observed.sum(axis=1)
    return Moments(counts.over_questions(mean), np.sqrt(counts.over_questions(variance) / n_questions))


@ranking_rule(ties="not compared", missing="left out", cost="L M", reference="hariri2026", moments=moments)
def avg(counts: OutcomeCounts) -> FloatArray:
    """Score a model by its mean utility over the questions that it was asked.

    ``score[l] = sum over m of g_m y[l, m] / sum over m of g_m`` over the questions of model l, with y the mean utility
    of its trials on a question, however many they are, and g what the question counts for. Equal means tie.
    Missing cells are left out, so that a model that was asked the easier questions scores higher for it.

    Parameters
    ----------
    counts : OutcomeCounts

    Returns
    -------
    array of float, shape (..., L)
        On the scale of the utility weights: for right and wrong, accuracy. NaN for a model that was asked no question
        of any weight, which only a drawn benchmark can bring about.

    References
    ----------
    hariri2026
    """
    return counts.over_questions(counts.mean_outcome)
