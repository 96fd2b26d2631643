"""Newton's method for Rasch, with or without normal priors, on the totals that it needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve, helmert
from scipy.special import expit, log_expit

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.errors import ConvergenceError
from bayesrank.statistics.outcome_counts import RightAnswers

MOST_STEPS, MOST_HALVINGS = 100, 40
TOLERANCE = 1e-6  # of the last step, in logits: the error left is about its square
OVERSHOOT = 0.9  # a step is too long where the slope along it has turned round to this share of what it was


@dataclass(frozen=True, eq=False)
class Totals:
    """The sufficient statistic of Rasch; questions asked alike, with as many right answers, are one kind.

    Parameters
    ----------
    right : array of float, shape (L,)
        Right answers of each model.
    kind_right, number : array of float, shape (K,)
        Right answers to a question of each kind, and how many such questions there are.
    trials : array of float, shape (L, K)
        Trials of each model on a question of each kind.
    kind : array of int, shape (M,)
        Kind of each question.
    """

    right: FloatArray
    kind_right: FloatArray
    number: FloatArray
    trials: FloatArray
    kind: IntArray


class Precisions(NamedTuple):
    """Of the normal priors of ability contrasts, of difficulties about their mean, and of that mean; 0 is no prior."""

    ability: float = 0.0
    difficulty: float = 0.0
    mean: float = 0.0


class Place(NamedTuple):
    """Abilities (L,), difficulties of kinds of questions (K,), and the mean of the difficulties' prior."""

    ability: FloatArray
    difficulty: FloatArray
    mean: float


@dataclass(frozen=True, eq=False)
class Curvature:
    """Minus the second derivatives at a place, difficulties eliminated.

    Parameters
    ----------
    weight : array of float, shape (L, K)
        Of a cell: trials times variance of an answer.
    question : array of float, shape (K,)
        In the difficulty of one question of each kind.
    basis : array of float, shape (L + 1, F)
        Free directions of abilities, which sum to zero, and of the mean, if that has a prior.
    factor : array of float, shape (F, F)
        Upper Cholesky factor in those directions.
    """

    weight: FloatArray
    question: FloatArray
    basis: FloatArray
    factor: FloatArray


def totals(cells: RightAnswers) -> Totals:
    """Count what Rasch reads."""
    right, trials = cells
    question_right = right.sum(axis=0)
    patterns: dict[bytes, int] = {}
    pattern = [patterns.setdefault(column.tobytes(), len(patterns)) for column in np.ascontiguousarray(trials.T)]
    _, first, kind, number = np.unique(
        np.stack([np.array(pattern), question_right]),
        axis=1,
        return_index=True,
        return_inverse=True,
        return_counts=True,
    )
    return Totals(
        right.sum(axis=1), question_right[first], number.astype(np.float64), trials[:, first], kind.astype(np.int64)
    )


def start(data: Totals) -> Place:
    """Return a first guess: logits of the shares of right answers."""
    asked = data.trials @ data.number
    ability = np.log((data.right + 0.5) / (asked - data.right + 0.5))
    wrong = data.trials.sum(axis=0) - data.kind_right
    return Place(ability - ability.mean(), np.log((wrong + 0.5) / (data.kind_right + 0.5)), 0.0)


def climb(data: Totals, prior: Precisions, place: Place) -> Place:
    """Return the mode.

    Raises
    ------
    ConvergenceError
        If there is none, or the steps do not end.
    """
    try:
        found = _climbed(data, prior, place)
    except LinAlgError:  # all answers have become certain
        found = None
    if found is not None:
        return found
    message = (
        f"Newton's method must end within {MOST_STEPS} steps; it does not. The likelihood has no maximum or hardly "
        f"one: use inference='nuts'."
    )
    raise ConvergenceError(message)


def _climbed(data: Totals, prior: Precisions, place: Place) -> Place | None:
    chance, slope = _slope(data, prior, place)
    for _ in range(MOST_STEPS):
        step = _newton_step(curvature_of(data, prior, chance), data, prior, slope)
        rise, length = _along(data, slope, step), 1.0
        for _ in range(MOST_HALVINGS):
            candidate = _moved(place, step, length)
            chance, new_slope = _slope(data, prior, candidate)
            if _along(data, new_slope, step) > -OVERSHOOT * rise:
                break
            length /= 2
        place, slope = candidate, new_slope
        if length == 1 and max(np.abs(step.ability).max(), np.abs(step.difficulty).max()) < TOLERANCE:
            return place
    return None


def curvature_of(data: Totals, prior: Precisions, chance: FloatArray) -> Curvature:
    """Return minus the second derivatives where answers are right with these chances, shape (L, K).

    Raises
    ------
    LinAlgError
        If the density is flat there.
    """
    n_models = len(data.right)
    weight = data.trials * chance * (1 - chance)
    question = weight.sum(axis=0) + prior.difficulty
    if not question.all():
        message = "answers to a question have become certain"
        raise LinAlgError(message)
    share = data.number / question
    reduced = np.empty((n_models + 1, n_models + 1))
    reduced[:-1, :-1] = np.diag(weight @ data.number + prior.ability) - (weight * share) @ weight.T
    reduced[-1, :-1] = reduced[:-1, -1] = -prior.difficulty * (weight @ share)
    # number - difficulty * share, without its cancellation where the prior is strong
    reduced[-1, -1] = prior.difficulty * ((question - prior.difficulty) @ share) + prior.mean
    basis = _free_directions(n_models, prior)
    factor, _ = cho_factor(basis.T @ reduced @ basis)
    return Curvature(weight, question, basis, np.triu(factor))


def chances(place: Place) -> FloatArray:
    """Return the chance of a right answer of each model and kind of question, shape (L, K)."""
    chance: FloatArray = expit(place.ability[:, None] - place.difficulty)
    return chance


def log_evidence(data: Totals, prior: Precisions, place: Place) -> float:
    """Return the log of what is left of likelihood times priors when a normal at the mode is integrated out.

    Up to a constant that is the same for all priors.
    """
    logit = place.ability[:, None] - place.difficulty
    from_mean = place.difficulty - place.mean
    log_density = (
        place.ability @ data.right
        - (data.number * data.kind_right) @ place.difficulty
        + (data.trials * log_expit(-logit)).sum(axis=0) @ data.number
        - (prior.ability * place.ability @ place.ability) / 2
        - (prior.difficulty * data.number @ from_mean**2 + prior.mean * place.mean**2) / 2
    )
    scale = (len(data.right) - 1) * np.log(prior.ability) + len(data.kind) * np.log(prior.difficulty)
    curvature = curvature_of(data, prior, expit(logit))
    volume = np.log(np.diag(curvature.factor)).sum() + data.number @ np.log(curvature.question) / 2
    return float(log_density + scale / 2 - volume)


def _moved(place: Place, step: Place, length: float) -> Place:
    return Place(
        place.ability + length * step.ability,
        place.difficulty + length * step.difficulty,
        place.mean + length * step.mean,
    )


def _slope(data: Totals, prior: Precisions, place: Place) -> tuple[FloatArray, Place]:
    """Return the chances, and the slopes of the log density in abilities, in one question of each kind, in the mean."""
    chance = chances(place)
    expected = data.trials * chance
    from_mean = place.difficulty - place.mean
    ability = data.right - expected @ data.number - prior.ability * place.ability
    difficulty = expected.sum(axis=0) - data.kind_right - prior.difficulty * from_mean
    mean = prior.difficulty * (data.number @ from_mean) - prior.mean * place.mean
    return chance, Place(ability, difficulty, float(mean))


def _newton_step(curvature: Curvature, data: Totals, prior: Precisions, slope: Place) -> Place:
    pull = data.number * slope.difficulty / curvature.question
    reduced = np.append(slope.ability + curvature.weight @ pull, slope.mean + prior.difficulty * pull.sum())
    step = curvature.basis @ cho_solve((curvature.factor, False), curvature.basis.T @ reduced)
    ability, mean = step[:-1], float(step[-1])
    difficulty = (slope.difficulty + ability @ curvature.weight + prior.difficulty * mean) / curvature.question
    return Place(ability, difficulty, mean)


def _along(data: Totals, slope: Place, step: Place) -> float:
    return float(
        slope.ability @ step.ability + (data.number * slope.difficulty) @ step.difficulty + slope.mean * step.mean
    )


def _free_directions(n_models: int, prior: Precisions) -> FloatArray:
    contrasts = helmert(n_models).T
    if not prior.difficulty:
        return np.vstack([contrasts, np.zeros(n_models - 1)])
    basis = np.zeros((n_models + 1, n_models))
    basis[:-1, :-1], basis[-1, -1] = contrasts, 1.0
    return basis
