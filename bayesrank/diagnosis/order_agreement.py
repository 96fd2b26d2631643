"""Whether the order that the data show at first sight is the order of the fitted scores, as far as it should be."""

from __future__ import annotations

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.diagnosis.figures import Figure, findings_of
from bayesrank.diagnosis.findings import ALL, Findings
from bayesrank.ranks.agreement import kendall_tau

MOST_ORDERS = 200
FEWEST_MODELS = 3

ORDER = Figure(
    "agreement of orders",
    low=(
        "the order of the models by what was observed agrees less with that of their scores (tau-b {observed:.2f}) "
        "than {program} expects ({expected:.2f}): scores are of something else than what was counted."
    ),
    high=(
        "the order of the models by what was observed agrees more with that of their scores (tau-b {observed:.2f}) "
        "than {program} expects ({expected:.2f}): it takes results for more random than they are."
    ),
    limits=(-1.0, 1.0),
)


def order_agreement(
    observed: FloatArray, replicated: FloatArray, scores: FloatArray, *, program: str, false_alarm_rate: float
) -> list[Findings]:
    """Return Kendall's tau-b between observed shares and fitted scores, and that of replicated shares.

    Replicated shares are compared with the scores that they were drawn from, observed ones with the same scores.

    Parameters
    ----------
    observed : array of float, shape (L,)
        Share of right answers, or of battles won.
    replicated, scores : array of float, shape (R, L)
        In the same order of models.

    References
    ----------
    kendall1945
    """
    if len(observed) < FEWEST_MODELS:
        return []
    chosen = np.unique(np.linspace(0, len(scores) - 1, MOST_ORDERS).astype(np.int64))
    seen = np.array([kendall_tau(observed, scores[number]) for number in chosen])
    expected = np.array([[kendall_tau(replicated[number], scores[number])] for number in chosen])
    return [findings_of(ORDER, (ALL,), seen.mean(keepdims=True), expected, program, false_alarm_rate)]
