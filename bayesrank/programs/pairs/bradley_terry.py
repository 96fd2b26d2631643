"""Bradley-Terry: the odds of winning are those of two worths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import expit, log_expit

from bayesrank.arrays import FloatArray
from bayesrank.programs.abilities import AbilityPrior, abilities
from bayesrank.programs.battle_terms import Term, battles_with, coords_of, log_odds
from bayesrank.programs.battles import is_composite, observe_battles
from bayesrank.programs.nested_laplace import most_likely, nested_laplace
from bayesrank.programs.pairs._doubts import battle_doubts
from bayesrank.programs.pairs._identified import refuse_unidentified
from bayesrank.programs.pairs._solver import BattleLikelihood, Slopes, problem_of
from bayesrank.programs.program import Program, Target
from bayesrank.statistics.battle_counts import BattleCounts

if TYPE_CHECKING:
    import pymc as pm


def bradley_terry(
    battles: BattleCounts,
    *,
    terms: Sequence[Term] = (),
    ability_prior: AbilityPrior = "normal",
    ability_scale: float | None = None,
    spread_median: float = 1.0,
) -> pm.Model:
    """Let the log odds of a win be the difference of two abilities.

    ``battles won by i against j ~ Binomial(decisive battles, sigmoid(ability[i] - ability[j]))``; see
    :func:`~bayesrank.programs.abilities.abilities` for the prior of abilities. Ties are left out. Counts may be
    fractions, of weighted battles.

    Parameters
    ----------
    battles : BattleCounts
        L models.
    terms : sequence of {"side", "covariates", "judges", "categories"}
        What else bears on the log odds; see :func:`~bayesrank.programs.battle_terms.log_odds`.
    ability_prior, ability_scale, spread_median
        See :func:`~bayesrank.programs.abilities.abilities`.

    Returns
    -------
    pm.Model
        ``ability[model]`` in logits.

    Raises
    ------
    DataError
        If the battles do not know what a term needs.

    References
    ----------
    bradley1952
    """
    import pymc as pm
    import pytensor.tensor as pt

    rows = battles_with(battles, terms)
    with pm.Model(coords={**coords_of(rows, terms), "outcome": ("first", "second")}) as model:
        ability = abilities(
            len(rows.models), ability_prior=ability_prior, ability_scale=ability_scale, spread_median=spread_median
        )
        odds = log_odds(rows, terms, ability)
        observe_battles(-pt.softplus(pt.stack([-odds, odds], axis=-1)), rows.counts[:, :2])
    return model


def likelihood(odds: FloatArray, tie: float, counts: FloatArray) -> Slopes:  # noqa: ARG001 (ties are left out)
    """Return the log likelihood of decisive battles and its derivatives."""
    won, lost = counts[:, 0], counts[:, 1]
    chance = expit(odds)
    return Slopes(
        value=float(won @ log_expit(odds) + lost @ log_expit(-odds)),
        by_odds=won - (won + lost) * chance,
        curvature=(won + lost) * chance * (1 - chance),
    )


def mle(battles: BattleCounts, *, terms: Sequence[Term] = ()) -> dict[str, FloatArray]:
    """Return the maximum likelihood of abilities and effects by Newton's method."""
    identified(battles, terms=terms)
    return most_likely(problem_of(battles, terms, BattleLikelihood(likelihood)))


def laplace(
    battles: BattleCounts,
    n_draws: int,
    rng: np.random.Generator,
    *,
    terms: Sequence[Term] = (),
    ability_prior: AbilityPrior = "normal",
    ability_scale: float | None = None,
    spread_median: float = 1.0,
) -> dict[str, FloatArray]:
    """Return draws from the normal approximation at each spread of abilities."""
    return nested_laplace(
        problem_of(battles, terms, BattleLikelihood(likelihood)),
        n_draws,
        rng,
        ability_prior=ability_prior,
        ability_scale=ability_scale,
        spread_median=spread_median,
    )


def identified(battles: BattleCounts, *, terms: Sequence[Term] = ()) -> None:
    """Refuse battles whose likelihood has no finite maximum."""
    refuse_unidentified(battles, terms, "bradley_terry", "left_out")


def doubts(battles: BattleCounts, target: Target) -> list[str]:  # noqa: ARG001 (there is one)
    """Say what the battles leave to the prior, and what the program leaves out."""
    return battle_doubts(battles, "bradley_terry", "left_out")


PROGRAM = Program(
    reads=BattleCounts,
    scores={"ability": "ability in logits: log odds of a win against a model of mean ability"},
    build=bradley_terry,
    reference="bradley1952",
    doubts=doubts,
    mle=mle,
    laplace=laplace,
    identified=identified,
    composite=is_composite,
    mass_matrix="low_rank",
)
