"""Counts of battles by pair and circumstance: all that a program for paired comparisons reads."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.options import check_choice
from bayesrank.statistics.pair_counts import PairCounts

type Circumstance = Literal["side", "judge", "category", "period", "covariates"]


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
    overcounted : bool
        Whether induced battles count 1 each for all that, and so claim more than there is.
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
    overcounted: bool = False

    @cached_property
    def pairs(self) -> PairCounts:
        """The same battles whatever their circumstances, as wins and ties of each two models."""
        shape = len(self.models), len(self.models)
        wins, ties = np.zeros(shape), np.zeros(shape)
        np.add.at(wins, (self.first, self.second), self.counts[:, 0])
        np.add.at(wins, (self.second, self.first), self.counts[:, 1])
        np.add.at(ties, (self.first, self.second), self.counts[:, 2])
        return PairCounts(self.models, wins, ties + ties.T)

    def pooled(self, *kept: Circumstance) -> BattleCounts:
        """Return the same battles, told apart by the circumstances named and by no others.

        A program that has no use for judges, say, reads fewer rows so. What is not kept is not known afterwards.
        """
        for name in kept:
            check_choice("circumstance", name, Circumstance)
        n_rows = len(self.first)
        unknown = np.zeros(n_rows, dtype=np.int64)
        nothing: dict[Circumstance, dict[str, Any]] = {
            "side": {"side": np.zeros(n_rows)},
            "judge": {"judges": (), "judge": unknown},
            "category": {"categories": (), "category": unknown},
            "period": {"periods": (), "period": unknown},
            "covariates": {"covariate_names": (), "covariates": np.zeros((n_rows, 0))},
        }
        pooled = self
        for name in nothing.keys() - set(kept):
            pooled = replace(pooled, **nothing[name])
        return merge_rows(pooled)


def merge_rows(battles: BattleCounts) -> BattleCounts:
    """Add up rows of the same pair and circumstances, and put them into an order of content."""
    circumstances = [battles.side, battles.judge, battles.category, battles.period]
    columns = [*battles.covariates.T, *circumstances, battles.second, battles.first]
    order = np.lexsort([*battles.counts.T, *columns])  # equal rows by their counts, which settles the rounding of sums
    differs = np.zeros(len(order) - 1, dtype=bool)
    for column in columns:
        differs |= np.diff(column[order]) != 0
    start = np.concatenate([[0], np.flatnonzero(differs) + 1])
    row = order[start]
    return replace(
        battles,
        counts=np.add.reduceat(battles.counts[order], start, axis=0),
        **{
            name: getattr(battles, name)[row]
            for name in ("first", "second", "side", "judge", "category", "period", "covariates")
        },
    )
