"""Mean outcomes as whole numbers, so that equal ones are equal."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bayesrank.arrays import IntArray
from bayesrank.errors import DataError
from bayesrank.statistics.outcome_counts import OutcomeCounts, right_answers

MOST = 2**40  # parts of one: sums over models and questions stay far below 2**63


class WholeOutcomes(NamedTuple):
    """Shares of right answers, shape (M, Q), each a number of ``parts`` of one."""

    share: IntArray
    parts: int


def whole_outcomes(counts: OutcomeCounts) -> WholeOutcomes:
    """Return the share of right answers of each model to each question, in parts that all of them are multiples of.

    Raises
    ------
    DataError
        If a model was not asked a question, answers are neither right nor wrong, or trials so differ in number that
        there are no such parts.
    """
    right, trials = right_answers(counts)
    unasked = np.argwhere(trials == 0)
    if unasked.size:
        model, question = unasked[0]
        message = (
            f"every model must have an outcome on every question to tell how difficult questions are; got "
            f"{len(unasked)} missing, the first of {counts.models[model]!r} on {counts.questions[question]!r}. "
            f"Leave out the question, or the model."
        )
        raise DataError(message)
    different = np.unique(trials.astype(np.int64))
    parts = 1
    for number in different.tolist():
        parts = int(np.lcm(parts, number, dtype=np.int64))
        if not 0 < parts <= MOST:
            message = (
                f"numbers of trials must have a common multiple of at most {MOST:,}; got {len(different)} numbers "
                f"without one. Use as many trials of each question."
            )
            raise DataError(message)
    return WholeOutcomes((right.round().astype(np.int64) * parts) // trials.astype(np.int64), parts)
