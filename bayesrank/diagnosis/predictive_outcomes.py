"""Right and wrong answers beside those that a fitted program would give."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.diagnosis.answer_figures import Figures, answer_figures, variation
from bayesrank.diagnosis.figures import Figure, findings_of
from bayesrank.diagnosis.findings import ALL, Findings
from bayesrank.diagnosis.order_agreement import order_agreement
from bayesrank.diagnosis.replicates import evenly_spaced, thinned, thinned_scores
from bayesrank.programs.program import AnyProgram, Draws
from bayesrank.ranks.fit import Basis, Fit
from bayesrank.statistics.outcome_counts import OutcomeCounts, right_answers, right_category

BLOCK_OF_CELLS = 2_000_000  # draws x models x questions that are worked out at once
FEWEST_MODELS = 3
WITH_DISCRIMINATIONS = ("two_pl", "three_pl", "marginal_two_pl", "multidimensional")

DISCRIMINATION = Figure(
    "discrimination",
    negative=(
        "better models solve {names} less often than worse ones ({observed:+.1%} right answers for a standard "
        "deviation of models, {expected:+.1%} expected): the key may be wrong."
    ),
    low=(
        "good models are ahead of bad ones less than {program} expects on {number} of {total} questions, {names} "
        "({observed:+.1%} right answers for a standard deviation of models, {expected:+.1%} expected): answers may be "
        "guessed, or the question unclear: look at them.{remedy}"
    ),
    high=(
        "good models are ahead of bad ones more than {program} expects on {number} of {total} questions, {names} "
        "({observed:+.1%} right answers for a standard deviation of models, {expected:+.1%} expected).{remedy}"
    ),
    step=0.5,
    limits=(-1.0, 1.0),
    remedies=WITH_DISCRIMINATIONS,
)
REPEATED = Figure(
    "variation of repeated trials",
    low=(
        "trials of one model on one question vary less than {program} expects ({observed:.2f} of the variance, "
        "{expected:.2f} expected): it takes results for more random than they are."
    ),
    high=(
        "right answers are {observed:.2f} times as far from their expectation as independent trials would be "
        "({expected:.2f} expected). If trials are copies of one another, intervals are too narrow. If models differ by "
        "question in a way that {program} leaves out, intervals on these questions are too wide, and those of "
        "abilities and of new questions too narrow.{remedy}"
    ),
    scale="cube_root",
    remedies=("hierarchical",),
)
BY_MODEL = Figure(
    "variation of a model's answers",
    low=(
        "answers of {names} follow the difficulty of questions more closely than {program} expects "
        "({observed:.2f} of the variance, {expected:.2f} expected)."
    ),
    high=(
        "answers of {names} do not follow the difficulty of questions ({observed:.2f} times the variance, "
        "{expected:.2f} expected): they are easy for other models and hard for these, or the other way round, or "
        "trials are alike. One score says little of them."
    ),
    scale="cube_root",
)
SPREAD = Figure(
    "spread over models",
    low="models differ less on {names} than {program} expects, on {number} of {total} questions.",
    high="models differ more on {names} than {program} expects, on {number} of {total} questions.",
    step=0.5,
    limits=(0.0, np.inf),
)
DISCRIMINATION_SPREAD = Figure(
    "spread of discriminations",
    low="questions tell models apart more equally than {program} expects.",
    high=(
        "questions differ more in how sharply they tell models apart than {program} expects (standard deviation "
        "{observed:.1%}, {expected:.1%} expected).{remedy}"
    ),
    limits=(0.0, 1.0),
    remedies=WITH_DISCRIMINATIONS,
)
CORNER = Figure(
    "weak models on hard questions",
    low=("weak models solve hard questions less often ({observed:.1%}) than {program} expects ({expected:.1%})."),
    high=(
        "weak models solve hard questions more often ({observed:.1%}) than {program} expects "
        "({expected:.1%}): they may guess.{remedy}"
    ),
    limits=(0.0, 1.0),
    step=0.01,  # what would be no guessing worth the name
    remedies=("three_pl",),
)
OF_MODELS = Figure(
    "right answers of a model",
    low="fewer answers of {names} are right than {program} expects ({observed:.1%}, {expected:.1%} expected).",
    high="more answers of {names} are right than {program} expects ({observed:.1%}, {expected:.1%} expected).",
    step=0.5,
    limits=(0.0, 1.0),
)
OF_QUESTIONS = Figure(
    "right answers to a question",
    low="fewer answers to {names} are right than {program} expects ({observed:.1%}, {expected:.1%} expected).",
    high="more answers to {names} are right than {program} expects ({observed:.1%}, {expected:.1%} expected).",
    step=0.5,
    limits=(0.0, 1.0),
)


def predictive_outcomes(fit: Fit, basis: Basis, *, false_alarm_rate: float, random_seed: int) -> list[Findings]:
    """Compare right answers with those of replicated data sets.

    Parameters
    ----------
    fit : Fit
    basis : Basis
        Of the fit: a program that says the chance of a right answer, or draws cells.
    false_alarm_rate : float
        Of each figure.
    random_seed : int
        Of the replicated data sets.
    """
    counts: OutcomeCounts = basis.statistic
    chosen = evenly_spaced(len(fit.draws), counts.n_trials.size)
    draws = thinned(fit.posterior["posterior"].to_dataset(), counts.models, chosen)
    observed, replicated = _figures(basis.program, counts, draws, random_seed)
    found = list(_findings(counts, observed, replicated, fit.program, false_alarm_rate))
    scores = thinned_scores(fit, counts.models, chosen)
    return found + order_agreement(
        observed["scores"], replicated["scores"], scores, program=fit.program, false_alarm_rate=false_alarm_rate
    )


def _figures(program: AnyProgram, counts: OutcomeCounts, draws: Draws, random_seed: int) -> tuple[Figures, Figures]:
    """Return all figures of the data, and of a data set replicated from each draw, a block of draws at a time."""
    right, trials = right_answers(counts)
    n_draws = len(next(iter(draws.values())))
    step = max(1, BLOCK_OF_CELLS // right.size)
    n_trials, rng = trials.astype(np.int64), np.random.default_rng(random_seed)
    blocks: list[Figures] = []
    seen: list[Figures] = []
    for start in range(0, n_draws, step):
        block = {name: values[start : start + step] for name, values in draws.items()}
        chance = _chance(program, counts, block, rng)
        answers = rng.binomial(n_trials, chance).astype(np.float64)
        blocks.append(answer_figures(answers, trials) | variation(answers, trials, chance))
        seen.append(variation(right, trials, chance))
    replicated = {name: np.concatenate([block[name] for block in blocks]) for name in blocks[0]}
    varied = {name: np.concatenate([block[name] for block in seen]).mean(axis=0) for name in seen[0]}
    return answer_figures(right, trials) | varied, replicated


def _chance(program: AnyProgram, counts: OutcomeCounts, draws: Draws, rng: np.random.Generator) -> FloatArray:
    """Return the chance of a right answer in each cell, shape (n_draws, L, M)."""
    if program.chance is not None:
        return program.chance(counts, draws)
    cells: Any = program.cells
    chance: FloatArray = cells(counts, draws, rng)[..., right_category(counts)]
    return chance


def _findings(
    counts: OutcomeCounts, observed: Figures, replicated: Figures, program: str, rate: float
) -> Iterator[Findings]:
    """Judge what these data have, what is most telling first."""
    of_model, of_question = counts.n_trials.sum(axis=1), counts.n_trials.sum(axis=0)
    models, questions = counts.models, counts.questions
    figures: list[tuple[Figure, str, Any, FloatArray | float]] = [
        (REPEATED, "repeated", (ALL,), 1.0),
        (BY_MODEL, "by_model", models, 1.0),
        (CORNER, "corner", (ALL,), 1.0),
        (SPREAD, "spread", questions, 1.0),
        (OF_MODELS, "of_models", models, of_model),
        (OF_QUESTIONS, "of_questions", questions, of_question),
    ]
    if len(models) >= FEWEST_MODELS and len(questions) > 1:
        figures.insert(0, (DISCRIMINATION, "discrimination", questions, of_question))
        figures.append((DISCRIMINATION_SPREAD, "discrimination_spread", (ALL,), 1.0))
    for figure, name, about, unit in figures:
        if np.isfinite(observed[name]).any():
            yield findings_of(figure, about, observed[name], replicated[name], program, rate, unit=unit)
