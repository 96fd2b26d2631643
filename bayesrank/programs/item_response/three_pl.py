"""Three-parameter logistic: two_pl for questions whose answers are chosen from a list, and can be guessed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal

import numpy as np
from scipy.special import bdtr

from bayesrank.arrays import FloatArray
from bayesrank.options import check_choice
from bayesrank.programs.abilities import abilities
from bayesrank.programs.binomial_logit import log_binomial
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
from bayesrank.statistics.outcome_counts import OutcomeCounts, RightAnswers, refuse_prior_outcomes, right_answers

if TYPE_CHECKING:
    import pymc as pm
    from pytensor.tensor import TensorVariable

type GuessingPrior = Literal["beta", "fixed"]

GUESSING_WEIGHT = 20.0  # trials that the prior of a question's guessing rate counts for
IMPLAUSIBLE = 0.01  # chance of so few right answers to some question, if all were guessed


def three_pl(
    counts: OutcomeCounts,
    *,
    guessing: float = 0.25,
    guessing_prior: GuessingPrior = "beta",
    ability_scale: float | None = None,
    spread_median: float = 1.0,
    easiness_scale: float | None = None,
    discrimination_scale: float | None = None,
) -> pm.Model:
    """Let a model that does not know the answer guess it.

    ``right[l, m] ~ Binomial(n[l, m], c[m] + (1 - c[m]) sigmoid(discrimination[m] * ability[l] + easiness[m]))``, with
    ``guessing[m] = c[m] ~ Beta(1 + 20 g, 1 + 20 (1 - g))``, whose mode is g. A vague prior would leave guessing and
    difficulty undetermined. All else is as in :func:`~bayesrank.programs.item_response.two_pl.two_pl`.

    Parameters
    ----------
    counts : OutcomeCounts
        L models, M questions, right or wrong.
    guessing : float
        Expected rate g of right guesses: one over the number of choices.
    guessing_prior : {"beta", "fixed"}
        Whether the rate of each question is learned, with the prior above, or is g for all.
    ability_scale, spread_median
        See :func:`~bayesrank.programs.abilities.abilities`.
    easiness_scale, discrimination_scale
        See :func:`~bayesrank.programs.item_response.two_pl.two_pl`.

    Returns
    -------
    pm.Model
        As that of two_pl, with ``guessing[question]``.

    Raises
    ------
    DataError
        If outcomes are not right or wrong, or there are prior outcomes.
    ValueError
        If the rate is not in [0, 1), there is no such prior, or a scale is not positive.

    References
    ----------
    birnbaum1968
    """
    import pymc as pm

    refuse_prior_outcomes(counts, "three_pl")
    cells = right_answers(counts)
    with pm.Model(coords={"model": counts.models, "question": counts.questions}) as model:
        ability = abilities(len(counts.models), ability_scale=ability_scale, spread_median=spread_median)
        easiness = difficulties("easiness", scale=easiness_scale)
        discrimination = discriminations(scale=discrimination_scale)
        located(easiness, discrimination)
        rate = _guessing(len(counts.questions), guessing, guessing_prior)
        logit = ability[:, None] * discrimination[None, :] + easiness[None, :]
        _guessed(logit, rate[None, :], cells)
    return model


def _guessing(n_questions: int, guessing: float, guessing_prior: GuessingPrior) -> TensorVariable:
    import pymc as pm

    check_choice("guessing_prior", guessing_prior, GuessingPrior)
    if not 0 <= guessing < 1:
        message = f"guessing must be at least 0 and less than 1; got {guessing!r}. Give one over the number of choices."
        raise ValueError(message)
    if guessing_prior == "fixed":
        return pm.Data("guessing", np.full(n_questions, float(guessing)), dims="question")
    weight = pm.Data("guessing_weight", GUESSING_WEIGHT)
    rate = pm.Data("guessing_rate", float(guessing))
    return pm.Beta("guessing", 1 + weight * rate, 1 + weight * (1 - rate), dims="question")


def _guessed(logit: TensorVariable, rate: TensorVariable, cells: RightAnswers) -> TensorVariable:
    """Add observed ``right`` to the model in the context; a cell without trials adds exactly nothing."""
    import pymc as pm
    import pytensor.tensor as pt

    dims = ("model", "question")
    observed = pm.Data("right_observed", cells.right, dims=dims)
    n_trials = pm.Data("right_trials", cells.trials, dims=dims)
    coefficient = pm.Data("right_coefficient", log_binomial(*cells), dims=dims)

    def draw(
        logit: TensorVariable,
        rate: TensorVariable,
        n_trials: TensorVariable,
        coefficient: TensorVariable,  # noqa: ARG001 (a part of the density alone)
        size: TensorVariable,
    ) -> TensorVariable:
        chance = rate + (1 - rate) * pt.sigmoid(logit)
        return pt.cast(pm.Binomial.dist(n=pt.cast(n_trials, "int64"), p=chance, size=size), "float64")

    return pm.CustomDist(
        "right", logit, rate, n_trials, coefficient, logp=_log_probability, dist=draw, observed=observed, dims=dims
    )


def _log_probability(
    value: TensorVariable,
    logit: TensorVariable,
    rate: TensorVariable,
    n_trials: TensorVariable,
    coefficient: TensorVariable,
) -> TensorVariable:
    """Return the log probability of right answers, without under- or overflow for any logit.

    With x the logit, log of right is softplus(log c - x) - softplus(-x), log of wrong log(1 - c) - x - softplus(-x).
    """
    import pytensor.tensor as pt

    wrong = n_trials - value
    guessed = value * pt.softplus(pt.log(rate) - logit)
    return guessed + wrong * (pt.log1p(-rate) - logit) - n_trials * pt.softplus(-logit) + coefficient


def chance(
    counts: OutcomeCounts,  # noqa: ARG001 (cells are models x questions)
    draws: Draws,
    *,
    guessing: float = 0.25,
) -> FloatArray:
    """Return the chance of a right answer of each cell, shape (n_draws, L, M)."""
    rate = draws["guessing"][:, None, :] if "guessing" in draws else guessing
    return np.asarray(rate + (1 - rate) * chance_of_slopes(draws))


def score(
    counts: OutcomeCounts,
    draws: Draws,
    target: Target,
    rng: np.random.Generator,  # noqa: ARG001 (nothing is drawn)
    *,
    guessing: float = 0.25,
    easiness_scale: float | None = None,
    discrimination_scale: float | None = None,
) -> FloatArray:
    """Return abilities, or the accuracy that they, the questions and guesses give, shape (n_draws, L)."""
    if target == "ability":
        return draws["ability"]
    if target == "benchmark":
        return accuracy(counts, draws, partial(chance, guessing=guessing))
    known = chance_of_new_slopes(draws, easiness_scale=easiness_scale, discrimination_scale=discrimination_scale)
    # a new question's rate is independent of all else, so that its mean is enough
    rate = (1 + GUESSING_WEIGHT * guessing) / (2 + GUESSING_WEIGHT) if "guessing" in draws else guessing
    return utility(counts, rate + (1 - rate) * known)


def identified(counts: OutcomeCounts) -> None:
    """Refuse data on which abilities or questions can part for ever; what else can diverge shows in the search."""
    refuse_separated_answers(counts, "three_pl")


def doubts(
    counts: OutcomeCounts,
    target: Target,  # noqa: ARG001 (they are those of all targets)
    *,
    guessing: float = 0.25,
) -> list[str]:
    """Say what the prior decides, what is left out, and whether answers look like choices from a list."""
    return [*_too_often_wrong(right_answers(counts), guessing), *answer_doubts(counts, "three_pl")]


def _too_often_wrong(cells: RightAnswers, guessing: float) -> list[str]:
    """Say which questions are solved less often than guesses would: each answer is right with chance g at least."""
    right, trials = cells.right.sum(axis=0), cells.trials.sum(axis=0)
    number = int((bdtr(right, trials.astype(np.int64), guessing) < IMPLAUSIBLE / len(right)).sum())
    if not number:
        return []
    told = (
        f"{number} of {len(right)} questions are solved less often than guesses at the rate {guessing:.3g} would solve "
        f"them: answers seem not to be chosen from so short a list. Set guessing to one over the number of choices; of "
        f"open answers use program='two_pl'."
    )
    return [told]


PROGRAM = Program(
    reads=OutcomeCounts,
    scores=SCORES,
    build=three_pl,
    reference="birnbaum1968",
    score=score,
    chance=chance,
    doubts=doubts,
    identified=identified,
)
