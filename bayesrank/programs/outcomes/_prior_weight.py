"""The posterior of the weight that prior outcomes have, on a grid."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np
from scipy.special import gammaln

from bayesrank.arrays import FloatArray
from bayesrank.statistics.outcome_counts import OutcomeCounts

type WeightOf = Literal["all", "each"]

COARSE, FINE = 200, 500  # steps of the grid over all weights, and over those that the outcomes leave
NEGLIGIBLE = 40.0  # log likelihood below the highest: less than 1e-17 of the posterior


class WeightGrid(NamedTuple):
    """Posterior of a weight by steps of equal width in ``sqrt(weight / (1 + weight))``, uniform under the prior.

    ``middle`` of each step and its probability ``mass``, both of shape (steps,); draws are uniform within a step.
    """

    middle: FloatArray
    mass: FloatArray
    width: float

    @property
    def weight(self) -> FloatArray:
        """The weight in the middle of each step."""
        return _weight_at(self.middle)

    @property
    def median(self) -> float:
        """Posterior median of the weight; the mean can be infinite."""
        return float(self.weight[np.searchsorted(self.mass.cumsum(), 0.5)])

    def below(self, weight: float) -> float:
        """Return the probability that the weight is below one."""
        return float(self.mass[self.weight < weight].sum())

    def draw(self, n_draws: int, rng: np.random.Generator) -> FloatArray:
        """Draw weights, shape (n_draws,)."""
        step = rng.choice(len(self.mass), n_draws, p=self.mass)
        return _weight_at(self.middle[step] + self.width * (rng.random(n_draws) - 0.5))


@lru_cache(maxsize=4)  # every block of draws asks for it
def weight_posterior(counts: OutcomeCounts, weight_of: WeightOf) -> tuple[WeightGrid, ...]:
    """Return the posterior of the one weight, or of that of each model, under ``weight / (1 + weight) ~ Beta(1/2, 1)``.

    Each cell is ``DirichletMultinomial(n, 1 + weight * prior_counts)``. A model without a cell that has both outcomes
    and prior outcomes keeps the prior.
    """
    known = (counts.n_trials > 0) & counts.prior_counts.any(axis=2)
    pairs = np.stack([counts.counts, counts.prior_counts], axis=2)  # (L, M, 2, C + 1)
    groups = [pairs[known]] if weight_of == "all" else [cells[mask] for cells, mask in zip(pairs, known, strict=True)]
    return tuple(_grid(group) for group in groups)


def _grid(pairs: FloatArray) -> WeightGrid:
    """Return the posterior given cells, shape (cells, 2, C + 1): a coarse look, then a fine one where it is likely."""
    middle, width = _middles(0.0, 1.0, COARSE)
    likely = middle[_relative_likelihood(pairs, middle) > -NEGLIGIBLE]
    middle, width = _middles(max(likely[0] - width, 0.0), min(likely[-1] + width, 1.0), FINE)
    mass = np.exp(_relative_likelihood(pairs, middle))
    return WeightGrid(middle, mass / mass.sum(), width)


def _middles(low: float, high: float, steps: int) -> tuple[FloatArray, float]:
    width = (high - low) / steps
    return np.asarray(low + width * (np.arange(steps, dtype=np.float64) + 0.5)), width


def _relative_likelihood(pairs: FloatArray, root: FloatArray) -> FloatArray:
    """Return the log likelihood at each step less the highest; equal cells are worked out once."""
    cells, number = np.unique(pairs, axis=0, return_counts=True)
    outcomes, prior = cells[:, 0], cells[:, 1]
    found = np.empty(len(root))
    for step, weight in enumerate(_weight_at(root)):
        concentration = 1 + weight * prior
        total = concentration.sum(axis=1)
        terms = (gammaln(concentration + outcomes) - gammaln(concentration)).sum(axis=1)
        found[step] = number @ (terms + gammaln(total) - gammaln(total + outcomes.sum(axis=1)))
    return found - found.max()


def _weight_at(root: FloatArray) -> FloatArray:
    """Return the weight whose prior distribution function is ``root``: ``weight / (1 + weight) = root^2``."""
    return np.asarray(root**2 / (1 - root**2))
