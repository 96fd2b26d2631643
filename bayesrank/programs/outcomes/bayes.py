"""Bayes@N: what each model would score on exactly these questions, each cell on its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.programs.program import Draws, Moments, Program, Target
from bayesrank.statistics.cell_probabilities import CellProbabilities, cell_probabilities
from bayesrank.statistics.outcome_counts import OutcomeCounts

if TYPE_CHECKING:
    import pymc as pm

# Where the prior moved a score by .25 to .5 posterior standard deviations, 91 % of the 95 % intervals held the truth in
# simulated benchmarks; with fewer than eight trials a cell, half of them or far fewer.
LARGE_SHIFT = 0.25
FEW_TRIALS = 8
FRACTIONS_DOUBT = (
    "bayes reads a fraction y as y of a right trial and 1 - y of a wrong one, which makes its intervals wider than "
    "fractions need."
)


def bayes(counts: OutcomeCounts) -> pm.Model:
    """Give every cell its own uniform prior on the category probabilities, and score by their mean utility.

    ``p[l, m] ~ Dirichlet(1 + R0 counts)``, ``y[l, m] ~ Multinomial(n[l, m], p[l, m])``,
    ``score[l] = mean over m of sum_k w_k p[l, m, k]``. A missing cell keeps its prior, so with unequal coverage
    the prior decides; equal trials keep the order of the mean outcomes.

    Parameters
    ----------
    counts : OutcomeCounts
        L models, M questions, C + 1 categories.

    Returns
    -------
    pm.Model
        ``score[model]`` is on the scale of the utility weights: for binary outcomes, expected accuracy.

    References
    ----------
    hariri2025
    """
    import pymc as pm

    coords = {"model": counts.models, "question": counts.questions, "category": np.arange(counts.n_categories)}
    with pm.Model(coords=coords) as model:
        observed = pm.Data("observed", counts.counts.astype(np.int64), dims=("model", "question", "category"))
        prior = pm.Data("prior", 1 + counts.prior_counts, dims=("model", "question", "category"))
        n_trials = pm.Data("n_trials", counts.n_trials.astype(np.int64), dims=("model", "question"))
        p = pm.Dirichlet("p", prior, dims=("model", "question", "category"))
        pm.Multinomial("y", n_trials, p, observed=observed, dims=("model", "question", "category"))
        pm.Deterministic("score", (p * counts.weights).sum(axis=2).mean(axis=1), dims="model")
    return model


def exact(counts: OutcomeCounts, n_draws: int, rng: np.random.Generator) -> FloatArray:
    """Draw scores from the Dirichlet posterior of each cell, shape (n_draws, L)."""
    concentration = 1 + counts.prior_counts + counts.counts
    draw = _binary_scores if counts.n_categories == 2 else _categorical_scores
    return np.stack([draw(cells, counts.weights, n_draws, rng) for cells in concentration], axis=1)


def cells(counts: OutcomeCounts, draws: Draws, rng: np.random.Generator) -> FloatArray:
    """Return the category probabilities of each cell, sampled or drawn anew, shape (n_draws, L, M, C + 1)."""
    return draws["p"] if "p" in draws else _cells(counts, len(draws["score"]), rng)


def cell_draws(counts: OutcomeCounts, n_draws: int, rng: np.random.Generator) -> CellProbabilities:
    """Draw the category probabilities of the observed cells: the same draws that :func:`exact` scores.

    Missing cells stay missing: what nobody observed is no result that a rule could read.
    """
    return cell_probabilities(counts, _cells(counts, n_draws, rng))


def _cells(counts: OutcomeCounts, n_draws: int, rng: np.random.Generator) -> FloatArray:
    concentration = 1 + counts.prior_counts + counts.counts
    draw = _binary_cells if counts.n_categories == 2 else _categorical_cells
    return np.stack([draw(cells, n_draws, rng) for cells in concentration], axis=1)


def _binary_cells(cells: FloatArray, n_draws: int, rng: np.random.Generator) -> FloatArray:
    right = rng.beta(cells[:, 1], cells[:, 0], size=(n_draws, len(cells)))
    return np.stack([1 - right, right], axis=2)


def _categorical_cells(cells: FloatArray, n_draws: int, rng: np.random.Generator) -> FloatArray:
    mass = rng.standard_gamma(cells, size=(n_draws, *cells.shape))
    return np.asarray(mass / mass.sum(axis=2, keepdims=True))


def _binary_scores(cells: FloatArray, weights: FloatArray, n_draws: int, rng: np.random.Generator) -> FloatArray:
    right = rng.beta(cells[:, 1], cells[:, 0], size=(n_draws, len(cells)))
    low, high = weights
    return np.asarray(low + (high - low) * right.mean(axis=1))


def _categorical_scores(cells: FloatArray, weights: FloatArray, n_draws: int, rng: np.random.Generator) -> FloatArray:
    mass = rng.standard_gamma(cells, size=(n_draws, *cells.shape))
    return np.asarray(((mass @ weights) / mass.sum(axis=2)).mean(axis=1))


def variates(counts: OutcomeCounts) -> int:
    """Count the random numbers of one draw."""
    return counts.counts.size


def moments(counts: OutcomeCounts) -> Moments:
    """Return the exact posterior mean and standard deviation of the scores.

    References
    ----------
    hariri2025
    """
    mean, variance = cell_moments(counts)
    return Moments(mean.mean(axis=1), np.sqrt(variance.sum(axis=1)) / mean.shape[1])


def cell_moments(counts: OutcomeCounts) -> tuple[FloatArray, FloatArray]:
    """Return the exact posterior mean and variance of the utility of each cell, both of shape (L, M)."""
    concentration = 1 + counts.prior_counts + counts.counts
    total = concentration.sum(axis=2)
    mean = (concentration @ counts.weights) / total
    return mean, ((concentration @ counts.weights**2) / total - mean**2) / (total + 1)


def doubts(counts: OutcomeCounts, target: Target) -> list[str]:  # noqa: ARG001 (bayes has one target)
    """Say when the uniform prior of every cell, and not the outcomes, decides the intervals."""
    remedy = "Use program='hierarchical' for these questions, or 'population' for questions like these."
    found = [f"{doubt} {remedy}" for doubt in prior_doubts(counts)]
    if counts.fractional:
        found.append(f"{FRACTIONS_DOUBT} program='population' reads them as they are.")
    if counts.coverage.min() < 1:
        found.append(
            "bayes fills missing cells by its uniform prior, which draws the scores of models with fewer outcomes to "
            "the middle. Use program='hierarchical'."
        )
    return found


def prior_doubts(counts: OutcomeCounts) -> list[str]:
    """Say when the uniform prior weighs too much against the outcomes, prior outcomes among them."""
    outcomes = counts.counts + counts.prior_counts
    n_outcomes = outcomes.sum(axis=2)
    said = "bayes puts a uniform prior on every question"
    trials = float(np.median(n_outcomes[n_outcomes > 0]))
    if trials < FEW_TRIALS:
        few = f"there are {trials:g} trials a cell (below {FEW_TRIALS})"
        harm = "its intervals can miss what they claim (at one trial, half of the 95 % intervals or more)"
        return [f"{said} and {few}: scores are drawn to the middle and {harm}."]
    known = n_outcomes > 0
    mean, variance = cell_moments(counts)
    shift = np.where(known, mean - (outcomes @ counts.weights) / np.maximum(n_outcomes, 1), 0.0).sum(axis=1)
    deviations = np.abs(shift) / np.sqrt((variance * known).sum(axis=1))
    most = int(deviations.argmax())
    if deviations[most] <= LARGE_SHIFT:
        return []
    size = abs(shift[most]) / known[most].sum()
    drawn = f"{size:.3f}, {deviations[most]:.1f} posterior standard deviations"
    return [f"{said}, which draws the score of {counts.models[most]!r} to the middle by {drawn}."]


PROGRAM = Program(
    reads=OutcomeCounts,
    scores={"benchmark": "mean utility on these questions (expected accuracy for right and wrong)"},
    build=bayes,
    reference="hariri2025",
    exact=exact,
    variates=variates,
    moments=moments,
    cells=cells,
    doubts=doubts,
)
