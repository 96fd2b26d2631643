"""Rasch: one ability a model, one difficulty a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import expit
from threadpoolctl import threadpool_limits

from bayesrank.arrays import FloatArray
from bayesrank.programs.abilities import AbilityPrior, abilities, fixed_or_learned, normal_spread
from bayesrank.programs.binomial_logit import binomial_logit
from bayesrank.programs.difficulties import DIFFICULTY_SPREAD, MEAN_SCALE, difficulties
from bayesrank.programs.item_response._doubts import answer_doubts
from bayesrank.programs.item_response._questions import SCORES, accuracy, chance_on_new_questions, spread_of, utility
from bayesrank.programs.item_response._rasch_laplace import nested_laplace
from bayesrank.programs.item_response._rasch_newton import Precisions, climb, start, totals
from bayesrank.programs.program import Draws, Program, Target
from bayesrank.statistics.answer_separation import refuse_separated_answers
from bayesrank.statistics.outcome_counts import OutcomeCounts, RightAnswers, refuse_prior_outcomes, right_answers

if TYPE_CHECKING:
    import pymc as pm


def rasch(
    counts: OutcomeCounts,
    *,
    ability_prior: AbilityPrior = "normal",
    ability_scale: float | None = None,
    spread_median: float = 1.0,
    difficulty_scale: float | None = None,
) -> pm.Model:
    """Let the log odds of a right answer be the ability of the model less the difficulty of the question.

    ``right[l, m] ~ Binomial(n[l, m], sigmoid(ability[l] - difficulty[m]))``; see
    :func:`~bayesrank.programs.abilities.abilities` for the prior of abilities and
    :func:`~bayesrank.programs.difficulties.difficulties` for that of difficulties. Missing cells and
    unequal trials need nothing: a cell without trials adds nothing. Questions that all or none solved say how hard
    questions are, and stay in; by maximum likelihood they have a difficulty of minus or plus infinity, and are solved
    for certain or not at all.

    Parameters
    ----------
    counts : OutcomeCounts
        L models, M questions, right or wrong.
    ability_prior, ability_scale, spread_median
        See :func:`~bayesrank.programs.abilities.abilities`.
    difficulty_scale : float, optional
        Fixes the spread of difficulties instead of learning it, in logits. A very large one is no prior.

    Returns
    -------
    pm.Model
        ``ability[model]`` and ``difficulty[question]`` in logits.

    Raises
    ------
    DataError
        If outcomes are not right or wrong, or there are prior outcomes.

    References
    ----------
    rasch1960; fischer1981 (when there is a maximum likelihood)
    """
    import pymc as pm

    refuse_prior_outcomes(counts, "rasch")
    cells = right_answers(counts)
    with pm.Model(coords={"model": counts.models, "question": counts.questions}) as model:
        ability = abilities(
            len(counts.models), ability_prior=ability_prior, ability_scale=ability_scale, spread_median=spread_median
        )
        logit = ability[:, None] - difficulties(scale=difficulty_scale)[None, :]
        binomial_logit("right", logit, cells.right, cells.trials, ("model", "question"))
    return model


def chance(counts: OutcomeCounts, draws: Draws) -> FloatArray:  # noqa: ARG001 (cells are models x questions)
    """Return the chance of a right answer of each cell, shape (n_draws, L, M)."""
    return np.asarray(expit(draws["ability"][:, :, None] - draws["difficulty"][:, None, :]))


def score(
    counts: OutcomeCounts,
    draws: Draws,
    target: Target,
    rng: np.random.Generator,  # noqa: ARG001 (nothing is drawn)
    *,
    difficulty_scale: float | None = None,
) -> FloatArray:
    """Return abilities, or the accuracy that they and the difficulties give, shape (n_draws, L)."""
    ability = draws["ability"]
    if target == "ability":
        return ability
    if target == "benchmark":
        return accuracy(counts, draws, chance)
    spread = spread_of(draws, "difficulty", difficulty_scale)
    return utility(counts, chance_on_new_questions(ability, draws["difficulty_mean"], spread))


def identified(counts: OutcomeCounts) -> None:
    """Refuse abilities without maximum likelihood; questions that tell no models apart do not matter to them."""
    refuse_prior_outcomes(counts, "rasch")
    refuse_separated_answers(counts, "rasch", unanimous="leave_out")


def mle(counts: OutcomeCounts) -> dict[str, FloatArray]:
    """Return ``ability`` (L,) and ``difficulty`` (M,) of maximum likelihood, jointly.

    Difficulties of questions that were answered right every time, or wrong every time, are infinite.

    Raises
    ------
    DataError
        If outcomes are not right or wrong, or there are prior outcomes.
    """
    refuse_prior_outcomes(counts, "rasch")
    right, trials = right_answers(counts)
    solved, asked = right.sum(axis=0), trials.sum(axis=0)
    difficulty = np.where(solved == 0, np.inf, -np.inf)
    telling = (solved > 0) & (solved < asked)
    data = totals(RightAnswers(right[:, telling], trials[:, telling]))
    with threadpool_limits(1, user_api="blas"):  # on matrices of this size, threads mostly wait for one another
        mode = climb(data, Precisions(), start(data))
    difficulty[telling] = mode.difficulty[data.kind]
    return {"ability": mode.ability, "difficulty": difficulty}


def laplace(
    counts: OutcomeCounts,
    n_draws: int,
    rng: np.random.Generator,
    *,
    ability_prior: AbilityPrior = "normal",
    ability_scale: float | None = None,
    spread_median: float = 1.0,
    difficulty_scale: float | None = None,
) -> Draws:
    """Draw from the posterior by nested Laplace approximations.

    Raises
    ------
    DataError
        If outcomes are not right or wrong, or there are prior outcomes.
    ValueError
        If the prior of abilities is not normal.
    """
    refuse_prior_outcomes(counts, "rasch")
    ability = normal_spread(
        len(counts.models), ability_prior=ability_prior, ability_scale=ability_scale, spread_median=spread_median
    )
    difficulty = fixed_or_learned("difficulty_scale", difficulty_scale, DIFFICULTY_SPREAD)
    data = totals(right_answers(counts))
    with threadpool_limits(1, user_api="blas"):
        return nested_laplace(data, (ability, difficulty), MEAN_SCALE, n_draws, rng)


def doubts(counts: OutcomeCounts, target: Target) -> list[str]:  # noqa: ARG001 (they are those of all targets)
    """Say what the prior decides, what is predicted, and what is left out."""
    return answer_doubts(counts, "rasch")


PROGRAM = Program(
    reads=OutcomeCounts,
    scores=SCORES,
    build=rasch,
    reference="rasch1960",
    score=score,
    chance=chance,
    doubts=doubts,
    mle=mle,
    laplace=laplace,
    identified=identified,
    mass_matrix="low_rank",  # four times the effective draws where a model is always wrong, no fewer elsewhere
)
