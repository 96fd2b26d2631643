"""The two-parameter logistic program with the abilities integrated out: for many models and few questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.programs.abilities import ability_spread
from bayesrank.programs.difficulties import difficulties
from bayesrank.programs.item_response import two_pl
from bayesrank.programs.item_response._discrimination import discriminations, located
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


def marginal_two_pl(
    counts: OutcomeCounts,
    *,
    spread_median: float = 1.0,
    easiness_scale: float | None = None,
    discrimination_scale: float | None = None,
) -> pm.Model:
    """Let models be drawn from a normal population of abilities, answering questions of unequal slopes.

    See :func:`~bayesrank.programs.item_response.two_pl.two_pl` for questions, and
    :func:`~bayesrank.programs.item_response.marginal_rasch.marginal_rasch` for the integration. The slope of a question
    on standard abilities, as marginal maximum likelihood is usually told, is ``ability_spread * discrimination``, and
    its intercept ``easiness``.

    Parameters
    ----------
    counts : OutcomeCounts
        L models, M questions, right or wrong.
    spread_median : float
        Prior median of the spread of abilities, in logits.
    easiness_scale, discrimination_scale
        See :func:`~bayesrank.programs.item_response.two_pl.two_pl`.

    Returns
    -------
    pm.Model
        ``easiness``, ``discrimination`` and ``difficulty`` of each question, and ``ability_spread``; abilities are
        drawn given these for the scores.

    Raises
    ------
    DataError
        If outcomes are not right or wrong, or there are prior outcomes.

    References
    ----------
    birnbaum1968; bock1981
    """
    import pymc as pm

    refuse_prior_outcomes(counts, "marginal_two_pl")
    data = patterns(counts)
    coords = {"model": counts.models, "question": counts.questions, "pattern": np.arange(len(data.number))}
    with pm.Model(coords=coords) as model:
        spread = ability_spread(len(counts.models), spread_median=spread_median)
        easiness = difficulties("easiness", scale=easiness_scale)
        discrimination = discriminations(scale=discrimination_scale)
        located(easiness, discrimination)
        marginal_answers("right", spread * discrimination, easiness, data)
    return model


def score(
    counts: OutcomeCounts,
    draws: Draws,
    target: Target,
    rng: np.random.Generator,
    *,
    spread_median: float = 1.0,
    easiness_scale: float | None = None,
    discrimination_scale: float | None = None,
) -> FloatArray:
    """Return abilities drawn given the questions, or the accuracy that they give, shape (n_draws, L)."""
    known = _with_abilities(counts, draws, rng, spread_median)
    return two_pl.score(
        counts, known, target, rng, easiness_scale=easiness_scale, discrimination_scale=discrimination_scale
    )


def cells(counts: OutcomeCounts, draws: Draws, rng: np.random.Generator, *, spread_median: float = 1.0) -> FloatArray:
    """Return the probability of each category in each cell, abilities drawn, shape (n_draws, L, M, 2)."""
    known = _with_abilities(counts, draws, rng, spread_median)
    return in_categories(counts, two_pl.chance(counts, known))


def _with_abilities(counts: OutcomeCounts, draws: Draws, rng: np.random.Generator, fixed_spread: float) -> Draws:
    return with_abilities(counts, draws, draws["discrimination"], draws["easiness"], fixed_spread, rng)


def identified(counts: OutcomeCounts) -> None:
    """Refuse questions that were answered right every time, or wrong every time."""
    refuse_unanimous_questions(counts, "marginal_two_pl")


def composite(counts: OutcomeCounts) -> bool:  # noqa: ARG001 (whatever the counts)
    """Return True: what is observed are patterns of answers with their numbers, no independent observations."""
    return True


def doubts(counts: OutcomeCounts, target: Target) -> list[str]:  # noqa: ARG001 (they are those of all targets)
    """Say what the prior decides, what is predicted, and what is left out."""
    return answer_doubts(counts, "marginal_two_pl")


PROGRAM = Program(
    reads=OutcomeCounts,
    scores=SCORES,
    build=marginal_two_pl,
    reference="bock1981",
    score=score,
    cells=cells,
    doubts=doubts,
    identified=identified,
    composite=composite,
    mass_matrix="low_rank",  # the difficulties move together as the mean of the models does
)
