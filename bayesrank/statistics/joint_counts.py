"""Right answers and battles of the same models, counted."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray, IntArray
from bayesrank.observations.joint_data import JointData
from bayesrank.statistics.battle_counts import BattleCounts, merge_rows
from bayesrank.statistics.canonical_order import canonical_order
from bayesrank.statistics.count_battles import count_battles
from bayesrank.statistics.outcome_counts import OutcomeCounts, count_outcomes


@dataclass(frozen=True, eq=False)
class JointCounts:
    """Outcomes and battles, both of all models in the same order, which names and rows do not touch.

    Parameters
    ----------
    models : tuple of str
        Names in canonical order (see :mod:`bayesrank.statistics.canonical_order`), L of them.
    outcomes : OutcomeCounts
        Of all models; one that was asked nothing has missing cells alone.
    battles : BattleCounts
        Of all models; one that did not fight has no row.
    """

    models: tuple[str, ...]
    outcomes: OutcomeCounts
    battles: BattleCounts

    @property
    def asked(self) -> BoolArray:
        """Whether a model has outcomes, shape (L,)."""
        return np.asarray(self.outcomes.observed.any(axis=1))

    @property
    def fought(self) -> BoolArray:
        """Whether a model has battles, shape (L,)."""
        return np.asarray(self.battles.pairs.n_battles.any(axis=1))


def count_joint(data: JointData) -> JointCounts:
    """Count outcomes by question, and battles by pair and circumstance, of all models in one order."""
    answered, fought = count_outcomes(data.outcomes), count_battles(data.comparisons)
    outcomes, battles = _outcomes_of(answered, data.models), _battles_of(fought, data.models)
    models = tuple(data.models[index] for index in _order(outcomes, battles))
    return JointCounts(models, _outcomes_of(answered, models), _battles_of(fought, models))


def _outcomes_of(counts: OutcomeCounts, models: tuple[str, ...]) -> OutcomeCounts:
    """Return the counts of these models, some of which may have none."""
    place = [models.index(model) for model in counts.models]
    shape = len(models), *counts.counts.shape[1:]
    known, prior = np.zeros(shape), np.zeros(shape)
    known[place], prior[place] = counts.counts, counts.prior_counts
    return replace(counts, models=models, counts=known, prior_counts=prior)


def _battles_of(battles: BattleCounts, models: tuple[str, ...]) -> BattleCounts:
    """Return the battles with positions among these models, the first of each pair before the second."""
    place = np.array([models.index(model) for model in battles.models])
    first, second = place[battles.first], place[battles.second]
    turn = np.where(first < second, 1.0, -1.0)
    counts: FloatArray = np.where(turn[:, None] > 0, battles.counts, battles.counts[:, [1, 0, 2]])
    return merge_rows(
        replace(
            battles,
            models=models,
            first=np.minimum(first, second),
            second=np.maximum(first, second),
            counts=counts,
            side=battles.side * turn + 0.0,  # + 0.0: -0.0 is 0.0
            covariates=battles.covariates * turn[:, None] + 0.0,
        )
    )


def _order(outcomes: OutcomeCounts, battles: BattleCounts) -> IntArray:
    """Order models by what they answered and whom they beat: they are columns too, each tied to its row."""
    n_models, n_questions, n_categories = outcomes.counts.shape
    pairs = battles.pairs
    cells = np.zeros((n_models, n_questions + n_models, 2 * n_categories + 3))
    cells[:, :n_questions, :n_categories] = outcomes.counts
    cells[:, :n_questions, n_categories:-3] = outcomes.prior_counts
    cells[:, n_questions:, -3:] = np.stack([pairs.wins, pairs.ties, np.eye(n_models)], axis=2)
    alone = outcomes.cluster.max() + 1 + np.arange(n_models)
    names = [*outcomes.questions, *outcomes.models]
    return canonical_order(cells, np.concatenate([outcomes.cluster, alone]), outcomes.models, names)[0]
