"""The benchmarks that questions are of."""

from typing import NamedTuple

import numpy as np

from bayesrank.arrays import IntArray
from bayesrank.errors import DataError
from bayesrank.statistics.outcome_counts import OutcomeCounts
from bayesrank.statistics.separation import named


class Benchmarks(NamedTuple):
    """Names of the benchmarks, B of them, and which each question is of, shape (M,)."""

    names: tuple[str, ...]
    of_question: IntArray


def benchmarks_of(counts: OutcomeCounts) -> Benchmarks:
    """Return the benchmarks in the order in which their first question stands.

    Raises
    ------
    DataError
        If a question has no benchmark, or all have one.
    """
    without = [name for name, label in zip(counts.questions, counts.benchmark, strict=False) if not label]
    if without or not counts.benchmark:
        who = f"none of {named(sorted(without))}" if without else "no column of that name"
        message = (
            f"every question must have a benchmark, in a column 'benchmark' or in question_metadata; got {who}. Name "
            f"it, or use 'rasch'."
        )
        raise DataError(message)
    names = tuple(dict.fromkeys(counts.benchmark))
    if len(names) == 1:
        message = f"questions must be of two benchmarks or more; got {names[0]!r} alone. Use 'rasch'."
        raise DataError(message)
    return Benchmarks(names, np.array([names.index(label) for label in counts.benchmark]))
