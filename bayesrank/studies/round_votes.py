"""Rounds as games between all models, and the rules that read how many each won."""

from __future__ import annotations

import numpy as np
from scipy.special import expit, log_expit

from bayesrank.arrays import FloatArray
from bayesrank.programs.newton import Derivatives, climb
from bayesrank.statistics.pair_votes import PairVotes

ABILITY_SCALE = 2.0  # logits: wide beside what a dozen rounds can tell, and nobody's ability is endless
DIGITS = 9  # of abilities: where two models won alike, Newton's steps end closer than that


def round_votes(scores: FloatArray) -> PairVotes:
    """Return in how many rounds each model is better than each other, and in how many both are alike.

    Parameters
    ----------
    scores : array, shape (M, K)
        Higher is better. A model without a score meets nobody in the round.
    """
    n_models = len(scores)
    wins, ties = np.zeros((n_models, n_models)), np.zeros((n_models, n_models))
    for column in scores.T:
        wins += column[:, None] > column
        ties += column[:, None] == column
    np.fill_diagonal(ties, 0.0)
    return PairVotes(tuple(map(str, range(n_models))), wins, ties)


def bradley_terry(votes: PairVotes) -> FloatArray:
    """Return Bradley-Terry abilities of greatest posterior density, in logits, ties being half a win for each.

    The prior of each ability is normal with mean 0 and standard deviation 2, so that there is always an answer, also
    for a model that won or lost all. Where each two models met equally often, abilities have the order of the Borda
    count: each is an increasing function, the same for all, of the rounds that were won.

    References
    ----------
    bradley1952
    """
    won = votes.wins + votes.ties / 2
    met, total = won + won.T, won.sum(axis=1)
    diagonal = np.arange(len(won))

    def at(ability: FloatArray) -> Derivatives:
        odds = ability[:, None] - ability
        chance = expit(odds)
        curvature = -met * chance * (1 - chance)
        curvature[diagonal, diagonal] = -curvature.sum(axis=1) + ABILITY_SCALE**-2  # nobody meets itself
        value = float((won * log_expit(odds)).sum() - (ability @ ability) / (2 * ABILITY_SCALE**2))
        return Derivatives(value, total - (met * chance).sum(axis=1) - ability / ABILITY_SCALE**2, curvature)

    return np.round(climb(at, np.zeros(len(won)))[0], DIGITS)
