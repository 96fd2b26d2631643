"""Borda count: how many models each voter puts below a model."""

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.rules.rule import ranking_rule
from bayesrank.rules.voting._victories import unmet_in_the_middle
from bayesrank.statistics.pair_votes import PairVotes


@ranking_rule(ties="shared", missing="rescaled", cost="V L^2", reference="debord1987")
def borda(votes: PairVotes) -> FloatArray:
    """Score a model by the points that voters give it: one for each model below, one half for each alike.

    ``score[i] = sum over j of wins[i, j] + ties[i, j] / 2``, which is the sum over voters of L minus the average
    rank. Where some voters do not rank all models, a model's share of the points that it could get is scaled up to
    L - 1 comparisons by as many voters as rank the two models that most rank. A model that no voter compares has the
    mean score of the others.

    Parameters
    ----------
    votes : PairVotes

    Returns
    -------
    array of float, shape (..., L)
        Points, from 0 to (L - 1) times the weight of all voters.

    References
    ----------
    debord1987
    """
    points = (votes.wins + votes.ties / 2).sum(axis=-1)
    compared = votes.n_battles.sum(axis=-1)
    possible = votes.n_battles.max(axis=(-2, -1)) * (len(votes.models) - 1)
    scaled = np.divide(points * possible[..., None], compared, out=np.zeros_like(points), where=compared > 0)
    return unmet_in_the_middle(scaled, votes)
