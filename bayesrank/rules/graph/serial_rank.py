"""SerialRank: models next to each other are those that compare alike with all others."""

from typing import Literal

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray
from bayesrank.options import check_choice
from bayesrank.rules.rule import ranking_rule
from bayesrank.statistics.pair_counts import PairCounts

type Comparison = Literal["difference", "sign"]
NO_DIFFERENCE = 1e-12  # comparisons, and places on the line, that differ by less are equal
NO_GAP = 1e-10  # of the largest: eigenvalues closer than this leave the eigenvector open


@ranking_rule(ties="shared", missing="taken as equal", cost="L^3", reference="fogel2016")
def serial_rank(counts: PairCounts, *, comparison: Comparison = "difference") -> FloatArray:
    """Score a model by its place on a line where similar models are neighbours.

    Two models are similar if they compare alike with all others: ``(L + C C') / 2`` with ``C[i, j]`` the share of
    battles that i won of j minus the share that it lost, or the sign of that. The place is the Fiedler vector of the
    similarities: mean zero, length 1, least sum of squared differences between similar models. The end is up that
    puts more pairs in the order of their comparison; if both put as many, the one with the larger C; then the one
    that goes with the mean of C. Where similarities leave the vector open, or comparisons leave the end open, the
    score is the mean comparison. A tie is half a win for each, and two models that never met compare as equal.

    Parameters
    ----------
    counts : PairCounts
    comparison : {"difference", "sign"}
        Difference of the shares of battles won, or who won more.

    Returns
    -------
    array of float, shape (..., L)
        Places on the line, from -1 to 1; in the open case mean comparisons, from -1 to 1.

    Raises
    ------
    ValueError
        If ``comparison`` is none of these.

    References
    ----------
    fogel2016
    """
    check_choice("comparison", comparison, Comparison)
    compared = 2 * counts.win_share - 1
    if comparison == "sign":
        compared = _sign(compared)
    place, unique = _fiedler(compared)
    up = _direction(place, compared)
    determined = unique & (up != 0)
    return np.where(determined[..., None], up[..., None] * place, compared.mean(axis=-1))


def _fiedler(compared: FloatArray) -> tuple[FloatArray, BoolArray]:
    """Return the Fiedler vector, shape (..., L), and whether it is the only one, shape (...)."""
    n_models = compared.shape[-1]
    similarity = compared @ compared.swapaxes(-1, -2) / 2  # the L / 2 that all pairs share would only cost digits
    laplacian = similarity.sum(axis=-1)[..., None] * np.eye(n_models) - similarity
    bound = np.abs(laplacian).sum(axis=-1).max(axis=-1)[..., None, None]
    top = np.where(bound > 0, 2 * bound, 1)  # the eigenvalue given to the constant vector, above all others
    values, vectors = np.linalg.eigh(laplacian + top / n_models)
    gap = values[..., 1:-1] - values[..., :1]
    return vectors[..., 0], (gap > NO_GAP * values[..., -1:]).all(axis=-1)


def _direction(place: FloatArray, compared: FloatArray) -> FloatArray:
    """Return 1 if places rise with the comparisons, -1 if they fall, 0 if that is open, shape (...)."""
    ahead = _sign(place[..., :, None] - place[..., None, :])
    pairs = (ahead * _sign(compared)).sum(axis=(-1, -2))
    weighted = _sign((ahead * compared).sum(axis=(-1, -2)))
    lean = _sign((place * compared.sum(axis=-1)).sum(axis=-1))
    return np.select([pairs != 0, weighted != 0], [np.sign(pairs), weighted], lean)


def _sign(difference: FloatArray) -> FloatArray:
    return np.where(np.abs(difference) <= NO_DIFFERENCE, 0.0, np.sign(difference))
