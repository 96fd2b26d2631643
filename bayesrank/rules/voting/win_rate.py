"""Win rate: the share of its decided comparisons that a model wins."""

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.rules.rule import ranking_rule
from bayesrank.statistics.pair_votes import PairVotes


@ranking_rule(ties="ignored", missing="left out", cost="V L^2", reference="david1988")
def win_rate(votes: PairVotes) -> FloatArray:
    """Score a model by the share of votes for it among all that decide between it and another model.

    ``score[i] = sum over j of wins[i, j] / sum over j of wins[i, j] + wins[j, i]``; one half for a model that no
    voter puts above or below another. What a voter ranks alike, or does not rank, is no part of it. The rate says
    nothing of how strong the other models are: it is for models that met about the same ones.

    Parameters
    ----------
    votes : PairVotes

    Returns
    -------
    array of float, shape (..., L)
        From 0 to 1.

    References
    ----------
    david1988
    """
    won, lost = votes.wins.sum(axis=-1), votes.wins.sum(axis=-2)
    decided = won + lost
    return np.divide(won, decided, out=np.full_like(won, 0.5), where=decided > 0)
