"""Bayes@N whose prior outcomes count as much as they foretell the outcomes: a power prior of learned weight."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.errors import DataError
from bayesrank.options import check_choice, check_positive
from bayesrank.programs.dirichlet_multinomial import dirichlet_multinomial
from bayesrank.programs.outcomes._prior_weight import WeightOf, weight_posterior
from bayesrank.programs.outcomes.bayes import bayes, cell_moments, prior_doubts
from bayesrank.programs.prior_agreement import contradiction_doubts, require_prior_outcomes
from bayesrank.programs.program import Draws, Moments, Program, Target
from bayesrank.statistics.outcome_counts import OutcomeCounts

if TYPE_CHECKING:
    import pymc as pm

SHARE_PRIOR = (0.5, 1.0)  # of the Beta distribution of weight / (1 + weight): much mass near 0, Pr(weight < .1) is .3
SMALL_WEIGHT = 0.1


def power_prior(counts: OutcomeCounts, *, prior_weight: float | None = None, weight_of: WeightOf = "all") -> pm.Model:
    """Count prior outcomes in part, by a weight that is learned from how well they foretell the outcomes.

    ``p[l, m] ~ Dirichlet(1 + weight * prior_counts[l, m])`` and ``y[l, m] ~ Multinomial(n[l, m], p[l, m])``: the prior
    outcomes are raised to the power ``weight``, with their constant of normalisation. The cells are integrated out.
    ``weight / (1 + weight) ~ Beta(1/2, 1)``, so that the weight can be next to nothing, or above 1 where prior
    outcomes are surer than a trial. Agreement is counted cell by cell, so that prior outcomes which are right about
    how hard questions are get a weight though they are wrong about the order of models:
    :func:`~bayesrank.programs.item_response.commensurate_rasch.commensurate_rasch` tells these apart.

    Parameters
    ----------
    counts : OutcomeCounts
        L models, M questions, C + 1 categories, and prior outcomes.
    prior_weight : float, optional
        Fixes the weight: the program is then ``bayes`` with as many prior outcomes.
    weight_of : {"all", "each"}
        One weight of all models, or one of each, independent of the others.

    Returns
    -------
    pm.Model
        ``prior_weight``, or ``prior_weight[model]``; the score follows from the draws: the mean utility of cell
        probabilities drawn given the weight.

    Raises
    ------
    DataError
        If there are no prior outcomes, or outcomes are fractions.
    ValueError
        If an option is none of its choices.

    References
    ----------
    ibrahim2000; hariri2025
    """
    import pymc as pm

    _check(counts, prior_weight, weight_of)
    if prior_weight is not None:
        return bayes(_weighed(counts, prior_weight))
    coords = {"model": counts.models, "question": counts.questions, "category": np.arange(counts.n_categories)}
    dims = ("model", "question", "category")
    with pm.Model(coords=coords) as model:
        prior = pm.Data("prior_counts", counts.prior_counts, dims=dims)
        shape = pm.Data("share_prior", np.array(SHARE_PRIOR))
        share = pm.Beta("prior_share", shape[0], shape[1], dims=None if weight_of == "all" else "model")
        weight = pm.Deterministic("prior_weight", share / (1 - share), dims=None if weight_of == "all" else "model")
        weights = weight if weight_of == "all" else weight[:, None, None]
        dirichlet_multinomial("y", 1 + weights * prior, counts.counts, dims)
    return model


def exact(
    counts: OutcomeCounts,
    n_draws: int,
    rng: np.random.Generator,
    *,
    prior_weight: float | None = None,
    weight_of: WeightOf = "all",
) -> Draws:
    """Draw ``prior_weight`` from its posterior on a grid, and ``score`` from the cells given the weight.

    Shapes (n_draws,), or (n_draws, L) with a weight of each model, and (n_draws, L).
    """
    _check(counts, prior_weight, weight_of)
    if prior_weight is not None:
        weights = np.full(n_draws, float(prior_weight))
        return {"score": _scores(counts, weights, rng)}
    drawn = [grid.draw(n_draws, rng) for grid in weight_posterior(counts, weight_of)]
    weights = drawn[0] if weight_of == "all" else np.stack(drawn, axis=1)
    return {"score": _scores(counts, weights, rng), "prior_weight": weights}


def score(counts: OutcomeCounts, draws: Draws, target: Target, rng: np.random.Generator) -> FloatArray:  # noqa: ARG001
    """Return scores, shape (n_draws, L), drawing the cell probabilities given each draw of the weight."""
    return draws["score"] if "score" in draws else _scores(counts, draws["prior_weight"], rng)


def cells(
    counts: OutcomeCounts, draws: Draws, rng: np.random.Generator, *, prior_weight: float | None = None
) -> FloatArray:
    """Draw the category probabilities of each cell given each draw of the weight, shape (n_draws, L, M, C + 1)."""
    weight = np.full(len(draws["score"]), float(prior_weight)) if prior_weight is not None else draws["prior_weight"]
    by_model = weight.reshape(len(weight), -1, 1, 1)
    mass = rng.standard_gamma(1 + by_model * counts.prior_counts + counts.counts)
    return np.asarray(mass / mass.sum(axis=3, keepdims=True))


def variates(counts: OutcomeCounts) -> int:
    """Count the random numbers of one draw."""
    return counts.counts.size


def moments(counts: OutcomeCounts, *, prior_weight: float | None = None, weight_of: WeightOf = "all") -> Moments:
    """Return posterior mean and standard deviation of the scores, those given the weight averaged over its grid."""
    _check(counts, prior_weight, weight_of)
    if prior_weight is not None:
        weights, mass = np.full((1, 1), float(prior_weight)), np.ones((1, 1))
    else:
        grids = weight_posterior(counts, weight_of)
        weights, mass = (np.stack([getattr(grid, name) for grid in grids], axis=1) for name in ("weight", "mass"))
    given = [_moments_given(counts, weight) for weight in weights]
    mean, variance = (np.stack(values) for values in zip(*given, strict=True))  # (steps, L)
    total = (mass * mean).sum(axis=0)
    return Moments(total, np.sqrt((mass * (variance + (mean - total) ** 2)).sum(axis=0)))


def doubts(
    counts: OutcomeCounts,
    target: Target,  # noqa: ARG001 (power_prior has one target)
    *,
    prior_weight: float | None = None,
    weight_of: WeightOf = "all",
) -> list[str]:
    """Say when prior outcomes do not agree with the outcomes, and when the uniform prior of cells decides."""
    _check(counts, prior_weight, weight_of)
    grids = () if prior_weight is not None else weight_posterior(counts, weight_of)
    weight = float(np.mean([grid.median for grid in grids])) if prior_weight is None else prior_weight
    told = f"prior outcomes have a weight of {weight:.2f}, for they agree on how hard the questions are"
    like_bayes = prior_doubts(_weighed(counts, round(weight, 2)))
    return [
        *_small_weights(counts, [grid.below(SMALL_WEIGHT) for grid in grids]),
        *(contradiction_doubts(counts, told) if weight >= SMALL_WEIGHT else []),
        *(f"power_prior differs from bayes in the prior outcomes alone: {doubt}" for doubt in like_bayes),
    ]


def _small_weights(counts: OutcomeCounts, small: list[float]) -> list[str]:
    """Say that prior outcomes do not foretell the outcomes, given the probabilities that their weights are small."""
    if not small or max(small) <= 0.5:
        return []
    whose = "" if len(small) == 1 else f" of {counts.models[int(np.argmax(small))]!r}"
    doubt = (
        f"prior outcomes{whose} foretell the outcomes badly: with probability {max(small):.2f} their weight is below "
        f"{SMALL_WEIGHT:g}. They change next to nothing; look where they come from."
    )
    return [doubt]


def _scores(counts: OutcomeCounts, weights: FloatArray, rng: np.random.Generator) -> FloatArray:
    """Draw the cells given each draw of the weight, and return their mean utility, shape (n_draws, L)."""
    each = np.broadcast_to(weights.T, (len(counts.models), len(weights)))
    scores = np.empty(each.shape[::-1])
    for model, weight in enumerate(each):  # one at a time: all cells of all draws would be much at once
        concentration = 1 + weight[:, None, None] * counts.prior_counts[model] + counts.counts[model]
        mass = rng.standard_gamma(concentration)  # (n_draws, M, C + 1)
        scores[:, model] = ((mass @ counts.weights) / mass.sum(axis=2)).mean(axis=1)
    return scores


def _moments_given(counts: OutcomeCounts, weight: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return mean and variance of the scores given one weight, or that of each model, both of shape (L,)."""
    mean, variance = cell_moments(_weighed(counts, weight[:, None, None]))
    return mean.mean(axis=1), variance.sum(axis=1) / mean.shape[1] ** 2


def _weighed(counts: OutcomeCounts, weight: float | FloatArray) -> OutcomeCounts:
    return replace(counts, prior_counts=weight * counts.prior_counts)


def _check(counts: OutcomeCounts, prior_weight: float | None, weight_of: WeightOf) -> None:
    check_choice("weight_of", weight_of, WeightOf)
    if prior_weight is not None:
        check_positive("prior_weight", prior_weight)
    if counts.fractional:
        message = (
            "power_prior must have outcomes in categories; got fractions in [0, 1]. Use program='bayes', or round the "
            "fractions to categories with weights."
        )
        raise DataError(message)
    require_prior_outcomes(counts, "power_prior", "bayes")


PROGRAM = Program(
    reads=OutcomeCounts,
    scores={"benchmark": "mean utility on these questions (expected accuracy for right and wrong)"},
    build=power_prior,
    reference="ibrahim2000",
    exact=exact,
    variates=variates,
    moments=moments,
    score=score,
    cells=cells,
    doubts=doubts,
)
