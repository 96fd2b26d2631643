"""What solvers maximise where the likelihood knows abilities alone, and is free of their mean."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.programs.abilities import AbilityPrior
from bayesrank.programs.nested_laplace import nested_laplace
from bayesrank.programs.newton import Density, Derivatives


@dataclass(frozen=True, eq=False)
class AbilityProblem:
    """Abilities of L models, and their log likelihood; see :class:`~bayesrank.programs.nested_laplace.Problem`."""

    likelihood: Density
    n_models: int
    node_distance: float = 0.7  # some of these likelihoods take long

    def start(self) -> FloatArray:
        """Return equal abilities."""
        return np.zeros(self.n_models)

    def log_likelihood(self) -> Density:
        """Return the log likelihood, with a curvature in the shift of all abilities, along which no gradient points."""

        def at(ability: FloatArray) -> Derivatives:
            value, gradient, curvature = self.likelihood(ability)
            return Derivatives(value, gradient, curvature + 1 / self.n_models)

        return at

    def log_posterior(self, spread: float) -> Density:
        """Return the log density of the posterior at a spread of abilities, up to a constant."""
        precision = spread**-2

        def at(ability: FloatArray) -> Derivatives:
            value, gradient, curvature = self.likelihood(ability)
            return Derivatives(
                value - precision * float(ability @ ability) / 2,
                gradient - precision * ability,
                curvature + precision * np.eye(self.n_models),
            )

        return at

    def named(self, values: FloatArray) -> dict[str, FloatArray]:
        """Return abilities that sum to zero."""
        return {"ability": values - values.mean(axis=-1, keepdims=True)}


def approximation_of(likelihood_of: Callable[[Any], Density]) -> Callable[..., dict[str, FloatArray]]:
    """Return :attr:`~bayesrank.programs.program.Program.laplace` of a program, from a statistic to its likelihood."""

    def laplace(
        statistic: Any,  # noqa: ANN401 (what the program reads)
        n_draws: int,
        rng: np.random.Generator,
        *,
        ability_prior: AbilityPrior = "normal",
        ability_scale: float | None = None,
        spread_median: float = 1.0,
    ) -> dict[str, FloatArray]:
        """Return draws from the normal approximation at each spread of abilities."""
        return nested_laplace(
            AbilityProblem(likelihood_of(statistic), len(statistic.models)),
            n_draws,
            rng,
            ability_prior=ability_prior,
            ability_scale=ability_scale,
            spread_median=spread_median,
        )

    return laplace
