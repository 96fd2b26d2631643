"""Multidimensional two-parameter logistic: models differ in more ways than one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import expit

from bayesrank.arrays import FloatArray
from bayesrank.errors import DataError, NotIdentifiedError
from bayesrank.options import check_at_least
from bayesrank.programs.abilities import AbilityPrior, abilities
from bayesrank.programs.binomial_logit import binomial_logit
from bayesrank.programs.difficulties import difficulties
from bayesrank.programs.item_response._doubts import answer_doubts
from bayesrank.programs.item_response._factor_anchors import anchors, turned
from bayesrank.programs.item_response._questions import SCORES, accuracy, chance_on_new_questions, utility
from bayesrank.programs.program import Draws, Program, Target
from bayesrank.statistics.outcome_counts import OutcomeCounts, refuse_prior_outcomes, right_answers
from bayesrank.statistics.separation import REMEDY

if TYPE_CHECKING:
    import pymc as pm

TILT_SPREAD, LOADING_SPREAD = 0.3, 0.5  # prior medians of how loadings on ability, and on the other factors, spread


def multidimensional(
    counts: OutcomeCounts,
    *,
    n_factors: int = 2,
    ability_prior: AbilityPrior = "normal",
    ability_scale: float | None = None,
    spread_median: float = 1.0,
) -> pm.Model:
    """Let the log odds of a right answer be a sum of several abilities, each as far as the question calls for it.

    ``logit = sum over f of factor[l, f] * loading[m, f] - difficulty[m]``. Factors can be turned without a change of
    any logit; here the first takes all that questions have in common: its loadings have mean 1 over questions and
    those of the others mean 0. So the first factor is ``ability``, the expected log odds on an average of these
    questions less those of the average model, one number that no turn of the others touches. Loadings on it are
    ``1 + ZeroSumNormal(tilt_spread)``, the other factors are ZeroSumNormal(1) over models and their loadings
    ``ZeroSumNormal(loading_spread)`` over questions, ``tilt_spread ~ LogNormal(log 0.3, 0.5)``, ``loading_spread ~
    LogNormal(log 0.5, 0.5)``. The other factors are sampled as they turn and shown turned so that one question (that
    with the clearest pattern beyond ability) loads on the second alone and positively, another on the second and
    third, and so on. Missing cells add nothing.

    Parameters
    ----------
    counts : OutcomeCounts
        L models, M questions, right or wrong.
    n_factors : int
        Ability and how many factors more, at least 2 and less than L and M.
    ability_prior, ability_scale, spread_median
        See :func:`~bayesrank.programs.abilities.abilities`.

    Returns
    -------
    pm.Model
        ``ability[model]`` and ``difficulty[question]`` in logits, ``factor[model, dimension]``,
        ``loading[question, dimension]``.

    Raises
    ------
    DataError
        If outcomes are not right or wrong, there are prior outcomes, or too few models or questions for so many
        factors.
    ValueError
        If there are fewer than two factors.

    References
    ----------
    reckase2009
    """
    import pymc as pm
    import pytensor.tensor as pt

    check_at_least("n_factors", n_factors, 2)
    refuse_prior_outcomes(counts, "multidimensional")
    cells = right_answers(counts)
    _refuse_too_many(counts, n_factors)
    others = np.arange(2, n_factors + 1)
    coords = {"model": counts.models, "question": counts.questions, "dimension": np.arange(1, n_factors + 1)}
    with pm.Model(coords={**coords, "other_dimension": others}) as model:
        ability = abilities(
            len(counts.models), ability_prior=ability_prior, ability_scale=ability_scale, spread_median=spread_median
        )
        tilt_spread = pm.LogNormal("tilt_spread", pm.Data("tilt_spread_log_median", np.log(TILT_SPREAD)), 0.5)
        tilt = pm.ZeroSumNormal("tilt", tilt_spread, dims="question")
        other_factor = pm.ZeroSumNormal("other_factor_unturned", 1.0, dims=("other_dimension", "model"))
        log_median = pm.Data("loading_spread_log_median", np.log(LOADING_SPREAD))
        spread = pm.LogNormal("loading_spread", log_median, 0.5)
        other_loading = pm.ZeroSumNormal("other_loading_unturned", spread, dims=("other_dimension", "question"))
        logit = ability[:, None] * (1 + tilt) + pt.dot(other_factor.T, other_loading) - difficulties()
        binomial_logit("right", logit, cells.right, cells.trials, ("model", "question"))
        anchor = pm.Data("anchor", anchors(cells.right, cells.trials, n_factors), dims="other_dimension")
        turn = turned(other_loading[:, anchor], n_factors - 1)
        factor = pt.concatenate([ability[:, None], pt.dot(turn, other_factor).T], axis=1)
        loading = pt.concatenate([1 + tilt[:, None], pt.dot(turn, other_loading).T], axis=1)
        pm.Deterministic("factor", factor, dims=("model", "dimension"))
        pm.Deterministic("loading", loading, dims=("question", "dimension"))
    return model


def _refuse_too_many(counts: OutcomeCounts, n_factors: int) -> None:
    most = min(len(counts.models), len(counts.questions)) - 1
    if n_factors > most:
        message = (
            f"data must have more than {n_factors} models and questions for n_factors={n_factors}; got "
            f"{len(counts.models)} models and {len(counts.questions)} questions. "
        ) + (f"Set n_factors to {most} or less." if most > 1 else "Use 'two_pl', which has one ability.")
        raise DataError(message)


def chance(counts: OutcomeCounts, draws: Draws) -> FloatArray:  # noqa: ARG001 (cells are models x questions)
    """Return the chance of a right answer of each cell, shape (n_draws, L, M)."""
    logit = draws["factor"] @ draws["loading"].swapaxes(1, 2) - draws["difficulty"][:, None, :]
    return np.asarray(expit(logit))


def score(counts: OutcomeCounts, draws: Draws, target: Target, rng: np.random.Generator) -> FloatArray:  # noqa: ARG001
    """Return abilities, or the accuracy that factors, loadings and difficulties give, shape (n_draws, L)."""
    if target == "ability":
        return draws["ability"]
    if target == "benchmark":
        return accuracy(counts, draws, chance)
    return utility(counts, _chance_on_new(draws))


def _chance_on_new(draws: Draws) -> FloatArray:
    """Return the chance of a right answer to a new question, shape (n_draws, L).

    Its logit is normal: difficulty and loadings are.
    """
    ability = draws["ability"]
    variance = (draws["difficulty_spread"] ** 2)[:, None] + (draws["tilt_spread"][:, None] * ability) ** 2
    variance += (draws["loading_spread"] ** 2)[:, None] * (draws["factor"][:, :, 1:] ** 2).sum(axis=2)
    mean = np.repeat(draws["difficulty_mean"], ability.shape[1])
    return chance_on_new_questions(ability.reshape(-1, 1), mean, np.sqrt(variance.ravel())).reshape(ability.shape)


def identified(counts: OutcomeCounts) -> None:
    """Raise :class:`~bayesrank.errors.NotIdentifiedError`: without a prior, factors can be stretched and turned."""
    message = (
        f"factors must have their prior for 'multidimensional' to have a maximum; got {len(counts.models)} models "
        f"whose factors the likelihood alone lets stretch and turn against the loadings. {REMEDY}."
    )
    raise NotIdentifiedError(message)


def doubts(counts: OutcomeCounts, target: Target) -> list[str]:  # noqa: ARG001 (they are those of all targets)
    """Say what the prior decides, what is predicted, and what is left out."""
    return answer_doubts(counts, "multidimensional")


PROGRAM = Program(
    reads=OutcomeCounts,
    scores=SCORES,
    build=multidimensional,
    reference="reckase2009",
    score=score,
    chance=chance,
    doubts=doubts,
    identified=identified,
)
