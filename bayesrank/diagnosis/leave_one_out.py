"""How well a fitted program foretells what it was not shown: one trial or battle, or a whole question."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.diagnosis.single_outcomes import SingleOutcomes, single_outcomes
from bayesrank.inference.nuts import sample_nuts
from bayesrank.programs.program import AnyProgram
from bayesrank.statistics.outcome_counts import OutcomeCounts

BAD_PARETO_K = 0.7
BLOCK = 2_000  # outcomes that are smoothed at once


class Foretold(NamedTuple):
    """Expected log predictive density of each unit left out, shape (U,), how often each counts, and its Pareto k."""

    density: FloatArray
    number: FloatArray
    pareto_k: FloatArray

    @property
    def total(self) -> float:
        """Sum over all units."""
        return float(self.number @ self.density)


def leave_outcomes_out(outcomes: SingleOutcomes) -> Foretold:
    """Leave out each single outcome by Pareto-smoothed importance sampling.

    Equal outcomes of a row are left out alike, so each kind is worked out once and counts as often as it happened.
    Kinds that did not happen count nothing and have the density 0.

    References
    ----------
    vehtari2017; vehtari2024
    """
    from arviz_stats.base import array_stats

    row, kind = np.nonzero(outcomes.number > 0)
    density, pareto_k = np.zeros(outcomes.number.shape), np.zeros(outcomes.number.shape)
    for start in range(0, len(row), BLOCK):
        where = row[start : start + BLOCK], kind[start : start + BLOCK]
        log_probability = outcomes.log_probability[:, *where].T  # (units, S)
        log_weights, shape = array_stats.psislw(log_probability)
        density[where] = np.logaddexp.reduce(log_weights + log_probability, axis=1)
        pareto_k[where] = shape
    return Foretold(density.ravel(), outcomes.number.ravel(), pareto_k.ravel())


def leave_questions_out(
    program: AnyProgram, counts: OutcomeCounts, *, folds: int, draws: int, cores: int, random_seed: int
) -> Foretold:
    """Leave out whole questions, a fold at a time, and fit the program to the others: exactly, no importance sampling.

    A question that was left out has the difficulty that the program expects of a new one, so this is about questions
    like these. All folds have one shape: the program is compiled once.
    """
    fold = _folds(len(counts.questions), folds, random_seed)
    density = np.empty(len(counts.questions))
    for number in range(fold.max() + 1):
        left_out = fold == number
        kept = np.where(left_out[None, :, None], 0.0, counts.counts)
        masked = replace(counts, counts=kept)
        posterior = sample_nuts(
            program, program.build(masked), draws=draws, cores=cores, random_seed=random_seed + number
        )["posterior"]
        log_probability = single_outcomes(program, counts, posterior).log_probability
        cells = log_probability.reshape(-1, *counts.counts.shape)[:, :, left_out]
        by_draw = (cells * counts.counts[:, left_out]).sum(axis=(1, 3))  # (S, questions)
        density[left_out] = np.logaddexp.reduce(by_draw, axis=0) - np.log(len(by_draw))
    return Foretold(density, np.ones(len(density)), np.zeros(len(density)))


def _folds(n_questions: int, folds: int, random_seed: int) -> IntArray:
    """Deal the questions into folds of nearly equal size, shape (M,)."""
    dealt = np.arange(n_questions) % min(folds, n_questions)
    return np.random.default_rng(random_seed).permutation(dealt)
