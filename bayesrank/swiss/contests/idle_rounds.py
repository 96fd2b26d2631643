"""Rounds of a tournament in which nobody plays, or hardly anybody."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray, IntArray

ROUNDING = 1e-9  # of expected numbers of models and of matches


def without_matches(n_pairs: FloatArray | IntArray) -> BoolArray:
    """Return which rounds have no match, given the (expected) numbers of matches, of any shape."""
    idle: BoolArray = n_pairs <= ROUNDING
    return idle


def with_few_matches(n_pairs: FloatArray | IntArray, n_active: FloatArray | IntArray) -> BoolArray:
    """Return which rounds have matches, but fewer than half of those that the models left could play.

    Parameters
    ----------
    n_pairs, n_active : array, of one shape
        (Expected) numbers of matches and of models that are left.
    """
    possible = np.floor(n_active / 2 + ROUNDING)
    few: BoolArray = (2 * n_pairs < possible - ROUNDING) & ~without_matches(n_pairs)
    return few


def idle_doubts(schedules: Sequence[str], n_pairs: FloatArray | IntArray, n_active: FloatArray | IntArray) -> list[str]:
    """Say at which schedules nobody plays in a round, and at which few do.

    Parameters
    ----------
    schedules : sequence of str
        Their names, E of them.
    n_pairs, n_active : array, shape (E, K)
        (Expected) numbers of matches and of models that are left.
    """
    said = []
    nobody, few = without_matches(n_pairs), with_few_matches(n_pairs, n_active)
    n_rounds = n_pairs.shape[1]
    for e, schedule in enumerate(schedules):
        if nobody[e].any():
            said.append(
                f"at elimination {schedule} nobody plays in {_rounds(nobody[e])} of {n_rounds}, and scores there count "
                f"for nothing: all models that are left have different points, or fewer than two are left. Play fewer "
                f"rounds or more models."
            )
        if few[e].any():
            said.append(
                f"at elimination {schedule} fewer than half of the possible matches are played in {_rounds(few[e])} of "
                f"{n_rounds}: models that nobody equals in points have byes there."
            )
    return said


def _rounds(which: BoolArray) -> str:
    """Return the numbers of rounds in words."""
    numbers = (np.flatnonzero(which) + 1).tolist()
    if len(numbers) == 1:
        return f"round {numbers[0]}"
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"rounds {numbers[0]} to {numbers[-1]}"
    return f"rounds {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"
