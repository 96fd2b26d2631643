"""Many data sets for one: draws from a posterior, or the same data resampled, as a stack of a statistic.

What is exchanged is a unit: a question (or a cluster of questions), a voter, a battle. Resampling gives every unit an
integer weight, how often it was drawn with replacement; the posterior of the population of units, a Dirichlet process
of which the data are a sample, gives it a gamma weight, which is the Bayesian bootstrap.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.errors import DataError
from bayesrank.programs.outcomes.bayes import cell_draws
from bayesrank.programs.program import Target
from bayesrank.statistics.games import Games
from bayesrank.statistics.outcome_counts import OutcomeCounts
from bayesrank.statistics.pair_counts import PairCounts
from bayesrank.statistics.profile import Profile

type Uncertainty = Literal["posterior", "bootstrap"]
type Stacker = Callable[[Any, int, np.random.Generator], object]


def question_posterior(counts: OutcomeCounts, n_draws: int, rng: np.random.Generator) -> OutcomeCounts:
    """Weigh questions as the posterior of their population does, with the prior as one question more.

    Exponential weights of clusters, and for the prior a question of gamma weight on which each model has category
    probabilities from a uniform Dirichlet distribution: on complete data the same draws as those of the program
    ``population``.

    References
    ----------
    ferguson1973; rubin1981
    """
    _refuse_prior_outcomes(counts)
    n_models, n_questions, n_categories = counts.counts.shape
    clusters, size = np.unique(counts.cluster, return_counts=True)
    mass = rng.standard_exponential((n_draws, len(clusters)))
    prior_mass = rng.standard_gamma(n_categories, (n_draws, 1)) * size.mean()
    share = rng.standard_exponential((n_draws, n_models, n_categories))
    share /= share.sum(axis=2, keepdims=True)
    n_trials = np.median(counts.n_trials[counts.n_trials > 0]).round()
    observed = np.broadcast_to(counts.counts, (n_draws, n_models, n_questions, n_categories))
    weight = np.concatenate([mass[:, counts.cluster], prior_mass], axis=1)
    return replace(
        counts,
        questions=(*counts.questions, "prior"),
        counts=np.concatenate([observed, (share * n_trials)[:, :, None]], axis=2),
        prior_counts=np.zeros((n_models, n_questions + 1, n_categories)),
        cluster=np.append(counts.cluster, len(clusters)),
        question_weight=weight * (n_questions + 1) / weight.sum(axis=1, keepdims=True),
    )


def question_bootstrap(counts: OutcomeCounts, n_draws: int, rng: np.random.Generator) -> OutcomeCounts:
    """Draw as many questions as there are, or clusters of questions, with replacement.

    References
    ----------
    efron1979
    """
    _refuse_prior_outcomes(counts)
    n_clusters = int(counts.cluster.max()) + 1
    drawn = _drawn(np.ones(n_clusters), n_draws, rng)
    shape = (n_draws, *counts.counts.shape)
    return replace(counts, counts=np.broadcast_to(counts.counts, shape), question_weight=drawn[:, counts.cluster])


def trial_bootstrap(counts: OutcomeCounts, n_draws: int, rng: np.random.Generator) -> OutcomeCounts:
    """Draw the trials of every cell with replacement, as many as there are.

    References
    ----------
    efron1979

    Raises
    ------
    DataError
        If outcomes are fractions, whose counts are not those of trials.
    """
    if counts.fractional:
        message = (
            "outcomes must be categories for their trials to be resampled; got fractions. "
            "Use target='population', which resamples questions."
        )
        raise DataError(message)
    n_trials = counts.n_trials.astype(np.int64)
    share = counts.counts / np.maximum(n_trials, 1)[..., None]
    share[n_trials == 0, 0] = 1.0  # no trial is drawn there, whatever its category
    drawn = rng.multinomial(n_trials, share, size=(n_draws, *n_trials.shape)).astype(np.float64)
    weight = np.broadcast_to(counts.question_weight, (n_draws, len(counts.questions)))
    return replace(counts, counts=drawn, question_weight=weight)


def _refuse_prior_outcomes(counts: OutcomeCounts) -> None:
    if counts.prior_counts.any():
        message = (
            "outcomes must have no prior outcomes for target='population', which has no use for them; got some. "
            "Use uncertainty='posterior', target='benchmark', or leave the prior out."
        )
        raise DataError(message)


def _drawn(amount: FloatArray, n_draws: int, rng: np.random.Generator) -> FloatArray:
    """Draw as many units as there are with replacement, shape (n_draws, units); amounts say how many of each."""
    total = amount.sum()
    return rng.multinomial(round(total), amount / total, size=n_draws).astype(np.float64)


def _weighed(amount: FloatArray, n_draws: int, rng: np.random.Generator) -> FloatArray:
    """Give each unit a gamma weight, scaled to the same sum, shape (n_draws, units); amounts say how many of each."""
    mass = rng.standard_gamma(amount, size=(n_draws, len(amount)))
    return np.asarray(mass * amount.sum() / mass.sum(axis=1, keepdims=True))


def _voters(weigh: Callable[[FloatArray, int, np.random.Generator], FloatArray]) -> Stacker:
    def stack(profile: Profile, n_draws: int, rng: np.random.Generator) -> Profile:
        weights = weigh(profile.weights, n_draws, rng)
        return replace(profile, ranks=np.broadcast_to(profile.ranks, (n_draws, *profile.ranks.shape)), weights=weights)

    return stack


def _battles(weigh: Callable[[FloatArray, int, np.random.Generator], FloatArray]) -> Stacker:
    def stack(counts: PairCounts, n_draws: int, rng: np.random.Generator) -> PairCounts:
        n_models = len(counts.models)
        cells = np.concatenate([counts.wins.ravel(), np.triu(counts.ties).ravel()])
        kept = np.flatnonzero(cells)
        drawn = np.zeros((n_draws, len(cells)))
        drawn[:, kept] = weigh(cells[kept], n_draws, rng)
        wins, ties = drawn.reshape(n_draws, 2, n_models, n_models).swapaxes(0, 1)
        return replace(counts, wins=wins, ties=ties + ties.swapaxes(1, 2))

    return stack


def _games(weigh: Callable[[FloatArray, int, np.random.Generator], FloatArray]) -> Stacker:
    def stack(games: Games, n_draws: int, rng: np.random.Generator) -> Games:
        weight = weigh(np.ones(len(games.weight)), n_draws, rng) * games.weight
        return replace(games, right=np.broadcast_to(games.right, (n_draws, len(games.right))), weight=weight)

    return stack


STACKERS: Mapping[tuple[type, Uncertainty, Target], Stacker] = {
    (OutcomeCounts, "posterior", "population"): question_posterior,
    (OutcomeCounts, "posterior", "benchmark"): cell_draws,
    (OutcomeCounts, "bootstrap", "population"): question_bootstrap,
    (OutcomeCounts, "bootstrap", "benchmark"): trial_bootstrap,
    (Profile, "posterior", "population"): _voters(_weighed),
    (Profile, "bootstrap", "population"): _voters(_drawn),
    (PairCounts, "posterior", "population"): _battles(_weighed),
    (PairCounts, "bootstrap", "population"): _battles(_drawn),
    (Games, "posterior", "population"): _games(_weighed),
    (Games, "bootstrap", "population"): _games(_drawn),
}
