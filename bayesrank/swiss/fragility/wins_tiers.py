"""Tiers of models by their expected wins, and how sure it is that two models share one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.errors import DataError
from bayesrank.options import check_at_least, check_choice, check_probability
from bayesrank.plain_records import plain_records
from bayesrank.ranks.decision import tiers
from bayesrank.swiss.contests.expected_wins import ExpectedWins
from bayesrank.swiss.fragility.estimates import Uncertainty
from bayesrank.swiss.fragility.natural_breaks import natural_breaks

if TYPE_CHECKING:
    import pandas as pd

type TierMethod = Literal["peel", "gaps"]
type Allowed = Literal["posterior", "monte_carlo"]

MOST_TIERS = 10  # that are tried where the number is not given
COSTS_AT_ONCE = 4_000_000  # sums of squares that are held at once


@dataclass(frozen=True, eq=False, repr=False)
class WinsTiers:
    """Tiers of M models, 1 at the top.

    Parameters
    ----------
    models : tuple of str
        Names.
    schedule : str
        Eliminations of the tournament whose expected wins were put into tiers.
    method : {"peel", "gaps"}
    tier : array of int, shape (M,)
    same_tier : array, shape (M, M), or None
        Share of the posterior draws in which two models are in one tier, the rule being applied to the draw as it was
        to the means; None without draws.
    alpha : float or None
        Level of the comparisons of ``"peel"``.
    uncertainty : {"posterior", "monte_carlo"}
    """

    models: tuple[str, ...]
    schedule: str
    method: TierMethod
    tier: IntArray
    same_tier: FloatArray | None
    alpha: float | None
    uncertainty: Uncertainty

    def __repr__(self) -> str:
        sizes = np.bincount(self.tier)[1:].tolist()
        return (
            f"WinsTiers({len(self.models)} models in {len(sizes)} tiers of {', '.join(map(str, sizes))}, by "
            f"{self.method}, eliminations {self.schedule}, uncertainty: {self.uncertainty})"
        )

    def frame(self) -> pd.DataFrame:
        """Return columns ``model``, ``tier`` and ``certainty``: the mean share of its tier that draws confirm.

        ``certainty`` is the mean of ``same_tier`` over the other models of the tier; 1 for a model alone in its tier,
        NaN without draws.
        """
        import pandas as pd

        certainty = np.full(len(self.models), np.nan)
        if self.same_tier is not None:
            alike = (self.tier[:, None] == self.tier) & ~np.eye(len(self.tier), dtype=bool)
            number = alike.sum(axis=1)
            shared = (self.same_tier * alike).sum(axis=1)
            certainty = np.divide(shared, number, out=np.ones_like(shared), where=number > 0)
        return pd.DataFrame({"model": list(self.models), "tier": self.tier, "certainty": certainty})

    def record(self) -> dict[str, Any]:
        """Return all as plain lists, dictionaries, text and numbers.

        Returns
        -------
        dict
            ``models``, the records of :meth:`frame`; ``same_tier``, a list of lists in their order, or None; and the
            other facts by their names.
        """
        return {
            "schedule": self.schedule,
            "method": self.method,
            "alpha": self.alpha,
            "uncertainty": self.uncertainty,
            "models": plain_records(self.frame()),
            "same_tier": None if self.same_tier is None else self.same_tier.tolist(),
        }


def wins_tiers(
    wins: ExpectedWins,
    *,
    schedule: str | None = None,
    method: TierMethod = "peel",
    n_tiers: int | None = None,
    alpha: float = 0.05,
    allow: Allowed = "posterior",
) -> WinsTiers:
    """Put models into tiers by their expected wins.

    ``"peel"``: the first tier are the models that are not significantly below any other, by multiple comparison with
    the best: the bounds on all differences of one model with the others hold at once with probability 1 - alpha. They
    are set aside, and the rest is treated alike. The bounds stay those of the comparison with all models, so that later
    tiers are rather too large than too small.

    ``"gaps"``: tiers with the least sum of squares within. Their number is the one of least Bayesian information
    criterion for normal tiers of one variance, to which the mean variance of the estimates is added: a split within the
    noise does not pay.

    Parameters
    ----------
    wins : ExpectedWins
    schedule : str, optional
        Its name among the schedules; the first by default.
    method : {"peel", "gaps"}
    n_tiers : int, optional
        Number of tiers of ``"gaps"``.
    alpha : float
        Level of ``"peel"``, at each tier.
    allow : {"posterior", "monte_carlo"}
        Which uncertainty may make tiers. With that of contests alone any two models get into different ones, if only
        enough contests are played.

    Returns
    -------
    WinsTiers

    Raises
    ------
    DataError
        If there are no posterior draws and tiers of contests alone are not allowed, or wins are exact.
    ValueError
        If an option is not as stated.

    References
    ----------
    hsu1984, fisher1958
    """
    check_choice("method", method, TierMethod)
    check_choice("allow", allow, Allowed)
    check_probability("alpha", alpha)
    place = _place(wins, schedule)
    _refuse_contests_alone(wins, allow)
    value, draws = wins.wins[place], None if wins.draws is None else wins.draws[place]
    if method == "peel":
        if n_tiers is not None:
            message = f"n_tiers must be left out for 'peel', which finds it; got {n_tiers}. Say method='gaps'."
            raise ValueError(message)
        tier, in_draws = _peeled(value, wins.mcse[place], draws, alpha)
    else:
        tier, in_draws = _gaps(value, wins.mcse[place], draws, n_tiers)
    return WinsTiers(
        models=wins.models,
        schedule=wins.schedules[place],
        method=method,
        tier=tier,
        same_tier=None if in_draws is None else _same(in_draws),
        alpha=alpha if method == "peel" else None,
        uncertainty="monte_carlo" if draws is None else "posterior",
    )


def _place(wins: ExpectedWins, schedule: str | None) -> int:
    if schedule is None:
        return 0
    if schedule not in wins.schedules:
        message = f"schedule must be one of {', '.join(wins.schedules)}; got {schedule!r}. Play it first."
        raise ValueError(message)
    return wins.schedules.index(schedule)


def _refuse_contests_alone(wins: ExpectedWins, allow: Allowed) -> None:
    if wins.draws is not None:
        return
    if wins.n_contests is None:
        message = (
            "expected wins must be uncertain to be put into tiers; got exact ones, which are all apart. "
            "Play posterior draws of the data."
        )
        raise DataError(message)
    if allow != "monte_carlo":
        message = (
            f"tiers must rest on posterior draws of the data; got the luck of {wins.n_contests:,} contests alone, more "
            f"of which make ever more tiers. Play posterior draws, or say allow='monte_carlo'."
        )
        raise DataError(message)


def _peeled(
    value: FloatArray, mcse: FloatArray, draws: FloatArray | None, alpha: float
) -> tuple[IntArray, IntArray | None]:
    """Return tiers of the values, shape (M,), and of each draw, shape (B, M)."""
    reach = _reach_of_contests(mcse, alpha) if draws is None else _reach_of_draws(draws, alpha)
    tier = tiers(value[:, None] - value > reach)
    if draws is None:
        return tier, None
    return tier, np.stack([tiers(each[:, None] - each > reach) for each in draws])


def _reach_of_draws(draws: FloatArray, alpha: float) -> FloatArray:
    """Return by how much i must be above j, shape (M, M), for j not to be the best.

    For each j on its own: all differences with the others are within that of their means, with probability 1 - alpha.
    """
    apart = np.ascontiguousarray((draws - draws.mean(axis=0)).T)  # (M, B)
    reach = np.empty((len(apart), len(apart)))
    for model, own in enumerate(apart):
        ahead = own - apart  # how far each draw of the others' lead is below its mean
        error = ahead.std(axis=1, ddof=1)
        scaled = np.divide(ahead, error[:, None], out=np.zeros_like(ahead), where=error[:, None] > 0)
        reach[:, model] = error * np.quantile(scaled.max(axis=0), 1 - alpha, method="higher")
    return reach


def _reach_of_contests(mcse: FloatArray, alpha: float) -> FloatArray:
    """Return the same for normal errors, with an equal share of alpha for each other model.

    Wins share out what there is to win, so errors are against each other: that of a difference is up to the sum of
    both.
    """
    from scipy.stats import norm

    error = mcse[:, None] + mcse
    reach: FloatArray = error * float(norm.ppf(1 - alpha / max(len(mcse) - 1, 1)))
    return reach


def _gaps(
    value: FloatArray, mcse: FloatArray, draws: FloatArray | None, n_tiers: int | None
) -> tuple[IntArray, IntArray | None]:
    """Return tiers of the values, shape (M,), and as many of each draw, shape (B, M)."""
    n_models = len(value)
    if n_tiers is not None:
        check_at_least("n_tiers", n_tiers, 1)
        n_different = len(np.unique(value))
        if n_tiers > n_different:  # equal models would be parted by their order
            message = f"n_tiers must be at most {n_different}, the different wins; got {n_tiers}. Ask for fewer."
            raise ValueError(message)
    squares, groups = natural_breaks(value[None], n_tiers or min(MOST_TIERS, n_models))
    noise = float((mcse**2 if draws is None else draws.var(axis=0, ddof=1)).mean())
    number = n_tiers or _least_bic(squares[0], noise, n_models)
    if draws is None:
        return groups[0, number - 1], None
    step = max(1, COSTS_AT_ONCE // n_models**2)
    parts = [natural_breaks(draws[at : at + step], number)[1][:, -1] for at in range(0, len(draws), step)]
    return groups[0, number - 1], np.concatenate(parts)


def _least_bic(squares: FloatArray, noise: float, n_models: int) -> int:
    """Return the number of tiers: k means, k - 1 limits between tiers and one variance are estimated."""
    number = np.arange(1, len(squares) + 1)
    variance = squares / n_models + noise
    if not np.all(variance > 0):  # as many tiers as different values leave nothing to explain
        return int(np.argmax(variance <= 0)) + 1
    return int(number[np.argmin(n_models * np.log(variance) + 2 * number * np.log(n_models))])


def _same(tier: IntArray) -> FloatArray:
    """Return the share of rows in which two columns are equal, shape (M, M)."""
    same = np.zeros((tier.shape[1], tier.shape[1]))
    for row in tier:
        same += row[:, None] == row
    shares: FloatArray = same / len(tier)
    return shares
