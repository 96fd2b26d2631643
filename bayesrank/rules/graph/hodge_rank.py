"""HodgeRank: the scores whose differences come closest to the comparisons, and how much runs in cycles."""

from typing import Literal

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.options import check_choice
from bayesrank.rules.reachability import reachable
from bayesrank.rules.rule import Solved, ranking_rule
from bayesrank.statistics.pair_counts import PairCounts

type Flow = Literal["share", "log_odds"]
type Weights = Literal["total", "decisive", "uniform"]


@ranking_rule(ties="shared", missing="left out", cost="L^3", reference="jiang2011")
def hodge_rank(
    counts: PairCounts, *, flow: Flow = "share", weights: Weights = "total", pseudo_count: float = 0.5
) -> Solved:
    """Score models so that differences of scores come closest to their comparisons, by weighted least squares.

    The scores s minimise ``sum over i < j of weight[i, j] (compared[i, j] - (s[i] - s[j]))^2``. Compared is the share
    of battles that i won of j minus the share that it lost, a tie being half a win for each; or the log odds
    ``log((battles - losses + pseudo_count) / (battles - wins + pseudo_count))``, in which a tie is no loss to either.
    Models that never met weigh nothing. Where comparisons leave models in several groups, each group has mean zero,
    and scores say nothing across groups; a model without a comparison scores 0.

    Parameters
    ----------
    counts : PairCounts
    flow : {"share", "log_odds"}
        How two models compare.
    weights : {"total", "decisive", "uniform"}
        What a pair weighs: its battles, those that were no ties, or 1.
    pseudo_count : float
        Battles added to each side of the log odds, > 0.

    Returns
    -------
    array of float, shape (..., L)
        Mean zero, on the scale of shares of battles or of log odds. Facts beside them, each of shape (...), are
        ``residual``, the root of the weighted sum over pairs of the squared deviation from the difference of scores,
        ``relative_residual``, its ratio to that of the comparisons themselves, and ``cyclic_share``, the square of
        this ratio: the share of the comparisons' energy that runs in cycles, of three models or more, and that no
        scores explain; 0 where all is explained or there is nothing to explain.

    Raises
    ------
    ValueError
        If ``flow`` or ``weights`` is none of these, or ``pseudo_count`` is not above zero.

    References
    ----------
    jiang2011
    """
    compared, weight = _comparisons(counts, flow, weights, pseudo_count)
    scores = _potential(compared, weight)
    return Solved(scores, lambda: _unexplained(compared, weight, scores))


def _unexplained(compared: FloatArray, weight: FloatArray, scores: FloatArray) -> dict[str, FloatArray]:
    """Return how far the comparisons are from differences of scores."""
    deviation = compared - (scores[..., :, None] - scores[..., None, :])
    residual, size = (np.sqrt((weight * part**2).sum(axis=(-1, -2)) / 2) for part in (deviation, compared))
    relative = np.divide(residual, size, out=np.zeros_like(size), where=size > 0)[()]  # a number for one data set
    return {"residual": residual, "relative_residual": relative, "cyclic_share": relative**2}


def _comparisons(
    counts: PairCounts, flow: Flow, weights: Weights, pseudo_count: float
) -> tuple[FloatArray, FloatArray]:
    """Return how much the row's model is ahead of the column's, and what that weighs, both of shape (..., L, L)."""
    check_choice("flow", flow, Flow)
    check_choice("weights", weights, Weights)
    if not 0 < pseudo_count < np.inf:
        message = f"pseudo_count must be a number above 0; got {pseudo_count}. Give 0.5, say."
        raise ValueError(message)
    if flow == "share":
        compared = 2 * counts.win_share - 1
    else:
        not_won = np.log(counts.n_battles - counts.wins + pseudo_count)
        compared = not_won.swapaxes(-1, -2) - not_won
    if weights == "total":
        return compared, counts.n_battles
    if weights == "decisive":
        return compared, counts.wins + counts.wins.swapaxes(-1, -2)
    return compared, (counts.n_battles > 0).astype(np.float64)


def _potential(compared: FloatArray, weight: FloatArray) -> FloatArray:
    """Return the scores of least squares, mean zero in each group of models that weights connect, shape (..., L)."""
    n_models = weight.shape[-1]
    degree = weight.sum(axis=-1)
    group = reachable(weight > 0)
    total = degree.sum(axis=-1)[..., None, None]
    scale = np.where(total > 0, total, n_models) / n_models  # any number above zero, of the size of the rest
    level = scale * group / group.sum(axis=-1, keepdims=True)  # settles the mean of each group, which is open, at 0
    laplacian = degree[..., None] * np.eye(n_models) - weight
    net = (weight * compared).sum(axis=-1)
    return np.asarray(np.linalg.solve(laplacian + level, net[..., None])[..., 0])
