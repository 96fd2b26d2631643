"""Schulze's rule: a model stands before another if its chain of majorities to it is the stronger."""

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.rules.credit_of_ties import CreditOfTies
from bayesrank.rules.rule import ranking_rule
from bayesrank.rules.voting._levels import level_scores
from bayesrank.rules.voting._victories import unmet_in_the_middle, victories
from bayesrank.statistics.pair_votes import PairVotes


@ranking_rule(ties="option", missing="taken as equal", cost="V L^2 + L^3", reference="schulze2011")
def schulze(votes: PairVotes, *, ties: CreditOfTies = "half") -> FloatArray:
    """Score models by beat paths: chains of victories, each as strong as its weakest link.

    A victory is as strong as the votes for the winner. Model i stands before j if the strongest path from i to j is
    stronger than the strongest path back; this relation is transitive, and scores are its layers: L for models that
    nobody stands before, the winners, L - 1 for those left with nobody, and so on. Two models that no voter
    compares beat each other in nothing. A model that no voter compares at all has the mean score of the others.

    Parameters
    ----------
    votes : PairVotes
    ties : {"half", "ignore"}
        A voter who ranks two models alike is half a vote for each, or no vote.

    Returns
    -------
    array of float, shape (..., L)
        Layers, whole numbers from 1 to L.

    Raises
    ------
    ValueError
        If ``ties`` is none of these.

    References
    ----------
    schulze2011, section 2
    """
    path = victories(votes, strength="winning_votes", ties=ties)
    for through in range(path.shape[-1]):
        path = np.maximum(path, np.minimum(path[..., :, through, None], path[..., None, through, :]))
    return unmet_in_the_middle(level_scores(path > path.swapaxes(-1, -2)), votes)
