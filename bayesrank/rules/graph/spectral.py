"""Spectral rule: a win over a strong model counts for more."""

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.rules.rule import ranking_rule
from bayesrank.statistics.pair_counts import PairCounts


@ranking_rule(ties="shared", missing="taken as equal", cost="L^3", reference="keener1993")
def spectral(counts: PairCounts) -> FloatArray:
    """Score a model by its wins, each worth the score of the model that it beat.

    The scores s are the positive eigenvector of ``share[i, j] = (wins[i, j] + ties[i, j] / 2 + 1) / (battles[i, j] +
    2)`` with zeros on the diagonal: ``s[i]`` is in proportion to the sum over j of ``share[i, j] s[j]``. One win more
    for each side keeps all shares above zero, so that there is exactly one such vector; two models that never met
    have shares of one half.

    Parameters
    ----------
    counts : PairCounts

    Returns
    -------
    array of float, shape (..., L)
        Positive, summing to 1.

    References
    ----------
    keener1993
    """
    share = (counts.wins + counts.ties / 2 + 1) / (counts.n_battles + 2) * (1 - np.eye(len(counts.models)))
    values, vectors = np.linalg.eig(share)
    largest = np.argmax(values.real, axis=-1)[..., None, None]
    vector = np.abs(np.take_along_axis(vectors, largest, axis=-1)[..., 0])
    return np.asarray(vector / vector.sum(axis=-1, keepdims=True))
