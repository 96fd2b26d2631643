"""What the programs of item response theory share: scores from abilities and difficulties."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.special import expit

from bayesrank.arrays import FloatArray
from bayesrank.programs.program import Draws, Target
from bayesrank.statistics.outcome_counts import OutcomeCounts, right_category

SCORES: dict[Target, str] = {
    "benchmark": "expected utility on these questions (expected accuracy for right and wrong)",
    "population": "expected utility on questions like these (expected accuracy for right and wrong)",
    "ability": "ability in logits; 0 is the mean of the models",
}
NODES = 21  # of Gauss-Hermite, for difficulties of questions that were not asked
BLOCK_OF_CELLS = 4_000_000  # draws x models x questions that are worked out at once


def spread_of(draws: Draws, name: str, scale: float | None) -> FloatArray:
    """Return the spread of difficulties of each draw, shape (n_draws,), where it may have been fixed at ``scale``."""
    if scale is None:
        return draws[f"{name}_spread"]
    return np.full(len(draws[name]), float(scale))


def accuracy(counts: OutcomeCounts, draws: Draws, chance: Callable[[OutcomeCounts, Draws], FloatArray]) -> FloatArray:
    """Return the expected utility on these questions, the mean over all of them, shape (n_draws, L).

    Missing cells are predicted. Draws are taken a block at a time, so that no array of all cells is kept.

    Parameters
    ----------
    chance : callable
        As :attr:`~bayesrank.programs.program.Program.chance`.
    """
    n_draws = len(draws["ability"])
    step = max(1, BLOCK_OF_CELLS // (len(counts.models) * len(counts.questions)))
    blocks = [slice(start, start + step) for start in range(0, n_draws, step)]
    shares = [chance(counts, {name: values[block] for name, values in draws.items()}).mean(axis=2) for block in blocks]
    return utility(counts, np.concatenate(shares))


def utility(counts: OutcomeCounts, share: FloatArray) -> FloatArray:
    """Return the expected utility of a chance of being right."""
    right = right_category(counts)
    wrong = counts.weights[1 - right]
    return np.asarray(wrong + (counts.weights[right] - wrong) * share)


def chance_on_new_questions(ability: FloatArray, mean: FloatArray, spread: FloatArray) -> FloatArray:
    """Return the chance of a right answer to a question whose difficulty is normal, by Gauss-Hermite quadrature.

    Parameters
    ----------
    ability : array, shape (n_draws, L)
    mean, spread : array, shape (n_draws,)
        Of the difficulties.

    Returns
    -------
    array of float, shape (n_draws, L)
    """
    nodes, weights = np.polynomial.hermite_e.hermegauss(NODES)
    chance = np.zeros_like(ability)
    for node, weight in zip(nodes, weights / weights.sum(), strict=True):  # one node at a time: memory as of one
        chance += weight * expit(ability - (mean + spread * node)[:, None])
    return chance
