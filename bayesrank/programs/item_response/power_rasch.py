"""Rasch in which every prior outcome counts as a fixed part of an outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bayesrank.options import check_positive
from bayesrank.programs.abilities import AbilityPrior, abilities
from bayesrank.programs.binomial_logit import binomial_logit
from bayesrank.programs.difficulties import difficulties
from bayesrank.programs.item_response._doubts import answer_doubts
from bayesrank.programs.item_response._prior_answers import prior_answers
from bayesrank.programs.item_response._questions import SCORES
from bayesrank.programs.item_response.rasch import chance, score
from bayesrank.programs.prior_agreement import contradiction_doubts
from bayesrank.programs.program import Program, Target
from bayesrank.statistics.outcome_counts import OutcomeCounts, right_answers

if TYPE_CHECKING:
    import pymc as pm


def power_rasch(
    counts: OutcomeCounts,
    *,
    prior_weight: float = 1.0,
    ability_prior: AbilityPrior = "normal",
    ability_scale: float | None = None,
    spread_median: float = 1.0,
) -> pm.Model:
    """Let prior outcomes count as outcomes of the same models and questions, each with a fixed weight.

    ``right + weight * prior_right ~ Binomial(n + weight * n0, sigmoid(ability[l] - difficulty[m]))``: a power prior.
    Its weight cannot be learned, for its constant of normalisation depends on it and is not known; in
    :func:`~bayesrank.programs.outcomes.power_prior.power_prior` it is, and
    :func:`~bayesrank.programs.item_response.commensurate_rasch.commensurate_rasch` learns how far both agree.

    Parameters
    ----------
    counts : OutcomeCounts
        L models, M questions, right or wrong, and prior outcomes.
    prior_weight : float
        What a prior outcome counts, for one outcome.
    ability_prior, ability_scale, spread_median
        See :func:`~bayesrank.programs.abilities.abilities`.

    Returns
    -------
    pm.Model
        ``ability[model]`` and ``difficulty[question]`` in logits.

    Raises
    ------
    DataError
        If outcomes are not right or wrong, or there are no prior outcomes.
    ValueError
        If the weight is not positive.

    References
    ----------
    ibrahim2000; rasch1960
    """
    import pymc as pm

    check_positive("prior_weight", prior_weight)
    cells, prior = right_answers(counts), prior_answers(counts, "power_rasch")
    right, trials = cells.right + prior_weight * prior.right, cells.trials + prior_weight * prior.trials
    with pm.Model(coords={"model": counts.models, "question": counts.questions}) as model:
        ability = abilities(
            len(counts.models), ability_prior=ability_prior, ability_scale=ability_scale, spread_median=spread_median
        )
        binomial_logit("right", ability[:, None] - difficulties(), right, trials, ("model", "question"))
    return model


def composite(counts: OutcomeCounts) -> bool:  # noqa: ARG001 (of any counts)
    """Say that the likelihood is one of weighed outcomes."""
    return True


def doubts(counts: OutcomeCounts, target: Target, *, prior_weight: float = 1.0) -> list[str]:  # noqa: ARG001
    """Say when prior outcomes, which nothing weighs by their agreement, do not agree."""
    told = f"prior outcomes count as {prior_weight:g} of an outcome each"
    return [*contradiction_doubts(counts, told), *answer_doubts(counts, "power_rasch")]


PROGRAM = Program(
    reads=OutcomeCounts,
    scores=SCORES,
    build=power_rasch,
    reference="ibrahim2000",
    score=score,
    chance=chance,
    doubts=doubts,
    composite=composite,
)
