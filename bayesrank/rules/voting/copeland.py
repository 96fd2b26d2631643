"""Copeland's rule: how many more models a model beats than beat it."""

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.rules.rule import ranking_rule
from bayesrank.rules.voting._victories import votes_for
from bayesrank.statistics.pair_votes import PairVotes


@ranking_rule(ties="ignored", missing="taken as equal", cost="V L^2", reference="copeland1951")
def copeland(votes: PairVotes) -> FloatArray:
    """Score a model by its majorities: one up for each model that it beats, one down for each that beats it.

    ``score[i] = sum over j of sign(wins[i, j] - wins[j, i])``. A voter who ranks two models alike moves neither; so
    does one who does not rank both, and two models that no voter compares count as equal.

    Parameters
    ----------
    votes : PairVotes

    Returns
    -------
    array of float, shape (..., L)
        Whole numbers from 1 - L to L - 1; they add up to zero.

    References
    ----------
    copeland1951
    """
    amount = votes_for(votes, "ignore")
    return np.sign(amount - amount.swapaxes(-1, -2)).sum(axis=-1)
