"""Rasch: one ability a model, one difficulty a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import expit

from bayesrank.arrays import FloatArray
from bayesrank.programs.abilities import AbilityPrior, abilities
from bayesrank.programs.binomial_logit import binomial_logit
from bayesrank.programs.item_response._questions import (
    SCORES,
    accuracy,
    chance_on_new_questions,
    difficulties,
    right_answers,
    utility,
)
from bayesrank.programs.program import Draws, Program, Target
from bayesrank.statistics.outcome_counts import OutcomeCounts

if TYPE_CHECKING:
    import pymc as pm


def rasch(
    counts: OutcomeCounts,
    *,
    ability_prior: AbilityPrior = "normal",
    ability_scale: float | None = None,
    spread_median: float = 1.0,
) -> pm.Model:
    """Let the log odds of a right answer be the ability of the model less the difficulty of the question.

    ``right[l, m] ~ Binomial(n[l, m], sigmoid(ability[l] - difficulty[m]))``; see
    :func:`~bayesrank.programs.abilities.abilities` for the prior of abilities and
    :func:`~bayesrank.programs.item_response._questions.difficulties` for that of difficulties. Missing cells and
    unequal trials need nothing: a cell without trials adds nothing. Questions that all or none solved say how hard
    questions are, and stay in.

    Parameters
    ----------
    counts : OutcomeCounts
        L models, M questions, right or wrong.
    ability_prior, ability_scale, spread_median
        See :func:`~bayesrank.programs.abilities.abilities`.

    Returns
    -------
    pm.Model
        ``ability[model]`` and ``difficulty[question]`` in logits.

    Raises
    ------
    DataError
        If outcomes are not right or wrong.

    References
    ----------
    rasch1960
    """
    import pymc as pm

    cells = right_answers(counts)
    with pm.Model(coords={"model": counts.models, "question": counts.questions}) as model:
        ability = abilities(
            len(counts.models), ability_prior=ability_prior, ability_scale=ability_scale, spread_median=spread_median
        )
        logit = ability[:, None] - difficulties()[None, :]
        binomial_logit("right", logit, cells.right, cells.trials, ("model", "question"))
    return model


def chance(counts: OutcomeCounts, draws: Draws) -> FloatArray:  # noqa: ARG001 (cells are models x questions)
    """Return the chance of a right answer of each cell, shape (n_draws, L, M)."""
    return np.asarray(expit(draws["ability"][:, :, None] - draws["difficulty"][:, None, :]))


def score(counts: OutcomeCounts, draws: Draws, target: Target, rng: np.random.Generator) -> FloatArray:  # noqa: ARG001
    """Return abilities, or the accuracy that they and the difficulties give, shape (n_draws, L)."""
    ability = draws["ability"]
    if target == "ability":
        return ability
    if target == "benchmark":
        return accuracy(counts, draws, chance)
    new = chance_on_new_questions(ability, draws["difficulty_mean"], draws["difficulty_spread"])
    return utility(counts, new)


PROGRAM = Program(reads=OutcomeCounts, scores=SCORES, build=rasch, reference="rasch1960", score=score, chance=chance)
