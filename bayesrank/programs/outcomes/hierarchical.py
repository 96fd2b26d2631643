"""Dirichlet-multinomial outcomes: the prior of a model's questions is learned from all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.errors import DataError
from bayesrank.programs.abilities import ability_spread
from bayesrank.programs.dirichlet_multinomial import log_multinomial
from bayesrank.programs.program import Program, Target
from bayesrank.statistics.outcome_counts import OutcomeCounts, refuse_prior_outcomes
from bayesrank.statistics.separation import named

if TYPE_CHECKING:
    import pymc as pm
    from pytensor.tensor import TensorVariable


def hierarchical(counts: OutcomeCounts, *, spread_median: float = 1.0) -> pm.Model:
    """Draw the category probabilities of each model's questions from a Dirichlet whose parameters are learned.

    ``p[l, m] ~ Dirichlet(kappa_l mu_l)`` with ``mu_l = softmax(0, overall + ability_l)``, abilities summing to zero
    over models, and ``log kappa_l`` normal about a common value; the cells are integrated out, and those of one
    model with equal counts enter once with their number. For right and wrong this is the Beta-binomial. Missing
    cells drop out of the likelihood and, on these questions, are predicted from the model's own Dirichlet.

    Parameters
    ----------
    counts : OutcomeCounts
        L models, M questions, C + 1 categories.
    spread_median : float
        Prior median of the spread of abilities, in logits.

    Returns
    -------
    pm.Model
        ``score[model]`` follows from the draws: on these questions, the mean utility of cell probabilities drawn
        given ``mu_l`` and ``kappa_l``; on questions like these, ``w . mu_l``.

    Raises
    ------
    DataError
        If outcomes are fractions, or there are prior outcomes.

    References
    ----------
    gelman2013, sec. 5.3; minka2000
    """
    import pymc as pm
    import pytensor.tensor as pt

    refuse_prior_outcomes(counts, "hierarchical")
    cells = _distinct_cells(counts)
    n_models, n_contrasts = len(counts.models), counts.n_categories - 1
    coords = {
        "model": counts.models,
        "category": np.arange(counts.n_categories),
        "contrast": np.arange(1, counts.n_categories),
    }
    ability_dims = "model" if n_contrasts == 1 else ("contrast", "model")
    with pm.Model(coords=coords) as model:
        cell_model = pm.Data("cell_model", cells.model)
        cell_number = pm.Data("cell_number", cells.number)
        cell_constant = pm.Data("cell_constant", cells.log_coefficient)
        overall = pm.Normal("overall", 0.0, 1.5, dims="contrast")
        ability = pm.ZeroSumNormal("ability", ability_spread(n_models, spread_median=spread_median), dims=ability_dims)
        typical = pm.Normal("typical_log_concentration", np.log(2.0), 1.0)
        spread = pm.LogNormal("concentration_spread", np.log(0.5), 0.5)
        deviation = pm.Normal("concentration_deviation", 0.0, 1.0, dims="model")
        concentration = pm.Deterministic("concentration", pt.exp(typical + spread * deviation), dims="model")
        logits = overall[:, None] + pt.atleast_2d(ability)
        shares = pm.math.softmax(pt.concatenate([pt.zeros((1, n_models)), logits], axis=0), axis=0)
        category_mean = pm.Deterministic("category_mean", shares.T, dims=("model", "category"))
        pm.CustomDist(
            "y",
            (concentration[:, None] * category_mean)[cell_model],
            pm.Data("cell_trials", cells.counts.sum(axis=1)),
            cell_number,
            cell_constant,
            logp=_log_probability,
            dist=_draw,
            signature="(k),(),(),()->(k)",
            observed=pm.Data("cell_counts", cells.counts),
        )
    return model


class _Cells(NamedTuple):
    """Distinct cells of each model: (cells,), (cells, C + 1), and how many there are of each, (cells,)."""

    model: IntArray
    counts: FloatArray
    number: FloatArray
    log_coefficient: FloatArray


def _distinct_cells(counts: OutcomeCounts) -> _Cells:
    if counts.fractional:
        message = (
            "hierarchical must have outcomes in categories; got fractions in [0, 1]. Use program='population', or "
            "round the fractions to categories with weights."
        )
        raise DataError(message)
    n_models, n_questions, n_categories = counts.counts.shape
    rows = np.column_stack([np.repeat(np.arange(n_models), n_questions), counts.counts.reshape(-1, n_categories)])
    distinct, number = np.unique(rows[counts.n_trials.ravel() > 0], axis=0, return_counts=True)
    cell_counts = np.asarray(distinct[:, 1:], dtype=np.float64)
    model = distinct[:, 0].astype(np.int64)
    return _Cells(model, cell_counts, number.astype(np.float64), log_multinomial(cell_counts))


def _log_probability(
    value: TensorVariable,
    prior: TensorVariable,
    n_trials: TensorVariable,
    number: TensorVariable,
    coefficient: TensorVariable,
) -> TensorVariable:
    """Return the Dirichlet-multinomial log probability of a cell, times the number of cells like it."""
    import pytensor.tensor as pt

    prior_total = prior.sum(axis=-1)
    ratio = pt.gammaln(prior_total) - pt.gammaln(prior_total + n_trials)
    terms = pt.gammaln(prior + value) - pt.gammaln(prior)
    return number * (coefficient + ratio + terms.sum(axis=-1))


def _draw(
    prior: TensorVariable,
    n_trials: TensorVariable,
    number: TensorVariable,  # noqa: ARG001 (of the density alone: one cell is drawn for all that are like it)
    coefficient: TensorVariable,  # noqa: ARG001 (of the density alone)
    size: TensorVariable,
) -> TensorVariable:
    import pymc as pm
    import pytensor.tensor as pt

    return pt.cast(pm.DirichletMultinomial.dist(n=pt.cast(n_trials, "int64"), a=prior, size=size), "float64")


def composite(counts: OutcomeCounts) -> bool:  # noqa: ARG001 (whatever the counts)
    """Return True: what is observed are kinds of cells with their numbers, which are no independent observations."""
    return True


def score(
    counts: OutcomeCounts, draws: Mapping[str, FloatArray], target: Target, rng: np.random.Generator
) -> FloatArray:
    """Return scores, shape (n_draws, L), drawing the cell probabilities given each draw for these questions."""
    if target == "population":
        return draws["category_mean"] @ counts.weights
    models = range(len(counts.models))
    with ThreadPoolExecutor() as pool:  # one random stream a model: the number of threads changes no draw
        columns = pool.map(lambda model, stream: _drawn(counts, draws, model, stream), models, rng.spawn(len(models)))
        return np.stack(list(columns), axis=1)


def _drawn(counts: OutcomeCounts, draws: Mapping[str, FloatArray], model: int, rng: np.random.Generator) -> FloatArray:
    """Draw the cell probabilities of one model given each draw, and return their mean utility, shape (n_draws,)."""
    prior = draws["concentration"][:, model, None] * draws["category_mean"][:, model]  # (n_draws, C + 1)
    concentration = prior[:, None, :] + counts.counts[model]  # (n_draws, M, C + 1)
    if counts.n_categories == 2:
        low, high = counts.weights
        return np.asarray(low + (high - low) * rng.beta(concentration[:, :, 1], concentration[:, :, 0]).mean(axis=1))
    mass = rng.standard_gamma(concentration)
    return np.asarray(((mass @ counts.weights) / mass.sum(axis=2)).mean(axis=1))


def cells(counts: OutcomeCounts, draws: Mapping[str, FloatArray], rng: np.random.Generator) -> FloatArray:
    """Draw the category probabilities of each cell given each draw, shape (n_draws, L, M, C + 1)."""
    prior = draws["concentration"][:, :, None] * draws["category_mean"]
    mass = rng.standard_gamma(prior[:, :, None, :] + counts.counts)
    return np.asarray(mass / mass.sum(axis=3, keepdims=True))


def doubts(counts: OutcomeCounts, target: Target) -> list[str]:
    """Say what the program leaves out, or leaves to its prior."""
    found = [*_told_by_the_prior(counts)]
    if counts.coverage.min() < 1:
        found.append(
            f"{1 - counts.observed.mean():.1%} of the cells are missing and are predicted from the other questions of "
            f"the same model, as if they were as hard."
        )
    if target == "population" and np.unique(counts.cluster).size < len(counts.questions):
        found.append("hierarchical takes questions of one cluster as unrelated; program='population' keeps clusters.")
    return found


def _told_by_the_prior(counts: OutcomeCounts) -> Iterator[str]:
    of_model = counts.counts.sum(axis=1)  # (L, C + 1)
    unanimous = (of_model > 0).sum(axis=1) == 1
    if unanimous.any():
        names = named(sorted(np.array(counts.models)[unanimous].tolist()))
        yield f"{names} had one outcome every time: how often there are others is told by the prior alone."
    if len(counts.questions) == 1 or counts.n_trials.max() == 1:
        what = "one question" if len(counts.questions) == 1 else "one trial of each question"
        yield f"there is {what}: how unlike the questions of a model are is told by the prior alone."


PROGRAM = Program(
    reads=OutcomeCounts,
    scores={
        "benchmark": "mean utility on these questions (expected accuracy for right and wrong)",
        "population": "mean utility on questions like these (expected accuracy for right and wrong)",
    },
    build=hierarchical,
    reference="gelman2013",
    score=score,
    cells=cells,
    doubts=doubts,
    composite=composite,
)
