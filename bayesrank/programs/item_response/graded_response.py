"""Graded response: outcomes in ordered categories, reached one step after another as ability grows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.errors import NotIdentifiedError
from bayesrank.options import check_choice
from bayesrank.programs.abilities import AbilityPrior, abilities
from bayesrank.programs.difficulties import difficulties
from bayesrank.programs.item_response._discrimination import discriminations
from bayesrank.programs.item_response._doubts import answer_doubts
from bayesrank.programs.item_response._finite_maximum import require_finite_maximum
from bayesrank.programs.item_response._grade_chances import reached, reached_on_new, reached_on_these
from bayesrank.programs.item_response._grades import cumulative_logit, grades
from bayesrank.programs.item_response._questions import SCORES
from bayesrank.programs.program import Draws, Program, Target
from bayesrank.statistics.outcome_counts import OutcomeCounts, refuse_prior_outcomes, right_category
from bayesrank.statistics.separation import REMEDY, named

if TYPE_CHECKING:
    import pymc as pm
    from pytensor.tensor import TensorVariable

type Discrimination = Literal["equal", "by_question"]


def graded_response(
    counts: OutcomeCounts,
    *,
    discrimination: Discrimination = "equal",
    ability_prior: AbilityPrior = "normal",
    ability_scale: float | None = None,
    spread_median: float = 1.0,
) -> pm.Model:
    """Let the log odds of reaching each grade be linear in ability, with thresholds of the question's own.

    Categories in the order of their utility are grades 0, 1, ..., C, and
    ``Pr(grade >= c) = sigmoid(discrimination[m] * (ability[l] - threshold[m, c]))`` with thresholds rising in c. The
    mean of a question's thresholds has the prior of a difficulty of Rasch (with discriminations that of two_pl), and
    gaps between them ``log gap[m, c] ~ Normal(gap_log_mean[c], gap_log_spread)``, ``gap_log_mean ~ Normal(0, 1)``,
    ``gap_log_spread ~ LogNormal(log 0.4, 0.5)``, so that questions learn from each other. For two categories this is
    Rasch, or two_pl. Missing cells add nothing.

    Parameters
    ----------
    counts : OutcomeCounts
        L models, M questions, C + 1 categories; those of one utility are one grade.
    discrimination : {"equal", "by_question"}
        Whether all questions tell models apart alike, or each as sharply as it does.
    ability_prior, ability_scale, spread_median
        See :func:`~bayesrank.programs.abilities.abilities`.

    Returns
    -------
    pm.Model
        ``ability[model]`` and ``threshold[question, step]`` in logits; ``discrimination[question]`` by question.

    Raises
    ------
    DataError
        If outcomes are fractions, or there are prior outcomes.

    References
    ----------
    samejima1969
    """
    import pymc as pm

    check_choice("discrimination", discrimination, Discrimination)
    refuse_prior_outcomes(counts, "graded_response")
    cells = grades(counts)
    n_steps = len(cells.utility) - 1
    coords = {
        "model": counts.models,
        "question": counts.questions,
        "grade": np.arange(n_steps + 1),
        "step": np.arange(1, n_steps + 1),
        "gap": np.arange(1, n_steps),
    }
    with pm.Model(coords=coords) as model:
        ability = abilities(
            len(counts.models), ability_prior=ability_prior, ability_scale=ability_scale, spread_median=spread_median
        )
        gap = _gaps() if n_steps > 1 else None
        if discrimination == "equal":
            threshold = difficulties()[:, None] + _offsets(gap)
            pm.Deterministic("threshold", threshold, dims=("question", "step"))
            logit = ability[:, None, None] - threshold
        else:
            slope, intercept = discriminations()[:, None], difficulties("easiness")[:, None] - _offsets(gap)
            pm.Deterministic("threshold", -intercept / slope, dims=("question", "step"))
            logit = ability[:, None, None] * slope + intercept
        cumulative_logit("grades", logit, gap, cells.counts)
    return model


def _gaps() -> TensorVariable:
    import pymc as pm

    mean = pm.Normal("gap_log_mean", 0.0, 1.0, dims="gap")
    spread = pm.LogNormal("gap_log_spread", pm.Data("gap_log_spread_log_median", np.log(0.4)), 0.5)
    return pm.math.exp(pm.Normal("log_gap", mean, spread, dims=("question", "gap")))


def _offsets(gap: TensorVariable | None) -> TensorVariable | float:
    """Return thresholds less their mean, shape (M, C); 0 for two grades."""
    import pytensor.tensor as pt

    if gap is None:
        return 0.0
    above_first = pt.concatenate([pt.zeros_like(gap[:, :1]), pt.cumsum(gap, axis=1)], axis=1)
    return above_first - above_first.mean(axis=1, keepdims=True)


def chance(counts: OutcomeCounts, draws: Draws) -> FloatArray:
    """Return the chance of a right answer of each cell, shape (n_draws, L, M).

    Raises
    ------
    DataError
        If outcomes are not right or wrong.
    """
    right_category(counts)
    return reached(draws, 0)


def score(counts: OutcomeCounts, draws: Draws, target: Target, rng: np.random.Generator) -> FloatArray:  # noqa: ARG001
    """Return abilities, or the utility that they and the thresholds give, shape (n_draws, L)."""
    if target == "ability":
        return draws["ability"]
    utility = grades(counts).utility
    gains = np.diff(utility)
    chances = reached_on_new if target == "population" else reached_on_these
    return np.asarray(utility[0] + chances(draws, len(gains)) @ gains)


def identified(counts: OutcomeCounts) -> None:
    """Refuse grades that were never given on a question, and answers that parameters can tell apart without error.

    The second is told for equal discriminations.
    """
    from scipy.sparse import csr_array

    cells = grades(counts).counts
    unused = ~(cells.sum(axis=0) > 0).all(axis=1)
    if unused.any():
        those = named([name for name, empty in zip(counts.questions, unused, strict=True) if empty])
        message = (
            f"every question must have outcomes in every grade for 'graded_response' to have a maximum likelihood; "
            f"{those} got none in some. {REMEDY}."
        )
        raise NotIdentifiedError(message)
    above, below = cells[..., 1:], cells[..., :-1]
    model, question, step = (axis.ravel() for axis in np.indices(above.shape))
    n_models, n_questions, n_steps = above.shape
    columns = np.concatenate([model, n_models + question * n_steps + step])
    values = np.repeat([1.0, -1.0], len(model))
    shape = len(model), n_models + n_questions * n_steps
    design = csr_array((values, (np.tile(np.arange(len(model)), 2), columns)), shape=shape)
    require_finite_maximum("graded_response", design, above.ravel(), (above + below).ravel(), model, counts.models)


def doubts(counts: OutcomeCounts, target: Target) -> list[str]:  # noqa: ARG001 (they are those of all targets)
    """Say what the prior decides, what is predicted, and what is left out."""
    cells = grades(counts).counts
    if cells.shape[2] == 2 and counts.n_categories == 2:
        return answer_doubts(counts, "graded_response")
    found = []
    if counts.coverage.min() < 1:
        found.append(
            f"{1 - counts.observed.mean():.1%} of the cells are missing and are predicted from the abilities of the "
            f"models and the thresholds of the questions."
        )
    unused = int((cells.sum(axis=0) == 0).any(axis=1).sum())
    if unused:
        found.append(
            f"{unused} of {len(counts.questions)} questions have no outcome in some grade: how wide it is there is "
            f"told by the other questions and the prior alone."
        )
    for edge, word in ((-1, "highest"), (0, "lowest")):
        those = [
            name for name, given in zip(counts.models, cells.sum(axis=1), strict=True) if given[edge] == given.sum()
        ]
        if those:
            found.append(
                f"{named(sorted(those))} got the {word} grade every time: how far off is told by the prior alone."
            )
    return found


PROGRAM = Program(
    reads=OutcomeCounts,
    scores=SCORES,
    build=graded_response,
    reference="samejima1969",
    score=score,
    chance=chance,
    doubts=doubts,
    identified=identified,
)
