"""Conditional maximum likelihood of abilities: who was right, given how many were."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.programs.abilities import AbilityPrior, abilities
from bayesrank.programs.nested_laplace import most_likely
from bayesrank.programs.program import Program, Target
from bayesrank.programs.setwise._ability_problem import AbilityProblem, approximation_of
from bayesrank.programs.setwise._doubts import winner_doubts
from bayesrank.programs.setwise._given_totals import GivenTotals
from bayesrank.statistics.separation import refuse_separated
from bayesrank.statistics.setwise_counts import SetwiseCounts

if TYPE_CHECKING:
    import pymc as pm

NAME = "setwise_cml"


def setwise_cml(
    counts: SetwiseCounts,
    *,
    ability_prior: AbilityPrior = "normal",
    ability_scale: float | None = None,
    spread_median: float = 1.0,
) -> pm.Model:
    """Let the log odds of a right answer be an ability less a difficulty, and condition the difficulty away.

    Given how many answers to an event are right, who gave them depends on abilities alone, whatever the difficulty of
    the event: ``P(U | t) = prod of x over U / e_t(x)`` with ``x = exp(ability)``, U the t winners and e_t the
    elementary symmetric polynomial of all who took part. So there are no difficulties to estimate, and the cost does
    not grow with the number of questions. Events that all or none won tell nothing and are left out; a model that
    took no part in an event is left out of its polynomial. Where a model has several attempts in an event, each is
    an attempt of the same worth.

    Parameters
    ----------
    counts : SetwiseCounts
        L models.
    ability_prior, ability_scale, spread_median
        See :func:`~bayesrank.programs.abilities.abilities`.

    Returns
    -------
    pm.Model
        ``ability[model]`` in logits.

    References
    ----------
    andersen1970
    """
    import pymc as pm

    with pm.Model(coords={"model": counts.models}) as model:
        ability = abilities(
            len(counts.models), ability_prior=ability_prior, ability_scale=ability_scale, spread_median=spread_median
        )
        given_totals(counts).observe(ability)
    return model


def given_totals(counts: SetwiseCounts) -> GivenTotals:
    """Return the likelihood."""
    return GivenTotals(counts.totals, np.ones(len(counts.totals.total)))


def mle(counts: SetwiseCounts) -> dict[str, FloatArray]:
    """Return the abilities of maximum conditional likelihood, by Newton's method."""
    identified(counts)
    return most_likely(AbilityProblem(given_totals(counts).at, len(counts.models)))


laplace = approximation_of(lambda counts: given_totals(counts).at)


def identified(counts: SetwiseCounts) -> None:
    """Refuse events in which some models never lost to others, or never won: their likelihood has no maximum."""
    refuse_separated(counts.models, counts.beat > 0, NAME)


def doubts(counts: SetwiseCounts, target: Target) -> list[str]:  # noqa: ARG001 (there is one)
    """Say what the events leave to the prior."""
    return winner_doubts(counts)


PROGRAM = Program(
    reads=SetwiseCounts,
    scores={"ability": "ability in logits: log odds of a right answer, up to the difficulty of the question"},
    build=setwise_cml,
    reference="andersen1970",
    doubts=doubts,
    mle=mle,
    laplace=laplace,
    identified=identified,
    mass_matrix="low_rank",
)
