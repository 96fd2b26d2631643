"""Rasch in which the accuracy of a model's prior outcomes is the prior mean of its ability."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np
from scipy.special import logit as log_odds

from bayesrank.arrays import FloatArray
from bayesrank.errors import NotIdentifiedError
from bayesrank.options import check_choice
from bayesrank.programs.abilities import ability_spread
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

type PriorAccuracy = Literal["smoothed", "clipped"]

CLIPPED_AT = 1e-6


def prior_mean_rasch(
    counts: OutcomeCounts,
    *,
    prior_accuracy: PriorAccuracy = "smoothed",
    ability_scale: float = 1.0,
    difficulty_scale: float | None = None,
) -> pm.Model:
    """Let abilities vary about the log odds of the accuracy of the prior outcomes, less their mean over models.

    ``ability = prior_mean + deviation``, ``deviation ~ ZeroSum(ability_scale)``; all else is
    :func:`~bayesrank.programs.item_response.rasch.rasch`. Which questions the prior outcomes are of is not looked at,
    nor how many there are. Models without prior outcomes have a prior mean of 0.

    Parameters
    ----------
    counts : OutcomeCounts
        L models, M questions, right or wrong, and prior outcomes.
    prior_accuracy : {"smoothed", "clipped"}
        ``(right + 1/2) / (n + 1)``; or the share that is right, at least 1e-6 and at most 1 - 1e-6, which puts a model
        without a right answer 14 logits down.
    ability_scale : float
        Standard deviation of abilities about their prior means, in logits.
    difficulty_scale : float, optional
        Fixes the spread of difficulties instead of learning it, in logits. A very large one is no prior.

    Returns
    -------
    pm.Model
        ``ability[model]`` and ``difficulty[question]`` in logits.

    Raises
    ------
    DataError
        If outcomes are not right or wrong, or there are no prior outcomes.
    ValueError
        If an option is none of its choices, or a scale is not positive.

    References
    ----------
    hariri2026; rasch1960
    """
    import pymc as pm

    cells, mean = right_answers(counts), prior_means(counts, prior_accuracy)
    with pm.Model(coords={"model": counts.models, "question": counts.questions}) as model:
        spread = ability_spread(len(counts.models), ability_scale=ability_scale)
        deviation = pm.ZeroSumNormal("ability_deviation", spread, dims="model")
        ability = pm.Deterministic("ability", pm.Data("prior_mean", mean, dims="model") + deviation, dims="model")
        logit = ability[:, None] - difficulties(scale=difficulty_scale)
        binomial_logit("right", logit, cells.right, cells.trials, ("model", "question"))
    return model


def prior_means(counts: OutcomeCounts, prior_accuracy: PriorAccuracy = "smoothed") -> FloatArray:
    """Return the prior means of abilities, which sum to zero, shape (L,)."""
    check_choice("prior_accuracy", prior_accuracy, PriorAccuracy)
    prior = prior_answers(counts, "prior_mean_rasch")
    right, trials = prior.right.sum(axis=1), prior.trials.sum(axis=1)
    if prior_accuracy == "smoothed":
        accuracy = (right + 0.5) / (trials + 1)
    else:
        accuracy = np.clip(right / np.maximum(trials, 1), CLIPPED_AT, 1 - CLIPPED_AT)
    known = trials > 0
    mean = log_odds(accuracy)
    return np.where(known, mean - mean[known].mean(), 0.0)


def identified(counts: OutcomeCounts) -> None:  # noqa: ARG001 (whatever the answers)
    """Refuse maximum likelihood, which knows no prior means and would be that of Rasch.

    Raises
    ------
    NotIdentifiedError
        Always.
    """
    message = (
        "prior outcomes enter by the prior alone, which 'prior_mean_rasch' has and its likelihood has not; got maximum "
        "likelihood. Use inference='nuts' or 'map', or program='rasch'."
    )
    raise NotIdentifiedError(message)


def doubts(counts: OutcomeCounts, target: Target) -> list[str]:  # noqa: ARG001 (they are those of all targets)
    """Say when prior outcomes, which nothing weighs by their agreement, do not agree."""
    told = "prior outcomes give abilities their prior means"
    return [*contradiction_doubts(counts, told), *answer_doubts(counts, "prior_mean_rasch")]


PROGRAM = Program(
    reads=OutcomeCounts,
    scores=SCORES,
    build=prior_mean_rasch,
    reference="hariri2026",
    score=score,
    chance=chance,
    doubts=doubts,
    identified=identified,
)
