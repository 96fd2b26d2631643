"""PageRank: how often a walk that moves on to those who win comes by."""

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.options import check_probability
from bayesrank.rules.graph._stationary import stationary_distribution
from bayesrank.rules.rule import ranking_rule
from bayesrank.statistics.pair_counts import PairCounts


@ranking_rule(ties="shared", missing="taken as equal", cost="L^3", reference="page1999")
def pagerank(counts: PairCounts, *, damping: float = 0.85) -> FloatArray:
    """Score a model by how often a random walk is at it.

    At model j the walk draws one of the others, i, and moves to it with the share of their battles that i won. With
    probability 1 - ``damping`` it jumps to any of the L models instead. The score is the share of its time that the
    walk is at a model, solved for, not iterated. A tie is half a win for each; two models that never met are taken
    to win half each.

    Parameters
    ----------
    counts : PairCounts
    damping : float
        Probability of following the battles, between 0 and 1.

    Returns
    -------
    array of float, shape (..., L)
        Share of the walk's time, summing to 1.

    Raises
    ------
    ValueError
        If ``damping`` does not lie between 0 and 1.

    References
    ----------
    page1999
    """
    check_probability("damping", damping)
    n_models = len(counts.models)
    won_by_column = counts.win_share.swapaxes(-1, -2)
    moves = damping * won_by_column / max(n_models - 1, 1) + (1 - damping) / n_models
    return stationary_distribution(np.log(moves))
