"""Two-parameter logistic: Rasch with questions that tell models apart more or less sharply."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.programs.abilities import AbilityPrior, abilities
from bayesrank.programs.binomial_logit import binomial_logit
from bayesrank.programs.difficulties import difficulties
from bayesrank.programs.item_response._discrimination import (
    chance_of_new_slopes,
    chance_of_slopes,
    discriminations,
    located,
)
from bayesrank.programs.item_response._doubts import answer_doubts
from bayesrank.programs.item_response._questions import SCORES, accuracy, utility
from bayesrank.programs.program import Draws, Program, Target
from bayesrank.statistics.answer_separation import refuse_separated_answers
from bayesrank.statistics.outcome_counts import OutcomeCounts, refuse_prior_outcomes, right_answers

if TYPE_CHECKING:
    import pymc as pm


def two_pl(
    counts: OutcomeCounts,
    *,
    ability_prior: AbilityPrior = "normal",
    ability_scale: float | None = None,
    spread_median: float = 1.0,
    easiness_scale: float | None = None,
    discrimination_scale: float | None = None,
) -> pm.Model:
    """Let the log odds of a right answer be linear in ability, with a slope and an intercept of the question's own.

    ``right[l, m] ~ Binomial(n[l, m], sigmoid(discrimination[m] * ability[l] + easiness[m]))``, which is
    ``discrimination * (ability - difficulty)`` with ``difficulty = -easiness / discrimination``. Easiness, the log odds
    of a model of mean ability, has the prior, as it is well determined where difficulty, the ability that has even
    odds, is not: on a question that hardly tells models apart. Slopes are positive: a question that worse models
    solve more often gets a slope near zero. Missing cells add nothing.

    Parameters
    ----------
    counts : OutcomeCounts
        L models, M questions, right or wrong.
    ability_prior, ability_scale, spread_median
        See :func:`~bayesrank.programs.abilities.abilities`.
    easiness_scale, discrimination_scale : float, optional
        Fix the spread of easiness, in logits, or that of log discriminations, instead of learning it. A very large one
        is no prior.

    Returns
    -------
    pm.Model
        ``ability[model]``, ``easiness[question]`` and ``difficulty[question]`` in logits of a typical question, and
        ``discrimination[question]``, whose geometric mean is 1.

    Raises
    ------
    DataError
        If outcomes are not right or wrong, or there are prior outcomes.

    References
    ----------
    birnbaum1968
    """
    import pymc as pm

    refuse_prior_outcomes(counts, "two_pl")
    cells = right_answers(counts)
    with pm.Model(coords={"model": counts.models, "question": counts.questions}) as model:
        ability = abilities(
            len(counts.models), ability_prior=ability_prior, ability_scale=ability_scale, spread_median=spread_median
        )
        easiness = difficulties("easiness", scale=easiness_scale)
        discrimination = discriminations(scale=discrimination_scale)
        located(easiness, discrimination)
        logit = ability[:, None] * discrimination[None, :] + easiness[None, :]
        binomial_logit("right", logit, cells.right, cells.trials, ("model", "question"))
    return model


def chance(counts: OutcomeCounts, draws: Draws) -> FloatArray:  # noqa: ARG001 (cells are models x questions)
    """Return the chance of a right answer of each cell, shape (n_draws, L, M)."""
    return chance_of_slopes(draws)


def score(
    counts: OutcomeCounts,
    draws: Draws,
    target: Target,
    rng: np.random.Generator,  # noqa: ARG001 (nothing is drawn)
    *,
    easiness_scale: float | None = None,
    discrimination_scale: float | None = None,
) -> FloatArray:
    """Return abilities, or the accuracy that they and the questions give, shape (n_draws, L)."""
    if target == "ability":
        return draws["ability"]
    if target == "benchmark":
        return accuracy(counts, draws, chance)
    new = chance_of_new_slopes(draws, easiness_scale=easiness_scale, discrimination_scale=discrimination_scale)
    return utility(counts, new)


def identified(counts: OutcomeCounts) -> None:
    """Refuse data on which abilities or questions can part for ever; what else can diverge shows in the search."""
    refuse_separated_answers(counts, "two_pl")


def doubts(counts: OutcomeCounts, target: Target) -> list[str]:  # noqa: ARG001 (they are those of all targets)
    """Say what the prior decides, what is predicted, and what is left out."""
    return answer_doubts(counts, "two_pl")


PROGRAM = Program(
    reads=OutcomeCounts,
    scores=SCORES,
    build=two_pl,
    reference="birnbaum1968",
    score=score,
    chance=chance,
    doubts=doubts,
    identified=identified,
)
