"""Growth: abilities that change by a straight line in time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.options import check_choice, check_positive
from bayesrank.programs.abilities import FEWEST_MODELS_FOR_SPREAD, AbilityPrior, abilities
from bayesrank.programs.binomial_logit import binomial_logit
from bayesrank.programs.difficulties import difficulties
from bayesrank.programs.item_response._finite_maximum import require_finite_maximum
from bayesrank.programs.item_response._paths import SCORES, At, score_of_path, unseen_ends
from bayesrank.programs.program import Draws, Program, Target
from bayesrank.statistics.timed_counts import TimedCounts

if TYPE_CHECKING:
    import pymc as pm
    from pytensor.tensor import TensorVariable

SLOPE_SPREAD = 0.5  # prior median of the spread of slopes: logits from the first time to the last


def growth(
    counts: TimedCounts,
    *,
    at: At = "final",
    ability_prior: AbilityPrior = "normal",
    ability_scale: float | None = None,
    slope_scale: float | None = None,
    difficulty_scale: float | None = None,
) -> pm.Model:
    """Let the ability of a model move along a straight line, and questions stay as they are.

    ``right[l, m, t] ~ Binomial(n[l, m, t], sigmoid(ability[l] + slope[l] (time[t] - mean time) - difficulty[m]))`` with
    times from 0 to 1, so that ``ability`` is the mean over times, summing to zero over models, and ``slope`` what is
    gained from the first time to the last. ``slope ~ Normal(slope_mean, slope_spread)``, ``slope_mean ~ Normal(0, 1)``,
    ``slope_spread ~ LogNormal(log 0.5, 0.5)``: what all models gain together is told from the difficulties because
    these do not change. Missing cells add nothing.

    Parameters
    ----------
    counts : TimedCounts
        L models, M questions, T times.
    at : {"final", "initial", "mean", "gain"}
        What is scored: the last time, the first, the mean over times, or the last less the first.
    ability_prior, ability_scale
        See :func:`~bayesrank.programs.abilities.abilities`.
    slope_scale : float, optional
        Makes slopes independent Normal(0, slope_scale): a penalty of lambda on their squares is 1 / sqrt(2 lambda).
    difficulty_scale : float, optional
        Fixes the spread of difficulties instead of learning it, in logits.

    Returns
    -------
    pm.Model
        ``ability[model]``, ``slope[model]`` and ``difficulty[question]`` in logits.

    Raises
    ------
    ValueError
        If an option is none of its choices, or a scale is not positive.

    References
    ----------
    andrade2005
    """
    import pymc as pm

    check_choice("at", at, At)
    coords = {"model": counts.models, "question": counts.questions, "time": counts.times}
    with pm.Model(coords=coords) as model:
        time = pm.Data("time_from_mean", _from_mean(counts), dims="time")
        ability = abilities(len(counts.models), ability_prior=ability_prior, ability_scale=ability_scale)
        path = ability[:, None] + _slopes(len(counts.models), slope_scale)[:, None] * time
        logit = path[:, None, :] - difficulties(scale=difficulty_scale)[None, :, None]
        binomial_logit("right", logit, counts.right, counts.n_trials, ("model", "question", "time"))
    return model


def _from_mean(counts: TimedCounts) -> FloatArray:
    return counts.times - counts.times.mean()


def _slopes(n_models: int, scale: float | None) -> TensorVariable:
    import pymc as pm

    if scale is not None:
        check_positive("slope_scale", scale)
        return pm.Normal("slope", 0.0, pm.Data("slope_spread", float(scale)), dims="model")
    mean = pm.Normal("slope_mean", 0.0, 1.0)
    if n_models < FEWEST_MODELS_FOR_SPREAD:
        spread = pm.Data("slope_spread", SLOPE_SPREAD)
    else:
        spread = pm.LogNormal("slope_spread", pm.Data("slope_spread_log_median", np.log(SLOPE_SPREAD)), 0.5)
    return pm.Normal("slope", mean, spread, dims="model")


def score(
    counts: TimedCounts,
    draws: Draws,
    target: Target,
    rng: np.random.Generator,  # noqa: ARG001
    *,
    at: At = "final",
    difficulty_scale: float | None = None,
) -> FloatArray:
    """Return abilities, or the accuracy that they and the difficulties give, shape (n_draws, L)."""
    path = draws["ability"][:, :, None] + draws["slope"][:, :, None] * _from_mean(counts)
    return score_of_path(counts, path, draws, target, at, difficulty_scale)


def doubts(counts: TimedCounts, target: Target, *, at: At = "final") -> list[str]:  # noqa: ARG001
    """Say when models were not observed at the time that is scored."""
    return unseen_ends(counts, at)


def identified(counts: TimedCounts) -> None:
    """Raise :class:`~bayesrank.errors.NotIdentifiedError` if lines in time can tell right from wrong without error."""
    from scipy.sparse import csr_array

    model, question, time = (axis.ravel() for axis in np.indices(counts.right.shape))
    n_models, n_questions, _ = counts.right.shape
    rows = np.arange(len(model))
    columns = np.concatenate([model, n_models + model, 2 * n_models + question])
    values = np.concatenate([np.ones(len(rows)), counts.times[time], -np.ones(len(rows))])
    shape = len(rows), 2 * n_models + n_questions
    design = csr_array((values, (np.tile(rows, 3), columns)), shape=shape)
    require_finite_maximum("growth", design, counts.right.ravel(), counts.n_trials.ravel(), model, counts.models)


PROGRAM = Program(
    reads=TimedCounts,
    scores=SCORES,
    build=growth,
    reference="andrade2005",
    score=score,
    doubts=doubts,
    identified=identified,
)
