"""What eliminations cost each model, against what they cost any model of its strength."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.errors import DataError
from bayesrank.options import check_choice, check_probability
from bayesrank.plain_records import plain_records
from bayesrank.swiss.contests.expected_wins import ExpectedWins
from bayesrank.swiss.fragility.curve_effects import Curves, contrast_of, curve_of, ratio_of
from bayesrank.swiss.fragility.elimination_grid import grid_doubts
from bayesrank.swiss.fragility.estimates import Estimate, Uncertainty
from bayesrank.swiss.fragility.linear_fit import LinearFit, linear_fit, slope_contrast
from bayesrank.swiss.fragility.profile_spread import ProfileSpread

if TYPE_CHECKING:
    import pandas as pd

type Coefficient = Literal["two_point", "slope"]

OF_CONTESTS = {
    "monte_carlo": "intervals hold the luck of the contests alone: they are conditional on the win tensor, and how "
    "uncertain the data leave it is not in them",
    "exact": "expected wins are exact given the win tensor, and intervals have no width: how uncertain the data leave "
    "it is not in them",
}


@dataclass(frozen=True, eq=False, repr=False)
class FailureSensitivity:
    """Curves of expected wins over the number of models that leave after each round, and what they say.

    Every estimate has shape (M,), but for ``expected``, and its interval is for one model on its own.

    Parameters
    ----------
    wins, reference : ExpectedWins
        Of the tournament, and of the one in which what models win is spread at random over the rounds.
    spread : ProfileSpread
        How uneven models are over the rounds.
    grid : tuple of int
        How many models leave after every round, G numbers, the first 0.
    expected : Estimate, shape (G, M)
        Expected wins.
    two_point : Estimate
        The coefficient of the paper: wins at the end of the grid less those at 0, by the length of the grid.
    slope : Estimate
        Of the curve, by ordinary least squares: what it estimates does not depend on how precise each point is, also
        where the curve is not straight. With three equally spaced points it is the two-point coefficient.
    curvature : Estimate
        Wins at 2, less twice those at 1, plus those at 0; NaN without these points.
    normalised : Estimate
        The coefficient, divided by the expected wins at 0: the share of its wins that one more elimination costs.
    excess : Estimate
        The coefficient less that in the reference, divided by the expected wins at 0: below zero, failures sit early.
    linear : LinearFit
        Lines by generalised least squares, and the test whether curves are lines.
    coefficient : {"two_point", "slope"}
        Which coefficient is normalised.
    uncertainty : {"posterior", "monte_carlo", "exact"}
        What intervals are of: draws of the data's posterior, luck of the contests, or nothing.
    ci_prob : float
    warnings : tuple of str
        What to know before reading the table.
    """

    wins: ExpectedWins
    reference: ExpectedWins
    spread: ProfileSpread
    grid: tuple[int, ...]
    expected: Estimate
    two_point: Estimate
    slope: Estimate
    curvature: Estimate
    normalised: Estimate
    excess: Estimate
    linear: LinearFit
    coefficient: Coefficient
    uncertainty: Uncertainty
    ci_prob: float
    warnings: tuple[str, ...]

    def __repr__(self) -> str:
        return (
            f"FailureSensitivity({len(self.models)} models, eliminations {', '.join(map(str, self.grid))}, "
            f"mean sensitivity {self.mean_sensitivity:.3f} wins, uncertainty: {self.uncertainty})"
        )

    @property
    def models(self) -> tuple[str, ...]:
        """Names, M of them."""
        return self.wins.models

    @property
    def mean_sensitivity(self) -> float:
        """Mean two-point coefficient over the models.

        Where every match has one winner this follows from the numbers of models, rounds and eliminations, whatever the
        data: a model near zero pushes others below the mean.
        """
        return float(self.two_point.value.mean())

    def frame(self) -> pd.DataFrame:
        """Return one row a model.

        Returns
        -------
        DataFrame
            ``model``; ``wins``, ``byes`` and ``opponents`` (their strength) without eliminations; ``two_point``,
            ``slope``, ``curvature``, ``normalised`` and ``excess``, each with ``_lower`` and ``_upper``;
            ``line_statistic``, ``line_dof`` and ``line_p``, the test of linearity; ``p_eliminated`` and
            ``rounds_played`` at the end of the grid; and the columns of ``spread``.
        """
        import pandas as pd

        first = {"wins": self.wins.wins[0], "byes": self.wins.byes[0], "opponents": self.wins.opponents[0]}
        columns: dict[str, Any] = {"model": list(self.models), **first}
        for name in ("two_point", "slope", "curvature", "normalised", "excess"):
            each: Estimate = getattr(self, name)
            columns |= {name: each.value, f"{name}_lower": each.lower, f"{name}_upper": each.upper}
        columns |= {"line_statistic": self.linear.statistic, "line_dof": self.linear.dof, "line_p": self.linear.p_value}
        columns |= {"p_eliminated": self.wins.p_eliminated[-1], "rounds_played": self.wins.rounds_played[-1]}
        return pd.concat([pd.DataFrame(columns), self.spread.frame().drop(columns="model")], axis=1)

    def curve(self) -> pd.DataFrame:
        """Return one row for each model at each number of eliminations.

        Returns
        -------
        DataFrame
            Columns ``model``, ``eliminate``, ``wins``, ``error``, ``lower``, ``upper``, ``reference`` (wins in the
            reference), ``p_eliminated``, ``rounds_played``, ``byes`` and ``opponents``.
        """
        import pandas as pd

        wins, n_models = self.wins, len(self.models)
        tables = {
            "wins": self.expected.value,
            "error": self.expected.error,
            "lower": self.expected.lower,
            "upper": self.expected.upper,
            "reference": self.reference.wins,
            "p_eliminated": wins.p_eliminated,
            "rounds_played": wins.rounds_played,
            "byes": wins.byes,
            "opponents": wins.opponents,
        }
        names = {"model": np.repeat(self.models, len(self.grid)), "eliminate": np.tile(self.grid, n_models)}
        return pd.DataFrame(names | {name: table.T.ravel() for name, table in tables.items()})

    def record(self) -> dict[str, Any]:
        """Return all as plain lists, dictionaries, text and numbers; None for what is not defined or not finite.

        Returns
        -------
        dict
            ``models`` and ``curve``, the records of :meth:`frame` and :meth:`curve`; ``grid``, ``coefficient``,
            ``uncertainty``, ``ci_prob``, ``mean_sensitivity``, ``n_contests``, ``random_seed`` and ``warnings``.
        """
        return {
            "grid": list(self.grid),
            "coefficient": self.coefficient,
            "uncertainty": self.uncertainty,
            "ci_prob": self.ci_prob,
            "mean_sensitivity": self.mean_sensitivity,
            "n_contests": self.wins.n_contests,
            "random_seed": self.wins.random_seed,
            "warnings": list(self.warnings),
            "models": plain_records(self.frame()),
            "curve": plain_records(self.curve()),
        }


def failure_sensitivity(
    wins: ExpectedWins,
    reference: ExpectedWins,
    spread: ProfileSpread,
    *,
    coefficient: Coefficient = "two_point",
    ci_prob: float = 0.95,
) -> FailureSensitivity:
    """Say how much eliminations cost each model, and how much of that its strength alone explains.

    Where there are posterior draws, all intervals are quantiles over these; else they are normal with Monte-Carlo
    standard errors, by the delta method for ratios. The test of linearity reads the covariance of the draws, or that of
    the contests.

    Parameters
    ----------
    wins, reference : ExpectedWins
        At the same schedules: so many models leave after every round, 0 and at least one other number, rising. From the
        same posterior draws, if there are any.
    spread : ProfileSpread
        Of the same models.
    coefficient : {"two_point", "slope"}
        Which coefficient is normalised and compared with the reference.
    ci_prob : float
        Probability of the intervals.

    Raises
    ------
    ValueError
        If schedules are not as stated.
    DataError
        If the three are not of the same models, rounds and draws.

    References
    ----------
    liu2025
    """
    check_choice("coefficient", coefficient, Coefficient)
    check_probability("ci_prob", ci_prob)
    grid = _grid(wins.schedules)
    _check_alike(wins, reference, spread)
    points = np.array(grid, dtype=np.float64)
    two_point = np.zeros(len(points))
    two_point[0], two_point[-1] = -1 / points[-1], 1 / points[-1]
    ordinary = slope_contrast(points)
    chosen = two_point if coefficient == "two_point" else ordinary
    curves, reference_curves = curve_of(wins), curve_of(reference)
    normalised = ratio_of(curves, None, chosen, ci_prob)
    return FailureSensitivity(
        wins=wins,
        reference=reference,
        spread=spread,
        grid=grid,
        expected=contrast_of(curves, np.eye(len(points)), ci_prob),
        two_point=contrast_of(curves, two_point, ci_prob),
        slope=contrast_of(curves, ordinary, ci_prob),
        curvature=contrast_of(curves, _curvature(grid), ci_prob),
        normalised=normalised,
        excess=ratio_of(curves, reference_curves, chosen, ci_prob),
        linear=linear_fit(points, curves.value.T, curves.covariance),
        coefficient=coefficient,
        uncertainty=curves.uncertainty,
        ci_prob=ci_prob,
        warnings=tuple(_doubts(curves, wins, grid, normalised)),
    )


def _grid(schedules: Sequence[str]) -> tuple[int, ...]:
    """Return how many models leave after every round."""
    grid = tuple(int(name) if name.isdecimal() else -1 for name in schedules)
    if len(grid) < 2 or grid[0] != 0 or any(later <= sooner for sooner, later in pairwise(grid)):
        message = (
            f"schedules must be 0 and larger numbers of models to leave after every round, rising; "
            f"got {', '.join(schedules)}. Play eliminate=[0, 1, 2], say."
        )
        raise ValueError(message)
    return grid


def _check_alike(wins: ExpectedWins, reference: ExpectedWins, spread: ProfileSpread) -> None:
    for name in ("models", "rounds", "schedules"):
        if getattr(wins, name) != getattr(reference, name):
            message = f"the reference must have the same {name} as the tournament; got others. Play both alike."
            raise DataError(message)
    if spread.models != wins.models:
        message = "the profile spread must be of the models of the tournament; got others. Measure it on the same data."
        raise DataError(message)
    n_draws = [None if each.draws is None else each.draws.shape[1] for each in (wins, reference)]
    if n_draws[0] != n_draws[1]:
        message = (
            f"the reference must be played from the same draws as the tournament; got {n_draws[1]} and {n_draws[0]}. "
            f"Play both from the same data."
        )
        raise DataError(message)


def _curvature(grid: Sequence[int]) -> FloatArray:
    contrast = np.zeros(len(grid))
    if not {1, 2} <= set(grid):
        return np.full(len(grid), np.nan)
    contrast[[0, grid.index(1), grid.index(2)]] = 1.0, -2.0, 1.0
    return contrast


def _doubts(curves: Curves, wins: ExpectedWins, grid: tuple[int, ...], normalised: Estimate) -> list[str]:
    doubts = [] if curves.uncertainty == "posterior" else [OF_CONTESTS[curves.uncertainty]]
    doubts += grid_doubts(grid, len(wins.models), len(wins.rounds))
    without = np.flatnonzero(np.isnan(normalised.value))
    if without.size:
        names = ", ".join(wins.models[model] for model in without)
        doubts.append(f"sensitivity is no share of the wins of models that have none without eliminations: {names}")
    return doubts
