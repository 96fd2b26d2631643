"""How uneven models are over the rounds, whatever the order of these."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.errors import DataError
from bayesrank.options import check_at_least, check_probability
from bayesrank.swiss.fragility.estimates import Estimate, estimate_from_draws
from bayesrank.swiss.win_draws import WinDraws
from bayesrank.swiss.win_tensor import WinTensor

if TYPE_CHECKING:
    import pandas as pd

NORMAL_MAD = 1.482602218505602  # 1 / the normal quantile of 3/4: the median absolute deviation estimates sigma


@dataclass(frozen=True, eq=False, repr=False)
class ProfileSpread:
    """How much what models can expect changes from round to round.

    Intervals are credible intervals from posterior draws, NaN where there are none.

    Parameters
    ----------
    models : tuple of str
        Names, M of them.
    index : Estimate, shape (M,)
        Standard deviation over the rounds of log(p / (1 - p)), where p is the points that a model can expect of
        matches with all others in a round, and half a point more, divided by M.
    robust_z : Estimate, shape (M,)
        How far the index lies above the median of the other models, in units of 1.4826 times their median absolute
        deviation from it; NaN where the others have no spread.
    worst : Estimate, shape (M,)
        Mean share of points in a model's worst rounds.
    n_worst : int
        How many those are.
    """

    models: tuple[str, ...]
    index: Estimate
    robust_z: Estimate
    worst: Estimate
    n_worst: int

    def __repr__(self) -> str:
        if np.isnan(self.robust_z.value).all():
            return f"ProfileSpread({len(self.models)} models)"
        most = int(np.nanargmax(self.robust_z.value))
        return (
            f"ProfileSpread({len(self.models)} models, most uneven {self.models[most]!r}, "
            f"robust z {self.robust_z.value[most]:.1f})"
        )

    def frame(self) -> pd.DataFrame:
        """Return one row a model.

        Returns
        -------
        DataFrame
            Columns ``model``, and ``spread``, ``spread_lower``, ``spread_upper``, the same of ``robust_z`` and of
            ``worst_share``.
        """
        import pandas as pd

        columns: dict[str, Any] = {"model": list(self.models)}
        for name, each in (("spread", self.index), ("robust_z", self.robust_z), ("worst_share", self.worst)):
            columns |= {name: each.value, f"{name}_lower": each.lower, f"{name}_upper": each.upper}
        return pd.DataFrame(columns)


def profile_spread(played: WinTensor | WinDraws, *, n_worst: int = 3, ci_prob: float = 0.95) -> ProfileSpread:
    """Measure how uneven models are over the rounds: a model that fails in some is, wherever these stand.

    Given posterior draws, values are medians over the draws.

    Parameters
    ----------
    played : WinTensor or WinDraws
        M models, K rounds, at least two.
    n_worst : int
        Number of worst rounds to look at, all if there are fewer.
    ci_prob : float
        Probability of the credible intervals.

    Raises
    ------
    DataError
        If there is one round.
    """
    check_at_least("n_worst", n_worst, 1)
    check_probability("ci_prob", ci_prob)
    n_models, n_rounds = len(played.models), len(played.rounds)
    if n_rounds < 2:
        message = f"a profile must have at least two rounds; got {played.rounds[0]!r} alone. Add benchmarks."
        raise DataError(message)
    points = _points_of_draws(played) if isinstance(played, WinDraws) else played.expected_points.sum(axis=2).T[None]
    share = (points + 0.5) / n_models
    index = np.log(share / (1 - share)).std(axis=2, ddof=1)
    n_worst = min(n_worst, n_rounds)
    worst = np.sort(points / (n_models - 1), axis=2)[:, :, :n_worst].mean(axis=2)
    measures = index, robust_z(index), worst
    if isinstance(played, WinDraws):
        uneven, z, least = (_median_of_draws(draws, ci_prob) for draws in measures)
    else:
        unknown = np.full(n_models, np.nan)
        uneven, z, least = (Estimate(value, unknown, unknown, unknown) for (value,) in measures)
    return ProfileSpread(played.models, uneven, z, least, n_worst)


def robust_z(index: FloatArray) -> FloatArray:
    """Return how far each entry lies above the median of the others in its row, in robust standard deviations.

    Parameters
    ----------
    index : array, shape (B, M)

    Returns
    -------
    array, shape (B, M)
        NaN where the median absolute deviation of the others is zero.
    """
    z = np.full(index.shape, np.nan)
    for model in range(index.shape[1]):
        others = np.delete(index, model, axis=1)
        middle = np.median(others, axis=1)
        scale = NORMAL_MAD * np.median(np.abs(others - middle[:, None]), axis=1)
        np.divide(index[:, model] - middle, scale, out=z[:, model], where=scale > 0)
    return z


def _points_of_draws(played: WinDraws) -> FloatArray:
    """Return the points that models can expect against all others together, shape (B, M, K)."""
    from scipy.stats import rankdata

    if played.match == "higher_wins":  # one for each model below, half of one for each of the same score
        below: FloatArray = rankdata(played.scores, axis=1) - 1
        return below
    points = np.empty(played.scores.shape)
    for draw, scores in enumerate(played.scores):
        win, drawn = played.match_probabilities(scores)
        against_all = (win + drawn / 2).sum(axis=2) - 0.5  # half a point against oneself is none
        points[draw] = against_all.T
    return points


def _median_of_draws(draws: FloatArray, ci_prob: float) -> Estimate:
    return estimate_from_draws(draws, ci_prob)._replace(value=np.quantile(draws, 0.5, axis=0))
