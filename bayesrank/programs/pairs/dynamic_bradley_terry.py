"""Dynamic Bradley-Terry: abilities that change from period to period."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.errors import DataError, NotIdentifiedError
from bayesrank.options import check_choice
from bayesrank.programs.abilities import AbilityPrior, abilities
from bayesrank.programs.battle_terms import Term, battles_with, coords_of, log_odds
from bayesrank.programs.battles import is_composite, observe_battles
from bayesrank.programs.pairs._doubts import battle_doubts
from bayesrank.programs.pairs._walk import times_of, walk_over, walked
from bayesrank.programs.program import Draws, Program, Target
from bayesrank.statistics.battle_counts import BattleCounts
from bayesrank.statistics.separation import named

if TYPE_CHECKING:
    import pymc as pm

type Period = Literal["last", "mean"]

MOST_PERIODS = 100


def dynamic_bradley_terry(
    battles: BattleCounts,
    *,
    terms: Sequence[Term] = (),
    period: Period = "last",
    ability_prior: AbilityPrior = "normal",
    ability_scale: float | None = None,
    spread_median: float = 1.0,
    drift_scale: float | None = None,
) -> pm.Model:
    """Let abilities walk at random from period to period, and the log odds of a win be their difference at the time.

    ``ability_path[period, model]`` is ``ability``, its mean over periods, plus a walk whose steps are independent
    normal with standard deviation ``drift`` for the median gap between periods, and the square root of time times that
    for others, given that they leave the mean as it is; ``drift ~ LogNormal(log 0.1, 1)``. In each period abilities sum
    to zero. Periods are equally far apart unless their names are numbers. Ties are left out.

    Parameters
    ----------
    battles : BattleCounts
        L models, 2 to 100 periods.
    terms : sequence of {"side", "covariates", "judges", "categories"}
        What else bears on the log odds, the same in all periods; see
        :func:`~bayesrank.programs.battle_terms.log_odds`.
    period : {"last", "mean"}
        What is scored: the last period, or the mean over periods.
    ability_prior, ability_scale, spread_median
        See :func:`~bayesrank.programs.abilities.abilities`; of the mean over periods.
    drift_scale : float, optional
        Fixes ``drift`` instead of learning it, in logits.

    Returns
    -------
    pm.Model
        ``ability[model]``, ``ability_path[period, model]`` and ``drift`` in logits.

    Raises
    ------
    DataError
        If there are fewer than 2 periods or more than 100, or the battles do not know what a term needs.
    ValueError
        If an option is none of its choices, or a scale is not positive.

    References
    ----------
    glickman1999
    """
    import pymc as pm
    import pytensor.tensor as pt

    check_choice("period", period, Period)
    _check_periods(battles)
    rows = battles_with(battles, terms, "period")
    n_models, n_periods = len(rows.models), len(rows.periods)
    battles_a_period = 2 * rows.counts[:, :2].sum() / (n_models * n_periods)
    coords = coords_of(rows, terms) | {"period": rows.periods, "component": range(1, n_periods)}
    with pm.Model(coords={**coords, "outcome": ("first", "second")}) as model:
        ability = abilities(
            n_models, ability_prior=ability_prior, ability_scale=ability_scale, spread_median=spread_median
        )
        path = walked(ability, walk_over(times_of(rows.periods), battles_a_period), drift_scale)
        odds = log_odds(rows, terms, path)
        observe_battles(-pt.softplus(pt.stack([-odds, odds], axis=-1)), rows.counts[:, :2])
    return model


def _check_periods(battles: BattleCounts) -> None:
    n_periods = len(battles.periods)
    if n_periods < 2:
        message = (
            f"battles must be of 2 periods or more for 'dynamic_bradley_terry'; got {n_periods}. "
            f"Use program='bradley_terry', or read data with a column order."
        )
        raise DataError(message)
    if n_periods > MOST_PERIODS:
        message = (
            f"battles must be of at most {MOST_PERIODS} periods for 'dynamic_bradley_terry'; got {n_periods}. "
            f"Give n_periods=12, say, to cut time into that many."
        )
        raise DataError(message)


def score(
    battles: BattleCounts,  # noqa: ARG001
    draws: Draws,
    target: Target,  # noqa: ARG001
    rng: np.random.Generator,  # noqa: ARG001
    *,
    period: Period = "last",
) -> FloatArray:
    """Return abilities in the last period, or on average over periods, shape (n_draws, L)."""
    return draws["ability_path"][:, -1] if period == "last" else draws["ability"]


def doubts(battles: BattleCounts, target: Target, *, period: Period = "last") -> list[str]:  # noqa: ARG001
    """Say what the battles leave to the prior, and who was not seen in the last period."""
    found = battle_doubts(battles, "dynamic_bradley_terry", "left_out")
    late = battles.period == len(battles.periods) - 1
    fought = late & (battles.counts[:, :2].sum(axis=1) > 0)
    present = {*battles.first[fought].tolist(), *battles.second[fought].tolist()}
    absent = sorted(model for index, model in enumerate(battles.models) if index not in present)
    if period == "last" and absent:
        found.append(
            f"{named(absent)} won and lost no battle in the last period, of which the score is: it is carried on from "
            f"earlier ones."
        )
    return found


def identified(battles: BattleCounts) -> None:
    """Refuse: without the prior of its steps the likelihood leaves a walk free where nobody fought."""
    message = (
        f"dynamic_bradley_terry must have the prior of its steps, which links {len(battles.periods)} periods; "
        f"maximum likelihood has none. Use inference='nuts' for the posterior, which exists."
    )
    raise NotIdentifiedError(message)


PROGRAM = Program(
    reads=BattleCounts,
    scores={"ability": "ability in logits at the time asked for: log odds of a win against a model of mean ability"},
    build=dynamic_bradley_terry,
    reference="glickman1999",
    score=score,
    doubts=doubts,
    identified=identified,
    composite=is_composite,
)
