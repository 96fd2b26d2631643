"""Counts of wins and ties between models: all that a method for exchangeable battles reads."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.observations.comparisons import B_WON, TIE, Comparisons
from bayesrank.statistics.canonical_order import canonical_order
from bayesrank.statistics.outcome_counts import OutcomeCounts


@dataclass(frozen=True, eq=False)
class PairCounts:
    """How often each model beat and tied each other, in an order that names and rows do not touch.

    Or a stack of S such counts: then ``wins`` and ``ties`` have S as their first axis, shown as ``...`` below.

    Parameters
    ----------
    models : tuple of str
        Names in canonical order (see :mod:`bayesrank.statistics.canonical_order`), L of them.
    wins : array of float, shape (..., L, L)
        ``wins[i, j]`` is how often i beat j, each battle counted with its weight; zero on the diagonal.
    ties : array of float, shape (..., L, L)
        How often i and j tied, with weights; symmetric, zero on the diagonal.
    """

    models: tuple[str, ...]
    wins: FloatArray
    ties: FloatArray

    @cached_property
    def n_battles(self) -> FloatArray:
        """Battles between each two models, with weights, shape (..., L, L); symmetric."""
        return self.wins + self.wins.swapaxes(-1, -2) + self.ties

    @cached_property
    def win_share(self) -> FloatArray:
        """Share of the battles that the row's model won, a tie counting one half, shape (..., L, L).

        One half on the diagonal and for two models that never met: nothing is known of them.
        """
        half_won = self.wins + self.ties / 2
        return np.divide(half_won, self.n_battles, out=np.full_like(half_won, 0.5), where=self.n_battles > 0)

    def components(self) -> tuple[tuple[str, ...], ...]:
        """Return the groups of models that battles connect, largest first; one group is a connected graph.

        Nothing in the data compares models of two groups, so any ranking across groups comes from a prior.
        """
        from scipy.sparse.csgraph import connected_components  # counting starts fast without it

        n_groups, group = connected_components(self.n_battles > 0, directed=False)
        groups = [tuple(sorted(np.array(self.models)[group == number].tolist())) for number in range(n_groups)]
        return tuple(sorted(groups, key=lambda names: (-len(names), names)))


def count_pairs(comparisons: Comparisons) -> PairCounts:
    """Count wins and ties between each two models, each battle with its weight."""
    wins, ties = pair_totals(comparisons, battle_weights(comparisons) * comparisons.count)
    order = order_of_pairs(comparisons.models, wins, ties)
    return PairCounts(
        models=tuple(comparisons.models[index] for index in order),
        wins=wins[np.ix_(order, order)],
        ties=ties[np.ix_(order, order)],
    )


def pair_outcomes(counts: OutcomeCounts) -> PairCounts:
    """Count how often a trial of one model is better than, or as good as, a trial of another on the same question.

    Trials are exchangeable, so all N_i x N_j pairings of the trials of two models on a question count, scaled to the
    mean number of trials that a model has on it:
    ``wins[i, j] = sum over m of g_m sum over utilities u of k_im(u) k_jm(below u) / mean of N_m``.
    Ties are pairings with equal utility. With N binary trials everywhere, ``wins[i, j] = sum_m k_im (N - k_jm) / N``.
    A question that one of the two was not asked counts for nothing.
    """
    utilities = np.unique(counts.weights)
    level = np.searchsorted(utilities, counts.weights)
    by_level = counts.counts @ np.eye(len(utilities))[level]  # (..., L, M, levels), worst first
    asked = counts.observed.sum(axis=-2)
    mean_trials = counts.n_trials.sum(axis=-2) / np.maximum(asked, 1)
    scale = counts.question_weight / np.where(asked > 0, mean_trials, 1)
    worse = by_level.cumsum(axis=-1) - by_level
    weighted = _flat(by_level * scale[..., None, :, None])
    wins, ties = (weighted @ _flat(other).swapaxes(-1, -2) for other in (worse, by_level))
    others = 1 - np.eye(len(counts.models))
    return PairCounts(counts.models, wins * others, (ties + ties.swapaxes(-1, -2)) / 2 * others)  # symmetric to the bit


def _flat(by_level: FloatArray) -> FloatArray:
    """Join the axes of questions and of levels."""
    return by_level.reshape(*by_level.shape[:-2], -1)


def battle_weights(comparisons: Comparisons) -> FloatArray:
    """Return what each battle of a row counts for, shape (n_rows,)."""
    return np.ones(len(comparisons.winner)) if comparisons.weight is None else comparisons.weight


def pair_totals(comparisons: Comparisons, amount: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Sum an amount of each row over the wins of each model against each other, and over their ties.

    Parameters
    ----------
    amount : array of float, shape (n_rows,)

    Returns
    -------
    tuple of two arrays of float, shape (L, L)
        Wins of the row's model over the column's, and ties, which are symmetric.
    """
    n_models = len(comparisons.models)
    b_won, tied = comparisons.winner == B_WON, comparisons.winner == TIE
    winner = np.where(b_won, comparisons.model_b, comparisons.model_a)
    loser = np.where(b_won, comparisons.model_a, comparisons.model_b)
    wins = _summed(winner[~tied], loser[~tied], amount[~tied], n_models)
    one_way = _summed(np.minimum(winner, loser)[tied], np.maximum(winner, loser)[tied], amount[tied], n_models)
    return wins, one_way + one_way.T


def order_of_pairs(models: tuple[str, ...], *totals: FloatArray) -> IntArray:
    """Return the positions of models in an order of content, shape (L,).

    Parameters
    ----------
    models : tuple of str
        Names, used only between models that the totals do not tell apart.
    *totals : array of float, shape (L, L)
        What is known of each two models.
    """
    itself = np.eye(len(models))  # ties each row to the column of the same model
    order, _ = canonical_order(np.stack([*totals, itself], axis=2), np.arange(len(models)), models, models)
    return order


def _summed(row: IntArray, column: IntArray, amount: FloatArray, n_models: int) -> FloatArray:
    """Sum the amounts of each cell, smallest first, so that the order of rows does not touch the rounding."""
    cell = row * n_models + column
    order = np.lexsort((amount, cell))
    total = np.bincount(cell[order], amount[order], n_models**2).reshape(n_models, n_models)
    return total.astype(np.float64)  # of no rows at all, they are whole numbers
