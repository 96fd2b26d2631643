"""Rasch with the abilities integrated out: for many models and few questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.programs.abilities import ability_spread
from bayesrank.programs.difficulties import difficulties
from bayesrank.programs.item_response import rasch
from bayesrank.programs.item_response._doubts import answer_doubts
from bayesrank.programs.item_response._marginal import (
    SCORES,
    in_categories,
    marginal_answers,
    patterns,
    refuse_unanimous_questions,
    with_abilities,
)
from bayesrank.programs.program import Draws, Program, Target
from bayesrank.statistics.outcome_counts import OutcomeCounts, refuse_prior_outcomes

if TYPE_CHECKING:
    import pymc as pm


def marginal_rasch(
    counts: OutcomeCounts,
    *,
    ability_scale: float | None = None,
    spread_median: float = 1.0,
    difficulty_scale: float | None = None,
) -> pm.Model:
    """Let models be drawn from a normal population of abilities, and learn of that population and of the questions.

    Rasch (see :func:`~bayesrank.programs.item_response.rasch.rasch`) with ``ability[l] ~ Normal(0, ability_spread)``
    integrated out of the likelihood, so that its maximum is the marginal maximum likelihood of difficulties and of the
    spread. It grows with the number of distinct answer patterns times questions times nodes: choose it for many models
    and few questions.

    Parameters
    ----------
    counts : OutcomeCounts
        L models, M questions, right or wrong.
    ability_scale : float, optional
        Fixes the spread of abilities instead of learning it: 1 gives all questions a slope of one on standard
        abilities, None a common slope, which is the spread.
    spread_median : float
        Prior median of the spread, in logits.
    difficulty_scale : float, optional
        Fixes the spread of difficulties instead of learning it, in logits.

    Returns
    -------
    pm.Model
        ``difficulty[question]`` and ``ability_spread``, in logits; abilities are drawn given these for the scores.

    Raises
    ------
    DataError
        If outcomes are not right or wrong, or there are prior outcomes.

    References
    ----------
    rasch1960; bock1981
    """
    import pymc as pm
    import pytensor.tensor as pt

    refuse_prior_outcomes(counts, "marginal_rasch")
    data = patterns(counts)
    coords = {"model": counts.models, "question": counts.questions, "pattern": np.arange(len(data.number))}
    with pm.Model(coords=coords) as model:
        spread = ability_spread(len(counts.models), ability_scale=ability_scale, spread_median=spread_median)
        difficulty = difficulties(scale=difficulty_scale)
        marginal_answers("right", spread * pt.ones_like(difficulty), -difficulty, data)
    return model


def score(
    counts: OutcomeCounts,
    draws: Draws,
    target: Target,
    rng: np.random.Generator,
    *,
    ability_scale: float | None = None,
    spread_median: float = 1.0,
    difficulty_scale: float | None = None,
) -> FloatArray:
    """Return abilities drawn given the questions, or the accuracy that they give, shape (n_draws, L)."""
    known = _with_abilities(counts, draws, rng, ability_scale or spread_median)
    return rasch.score(counts, known, target, rng, difficulty_scale=difficulty_scale)


def cells(
    counts: OutcomeCounts,
    draws: Draws,
    rng: np.random.Generator,
    *,
    ability_scale: float | None = None,
    spread_median: float = 1.0,
) -> FloatArray:
    """Return the probability of each category in each cell, abilities drawn, shape (n_draws, L, M, 2)."""
    known = _with_abilities(counts, draws, rng, ability_scale or spread_median)
    return in_categories(counts, rasch.chance(counts, known))


def _with_abilities(counts: OutcomeCounts, draws: Draws, rng: np.random.Generator, fixed_spread: float) -> Draws:
    difficulty = draws["difficulty"]
    return with_abilities(counts, draws, np.ones_like(difficulty), -difficulty, fixed_spread, rng)


def identified(counts: OutcomeCounts) -> None:
    """Refuse questions that were answered right every time, or wrong every time."""
    refuse_unanimous_questions(counts, "marginal_rasch")


def composite(counts: OutcomeCounts) -> bool:  # noqa: ARG001 (whatever the counts)
    """Return True: what is observed are patterns of answers with their numbers, no independent observations."""
    return True


def doubts(counts: OutcomeCounts, target: Target) -> list[str]:  # noqa: ARG001 (they are those of all targets)
    """Say what the prior decides, what is predicted, and what is left out."""
    return answer_doubts(counts, "marginal_rasch")


PROGRAM = Program(
    reads=OutcomeCounts,
    scores=SCORES,
    build=marginal_rasch,
    reference="bock1981",
    score=score,
    cells=cells,
    doubts=doubts,
    identified=identified,
    composite=composite,
    mass_matrix="low_rank",  # the difficulties move together as the mean of the models does
)
