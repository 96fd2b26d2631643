"""The score on questions like these: the Bayesian bootstrap of questions, with a proper prior."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.programs.program import Moments, Program, Target
from bayesrank.statistics.outcome_counts import OutcomeCounts, refuse_prior_outcomes

if TYPE_CHECKING:
    import pymc as pm


def population(counts: OutcomeCounts) -> pm.Model:
    """Let the mean outcomes of all models on one question be one draw from an unknown population of questions.

    The population has a Dirichlet process prior with concentration C + 1 whose base measure is uniform over the
    categories. Its posterior mean functional needs no likelihood: with g_m ~ Exponential(1) for every question
    (or cluster of questions), shared by all models so that they stay paired, G ~ Gamma(C + 1) and
    u_l ~ Dirichlet(1, ..., 1),
    ``score[l] = (sum_m g_m y[l, m] + G w . u_l) / (sum_m g_m + G)``,
    where sums run over the questions that model l was asked. Repeated trials make y[l, m] more exact and are
    no new questions. One binary trial a question gives exactly Beta(k + 1, M - k + 1) for each model. The marginal
    law of each score is that of the Dirichlet process; u_l is drawn independently for each model.

    Parameters
    ----------
    counts : OutcomeCounts
        L models, M questions, C + 1 categories.

    Returns
    -------
    pm.Model
        ``score[model]`` is on the scale of the utility weights: for binary outcomes, expected accuracy on a new
        question of the same population.

    Raises
    ------
    DataError
        If there are prior outcomes, which say something of these questions only.

    References
    ----------
    ferguson1973; rubin1981
    """
    import pymc as pm
    import pytensor.tensor as pt

    total, size = _units(counts)
    coords = {"model": counts.models, "unit": np.arange(total.shape[1]), "category": np.arange(counts.n_categories)}
    with pm.Model(coords=coords) as model:
        unit_total = pm.Data("unit_total", total, dims=("model", "unit"))
        unit_size = pm.Data("unit_size", size, dims=("model", "unit"))
        question_mass = pm.Exponential("question_mass", 1.0, dims="unit")
        prior_mass = pm.Gamma("prior_mass", counts.n_categories, 1.0)
        prior_share = pm.Dirichlet("prior_share", np.ones(counts.n_categories), dims=("model", "category"))
        prior_score = (prior_share * counts.weights).sum(axis=1)
        numerator = pt.dot(unit_total, question_mass) + prior_mass * prior_score
        pm.Deterministic("score", numerator / (pt.dot(unit_size, question_mass) + prior_mass), dims="model")
    return model


def exact(counts: OutcomeCounts, n_draws: int, rng: np.random.Generator) -> FloatArray:
    """Draw scores from the posterior, shape (n_draws, L)."""
    total, size = _units(counts)
    n_models, n_units = total.shape
    question_mass = rng.standard_exponential((n_draws, n_units))
    prior_mass = rng.standard_gamma(counts.n_categories, (n_draws, 1))
    share_mass = rng.standard_exponential((n_draws, n_models, counts.n_categories))
    prior_score = (share_mass @ counts.weights) / share_mass.sum(axis=2)  # u_l is Dirichlet(1, ..., 1)
    numerator = question_mass @ total.T + prior_mass * prior_score
    if (size == 1).all():  # every model was asked everything: one sum serves all
        return numerator / (question_mass.sum(axis=1, keepdims=True) + prior_mass)
    return numerator / (question_mass @ size.T + prior_mass)


def variates(counts: OutcomeCounts) -> int:
    """Count the random numbers of one draw."""
    return len(counts.questions) + len(counts.models) * counts.n_categories


def moments(counts: OutcomeCounts) -> Moments | None:
    """Return the exact posterior mean and standard deviation, or None with missing cells or clusters.

    Given U = w . u the score is a mean under Dirichlet(1, ..., 1, K) weights, K = C + 1, T = M + K:
    mean (S + K U) / T and variance [(Q + K U^2) / T - mean^2] / (T + 1), with S and Q the sums of y and y^2.
    U has mean w-bar and variance (mean of w^2 - w-bar^2) / (K + 1).
    """
    outcomes, size = _units(counts)
    if not (size == 1).all():
        return None
    weights, n_categories = counts.weights, counts.n_categories
    prior_mean = weights.mean()
    prior_variance = ((weights**2).mean() - prior_mean**2) / (n_categories + 1)
    total = outcomes.shape[1] + n_categories
    mean = (outcomes.sum(axis=1) + n_categories * prior_mean) / total
    second = ((outcomes**2).sum(axis=1) + n_categories * (prior_variance + prior_mean**2)) / total
    between = prior_variance * (n_categories / total) ** 2
    variance = (second - mean**2 - between) / (total + 1) + between
    return Moments(mean, np.sqrt(variance))


def doubts(counts: OutcomeCounts, target: Target) -> list[str]:  # noqa: ARG001 (population has one target)
    """Say when models were not asked the same questions, or there is one question only."""
    found = []
    low, high = counts.coverage.min(), counts.coverage.max()
    if (counts.observed != counts.observed[0]).any():
        least = counts.models[int(counts.coverage.argmin())]
        found.append(
            f"coverage is unequal: between {low:.0%} ({least!r}) and {high:.0%} of the questions, not the same ones. "
            f"Each model is scored on the questions it was asked, which may be easier or harder than the rest. "
            f"program='hierarchical' models the missing cells (by the model, not by the question); or keep the "
            f"questions all were asked."
        )
    if counts.cluster.max() == 0:
        found.append("there is one question (or cluster): its intervals rest on the prior almost alone.")
    return found


def _units(counts: OutcomeCounts) -> tuple[FloatArray, FloatArray]:
    """Sum of mean outcomes, and number of questions asked, of each model in each cluster, both (L, units).

    Both are divided by the model's mean number of questions a cluster, so that the prior weighs as C + 1 clusters.
    """
    refuse_prior_outcomes(counts, "population")
    outcomes, observed = np.nan_to_num(counts.mean_outcome), counts.observed
    n_clusters = int(counts.cluster.max()) + 1
    if n_clusters == len(counts.questions):
        return outcomes, observed
    member = np.eye(n_clusters)[counts.cluster]  # (M, units)
    total, size = outcomes @ member, observed @ member
    mean_size = size.sum(axis=1, keepdims=True) / (size > 0).sum(axis=1, keepdims=True)
    return total / mean_size, size / mean_size


PROGRAM = Program(
    reads=OutcomeCounts,
    scores={"population": "mean utility on questions like these (expected accuracy for right and wrong)"},
    build=population,
    reference="ferguson1973",
    exact=exact,
    variates=variates,
    moments=moments,
    doubts=doubts,
)
