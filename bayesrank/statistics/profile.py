"""Voters' ranks of models: all that a voting rule reads."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.observations.orderings import Orderings
from bayesrank.observations.score_table import ScoreTable
from bayesrank.statistics.canonical_order import canonical_order
from bayesrank.statistics.outcome_counts import OutcomeCounts

ROUNDING = 12  # digits that survive the sums of utilities: means that differ by less are equal


@dataclass(frozen=True, eq=False)
class Profile:
    """How each voter ranks the models, in an order that names and rows do not touch.

    Or a stack of S profiles: then ``ranks`` and ``weights`` have S as their first axis, shown as ``...`` below.

    Parameters
    ----------
    models, voters : tuple of str
        Names in canonical order (see :mod:`bayesrank.statistics.canonical_order`), L models and V voters.
        Voters that rank fewer than two models compare nothing and are left out.
    ranks : array of float, shape (..., V, L)
        Place among the models that the voter ranks, 1 is best; tied models share the mean of their places.
        NaN where the voter does not rank the model, which is neither praise nor blame.
    weights : array of float, shape (..., V)
        What each voter counts for.
    """

    models: tuple[str, ...]
    voters: tuple[str, ...]
    ranks: FloatArray
    weights: FloatArray


def profile_orderings(orderings: Orderings) -> Profile:
    """Rank the models of each voter; a voter counts with its multiplicity."""
    places = np.full((len(orderings.voters), len(orderings.models)), np.nan)
    places[orderings.voter_index, orderings.model_index] = orderings.rank
    return _profile(orderings.models, orderings.voters, places, orderings.multiplicity.astype(np.float64))


def profile_scores(table: ScoreTable) -> Profile:
    """Take benchmarks as voters, each of weight 1, that rank the models by their scores; equal scores are ties."""
    places = np.where(table.higher_is_better, -table.scores, table.scores).T
    return _profile(table.models, table.benchmarks, places, np.ones(len(table.benchmarks)))


def profile_outcomes(counts: OutcomeCounts) -> Profile:
    """Take questions as voters that rank the models they were put to by their mean outcomes; equal means are ties."""
    places = -np.round(counts.mean_outcome, ROUNDING).swapaxes(-1, -2)
    return Profile(counts.models, counts.questions, _ranked(places), counts.question_weight)


def _profile(models: tuple[str, ...], voters: tuple[str, ...], places: FloatArray, weights: FloatArray) -> Profile:
    """Rank the places of each voter, smallest first, shape (V, L), and put all in canonical order."""
    ranks = _ranked(places)
    heard = np.flatnonzero((~np.isnan(places)).sum(axis=1) >= 2)
    ranks, weights = ranks[heard], weights[heard]
    cells = np.stack([np.nan_to_num(ranks), np.broadcast_to(weights[:, None], ranks.shape)], axis=2)  # no rank is 0
    model_order, voter_order = canonical_order(
        cells.transpose(1, 0, 2), np.arange(len(heard)), models, [voters[index] for index in heard]
    )
    return Profile(
        models=tuple(models[index] for index in model_order),
        voters=tuple(voters[heard[index]] for index in voter_order),
        ranks=ranks[np.ix_(voter_order, model_order)],
        weights=weights[voter_order],
    )


def _ranked(places: FloatArray) -> FloatArray:
    """Rank along the last axis, smallest first and ties by the mean of their ranks; NaN stays NaN."""
    from scipy.stats import rankdata  # a second that no other statistic needs

    unranked = np.isnan(places)
    ranks = rankdata(np.where(unranked, np.inf, places), axis=-1)  # last, so that they move no other rank
    return np.where(unranked, np.nan, ranks)
