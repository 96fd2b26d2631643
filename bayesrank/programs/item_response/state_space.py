"""State space: abilities that walk at random through time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.errors import NotIdentifiedError
from bayesrank.options import check_choice, check_positive
from bayesrank.programs.abilities import AbilityPrior, abilities
from bayesrank.programs.binomial_logit import binomial_logit
from bayesrank.programs.difficulties import difficulties
from bayesrank.programs.item_response._paths import SCORES, At, score_of_path, unseen_ends
from bayesrank.programs.program import Draws, Program, Target
from bayesrank.statistics.separation import REMEDY
from bayesrank.statistics.timed_counts import TimedCounts

if TYPE_CHECKING:
    import pymc as pm
    from pytensor.tensor import TensorVariable

WALK_SPREAD = 0.3  # prior median of what an ability walks from the first time to the last, in logits
TRIAL_INFORMATION = 0.15  # of a logit: p (1 - p) of a question neither easy nor hard


def state_space(
    counts: TimedCounts,
    *,
    at: At = "final",
    ability_prior: AbilityPrior = "normal",
    ability_scale: float | None = None,
    walk_scale: float | None = None,
    difficulty_scale: float | None = None,
) -> pm.Model:
    """Let the ability of each model walk at random through time, and questions stay as they are.

    ``right[l, m, t] ~ Binomial(n[l, m, t], sigmoid(path[l, t] - difficulty[m]))``. The steps of ``path`` are
    independent ``Normal(0, walk_spread^2 dt)`` with times from 0 to 1, so that ``walk_spread ~ LogNormal(log 0.3, 1)``
    is what a model moves in all; its mean over times is ``ability``, which sums to zero over models. The walk about its
    mean is written by its principal components, slow movements first: ``path = ability + basis @ (scale wave)``,
    ``scale wave ~ Normal(0, walk_spread^2)``. Data say much of the slow ones and little of the fast ones, and each is
    centred as far as data speak of it: centred all or none, the sampler finds one end of them only slowly. Missing
    cells add nothing.

    Parameters
    ----------
    counts : TimedCounts
        L models, M questions, T times.
    at : {"final", "initial", "mean", "gain"}
        What is scored: the last time, the first, the mean over times, or the last less the first.
    ability_prior, ability_scale
        See :func:`~bayesrank.programs.abilities.abilities`.
    walk_scale : float, optional
        Fixes ``walk_spread``: a penalty of lambda on squared steps over dt is 1 / sqrt(2 lambda).
    difficulty_scale : float, optional
        Fixes the spread of difficulties instead of learning it, in logits.

    Returns
    -------
    pm.Model
        ``ability[model]``, ``wave[step, model]`` and ``difficulty[question]``.

    Raises
    ------
    ValueError
        If an option is none of its choices, or a scale is not positive.

    References
    ----------
    wang2013
    """
    import pymc as pm
    import pytensor.tensor as pt

    check_choice("at", at, At)
    steps = np.arange(1, len(counts.times))
    coords = {"model": counts.models, "question": counts.questions, "time": counts.times, "step": steps}
    with pm.Model(coords=coords) as model:
        basis = pm.Data("walk_basis", walk_basis(counts.times), dims=("time", "step"))
        centring = pm.Data("walk_centring", walk_centring(counts), dims="step")
        ability = abilities(len(counts.models), ability_prior=ability_prior, ability_scale=ability_scale)
        spread = _walk_spread(walk_scale)
        wave = pm.Normal("wave", 0.0, (spread**centring)[:, None], dims=("step", "model"))
        path = ability[:, None] + pt.dot(basis * spread ** (1 - centring), wave).T
        logit = path[:, None, :] - difficulties(scale=difficulty_scale)[None, :, None]
        binomial_logit("right", logit, counts.right, counts.n_trials, ("model", "question", "time"))
    return model


def walk_basis(times: FloatArray) -> FloatArray:
    """Return B with ``B @ B.T`` the covariance of a random walk about its mean over times, columns by falling size.

    A walk from 0 has the covariance ``min(s, t)``.

    Parameters
    ----------
    times : array of float, shape (T,)

    Returns
    -------
    array of float, shape (T, T - 1)
    """
    centring = np.eye(len(times)) - 1 / len(times)
    variance, direction = np.linalg.eigh(centring @ np.minimum.outer(times, times) @ centring)
    basis = direction[:, :0:-1] * np.sqrt(variance[:0:-1])  # the first is the mean, which does not move
    return np.asarray(basis * np.sign(basis[-1]))  # rising at the end, whatever sign the decomposition takes


def walk_centring(counts: TimedCounts) -> FloatArray:
    """Return how far each component of the walk is centred, from 0 (its prior decides) to 1 (the data do), (T - 1,).

    The share of the data in what is known of it: the information of a model's trials at one time, at a variance of
    0.15 each, times the prior variance of the component.
    """
    information = TRIAL_INFORMATION * counts.asked.mean() * (walk_basis(counts.times) ** 2).sum(axis=0) * WALK_SPREAD**2
    return np.asarray(information / (1 + information))


def _walk_spread(scale: float | None) -> TensorVariable:
    import pymc as pm

    if scale is not None:
        check_positive("walk_scale", scale)
        return pm.Data("walk_spread", float(scale))
    return pm.LogNormal("walk_spread", pm.Data("walk_spread_log_median", np.log(WALK_SPREAD)), 1.0)


def score(
    counts: TimedCounts,
    draws: Draws,
    target: Target,
    rng: np.random.Generator,  # noqa: ARG001
    *,
    at: At = "final",
    walk_scale: float | None = None,
    difficulty_scale: float | None = None,
) -> FloatArray:
    """Return abilities, or the accuracy that they and the difficulties give, shape (n_draws, L)."""
    spread = draws["walk_spread"] if walk_scale is None else np.full(len(draws["ability"]), float(walk_scale))
    scale = spread[:, None] ** (1 - walk_centring(counts))
    walk = np.einsum("ts,ds,dsl->dlt", walk_basis(counts.times), scale, draws["wave"], optimize=True)
    path = draws["ability"][:, :, None] + walk
    return score_of_path(counts, path, draws, target, at, difficulty_scale)


def doubts(counts: TimedCounts, target: Target, *, at: At = "final") -> list[str]:  # noqa: ARG001
    """Say when models were not observed at the time that is scored."""
    return unseen_ends(counts, at)


def identified(counts: TimedCounts) -> None:
    """Raise :class:`~bayesrank.errors.NotIdentifiedError`: without its prior a path is anything."""
    message = (
        f"paths must have the prior of their steps for 'state_space' to have a maximum; got {len(counts.models)} paths "
        f"that the likelihood alone leaves free. {REMEDY}, or inference='map' with walk_scale fixed."
    )
    raise NotIdentifiedError(message)


PROGRAM = Program(
    reads=TimedCounts,
    scores=SCORES,
    build=state_space,
    reference="wang2013",
    score=score,
    doubts=doubts,
    identified=identified,
)
