"""Counts of battles by pair and circumstance: all that a program for paired comparisons reads."""

from __future__ import annotations

from dataclasses import dataclass

from bayesrank.arrays import FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class BattleCounts:
    """How often the first and the second model of each pair won, and how often they tied, circumstance by circumstance.

    One row is one pair of models under the same side, judge, category, period and covariates.

    Parameters
    ----------
    models : tuple of str
        Names in canonical order (see :mod:`bayesrank.statistics.canonical_order`), L of them.
    first, second : array of int, shape (R,)
        Positions in ``models``, ``first < second``.
    counts : array of float, shape (R, 3)
        Battles that the first won, that the second won, and ties, each with its weight.
    side : array of float, shape (R,)
        1 where the first stood first (shown left, played at home), -1 where the second did, 0 where neither, or where
        it is not known.
    judges, categories, periods : tuple of str
        Names, empty where they are not known; periods in order of time.
    judge, category, period : array of int, shape (R,)
        Positions in these; 0 where they are not known.
    covariate_names : tuple of str
        Names of the covariates, P of them.
    covariates : array of float, shape (R, P)
        Value of the first model's answers less that of the second's, divided by the standard deviation over battles.
    weighted : bool
        Whether battles carry weights, so that the counts are no numbers of independent battles.
    induced : bool
        Whether the battles are pairs of trials on the same question, which share trials.
    """

    models: tuple[str, ...]
    first: IntArray
    second: IntArray
    counts: FloatArray
    side: FloatArray
    judges: tuple[str, ...]
    judge: IntArray
    categories: tuple[str, ...]
    category: IntArray
    periods: tuple[str, ...]
    period: IntArray
    covariate_names: tuple[str, ...]
    covariates: FloatArray
    weighted: bool
    induced: bool
