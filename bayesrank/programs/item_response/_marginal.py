"""Answers with the abilities integrated out, and abilities drawn given the questions."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.special import log_expit, softmax

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.errors import NotIdentifiedError
from bayesrank.programs.binomial_logit import log_binomial
from bayesrank.programs.program import Draws, Target
from bayesrank.statistics.outcome_counts import OutcomeCounts, right_answers, right_category
from bayesrank.statistics.separation import REMEDY, named

if TYPE_CHECKING:
    from pytensor.tensor import TensorVariable

SCORES: dict[Target, str] = {
    "benchmark": "expected utility on these questions (expected accuracy for right and wrong)",
    "population": "expected utility on questions like these (expected accuracy for right and wrong)",
    "ability": "ability in logits; 0 is the mean of models like these",
}
REACH = 8.0  # of the nodes, in standard deviations of abilities


class Patterns(NamedTuple):
    """Distinct rows of answers, P of them.

    Right answers and trials (P, M), how many models gave them (P,), the log coefficient (P,), and the pattern of each
    model (L,).
    """

    right: FloatArray
    trials: FloatArray
    number: FloatArray
    coefficient: FloatArray
    of_model: IntArray


class Nodes(NamedTuple):
    """Equally spaced standard abilities, and logs of their weights, both of shape (Q,)."""

    place: FloatArray
    log_weight: FloatArray


def patterns(counts: OutcomeCounts) -> Patterns:
    """Return the distinct rows of answers.

    Raises
    ------
    DataError
        If outcomes are not right or wrong.
    """
    right, trials = right_answers(counts)
    rows, of_model, number = np.unique(
        np.concatenate([right, trials], axis=1), axis=0, return_inverse=True, return_counts=True
    )
    right, trials = rows[:, : right.shape[1]], rows[:, right.shape[1] :]
    coefficient = log_binomial(right, trials).sum(axis=1)
    return Patterns(right, trials, number.astype(np.float64), coefficient, of_model.astype(np.int64))


def nodes(trials: FloatArray) -> Nodes:
    """Return nodes and weights of the standard normal, fine enough for models with so many trials, shape (P, M).

    Equally spaced nodes integrate a smooth function that falls off on both sides with an error that is exponentially
    small once their distance is less than its width, wherever it peaks. Gauss-Hermite nodes lie too far apart where the
    likelihood of many answers is sharp: 21 of them give some models the same ability.
    """
    distance = 1 / np.sqrt(1 + trials.sum(axis=1).max())  # at most the width of the posterior, for slopes up to 2
    half = int(np.ceil(REACH / distance))
    place = distance * np.arange(-half, half + 1)
    return Nodes(place, np.log(distance) - place**2 / 2 - np.log(2 * np.pi) / 2)


def marginal_answers(name: str, slope: TensorVariable, intercept: TensorVariable, data: Patterns) -> TensorVariable:
    """Add observed ``name`` to the model in the context: right answers, abilities integrated out.

    Given z ~ Normal(0, 1), those of a model are ``Binomial(trials, sigmoid(slope * z + intercept))``. A pattern's log
    probability counts as often as there are models with it.

    Parameters
    ----------
    slope, intercept : TensorVariable
        Shape (M,).

    References
    ----------
    bock1981; trefethen2014
    """
    import pymc as pm

    dims = ("pattern", "question")
    return pm.CustomDist(
        name,
        slope,
        intercept,
        pm.Data(f"{name}_trials", data.trials, dims=dims),
        pm.Data(f"{name}_number", data.number, dims="pattern"),
        pm.Data(f"{name}_coefficient", data.coefficient, dims="pattern"),
        pm.Data("node", np.stack(nodes(data.trials))),
        logp=_log_probability,
        dist=_draw,
        signature="(m),(m),(m),(),(),(t,q)->(m)",
        observed=pm.Data(f"{name}_observed", data.right, dims=dims),
        dims=dims,
    )


def _log_probability(
    value: TensorVariable,
    slope: TensorVariable,
    intercept: TensorVariable,
    trials: TensorVariable,
    number: TensorVariable,
    coefficient: TensorVariable,
    node: TensorVariable,
) -> TensorVariable:
    import pytensor.tensor as pt

    place, log_weight = node[..., 0, :], node[..., 1, :]
    logit = slope[..., :, None] * place[..., None, :] + intercept[..., :, None]  # (M, Q)
    at_nodes = value @ logit - trials @ pt.softplus(logit) + log_weight
    return number * (pt.logsumexp(at_nodes, axis=-1) + coefficient)


def _draw(
    slope: TensorVariable,
    intercept: TensorVariable,
    trials: TensorVariable,
    number: TensorVariable,  # noqa: ARG001 (a part of the density alone, as are the rest)
    coefficient: TensorVariable,  # noqa: ARG001
    node: TensorVariable,  # noqa: ARG001
    size: TensorVariable,  # noqa: ARG001
) -> TensorVariable:
    import pymc as pm
    import pytensor.tensor as pt

    ability = pm.Normal.dist(0.0, 1.0, size=trials.shape[:-1])
    logit = slope * ability[..., None] + intercept
    return pt.cast(pm.Binomial.dist(n=pt.cast(trials, "int64"), logit_p=logit), "float64")


def standard_abilities(
    data: Patterns, slope: FloatArray, intercept: FloatArray, rng: np.random.Generator
) -> FloatArray:
    """Draw the standard ability of each model given its answers and each draw of the questions, shape (n_draws, L).

    The draws of a model are evenly spaced quantiles in random order: where questions are the same in all draws, as at a
    mode, models with equal answers have equal draws, and means are nearly exact.

    Parameters
    ----------
    slope, intercept : array of float, shape (n_draws, M)
    """
    n_draws, grid = len(slope), nodes(data.trials)
    order = rng.permuted(np.tile(np.arange(n_draws), (len(data.of_model), 1)), axis=1)
    drawn = np.empty((n_draws, len(data.of_model)))
    for draw, (steepness, height) in enumerate(zip(slope, intercept, strict=True)):
        logit = np.multiply.outer(steepness, grid.place) + height[:, None]
        log_density = data.right @ logit + data.trials @ log_expit(-logit) + grid.log_weight
        weight = softmax(log_density, axis=1)
        drawn[draw] = _quantiles(weight, grid.place, data.of_model, (order[:, draw] + 0.5) / n_draws)
    return drawn


def _quantiles(weight: FloatArray, place: FloatArray, of_model: IntArray, probability: FloatArray) -> FloatArray:
    """Return quantiles of densities known at nodes, with exactly their means and variances, shape (L,)."""
    distance = place[1] - place[0]
    mean = weight @ place
    variance = weight @ place**2 - mean**2
    below = np.cumsum(weight, axis=1)[of_model]
    node = np.minimum((below < probability[:, None]).sum(axis=1), len(place) - 1)
    here = weight[of_model, node]
    within = place[node] + distance * ((probability - below[np.arange(len(node)), node]) / here + 0.5)
    narrowed = np.sqrt(variance / (variance + distance**2 / 12))  # a step function is wider than what it stands for
    return np.asarray(mean[of_model] + narrowed[of_model] * (within - mean[of_model]))


def in_categories(counts: OutcomeCounts, chance: FloatArray) -> FloatArray:
    """Return the probability of each category from the chance of a right answer, shape (n_draws, L, M, 2)."""
    pair = (1 - chance, chance) if right_category(counts) == 1 else (chance, 1 - chance)
    return np.stack(pair, axis=3)


def refuse_unanimous_questions(counts: OutcomeCounts, program: str) -> None:
    """Raise :class:`NotIdentifiedError` if the difficulty of a question has no maximum likelihood."""
    right, trials = right_answers(counts)
    questions = np.array(counts.questions)
    solved, asked = right.sum(axis=0), trials.sum(axis=0)
    found = [
        f"{named(sorted(questions[which].tolist()))} {word} every time"
        for which, word in ((solved == asked, "right"), (solved == 0, "wrong"))
        if which.any()
    ]
    if found:
        message = (
            f"every question must have right and wrong answers for {program!r} to have a maximum likelihood; got "
            f"{'; '.join(found)}. {REMEDY}."
        )
        raise NotIdentifiedError(message)


def with_abilities(
    counts: OutcomeCounts,
    draws: Draws,
    discrimination: FloatArray,
    easiness: FloatArray,
    fixed_spread: float,
    rng: np.random.Generator,
) -> Draws:
    """Return the draws with ``ability`` of shape (n_draws, L), drawn given those of the questions, (n_draws, M) each.

    The spread of abilities is that of each draw, or the fixed one where it was not learned.
    """
    spread = draws["ability_spread"] if "ability_spread" in draws else np.full(len(easiness), fixed_spread)
    standard = standard_abilities(patterns(counts), spread[:, None] * discrimination, easiness, rng)
    return {**draws, "ability": spread[:, None] * standard}
