"""Draws of few variables, abilities among them: normal at each spread of abilities, and the spread on a grid."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
from scipy.linalg import cho_factor, solve_triangular

from bayesrank.arrays import FloatArray
from bayesrank.programs.abilities import SPREAD_LOG_SD, AbilityPrior, Spread, normal_spread
from bayesrank.programs.newton import Density, climb

LOWEST = 10.0  # log density below the greatest at which the grid ends


class Problem(Protocol):
    """What is to be approximated: a likelihood of abilities and a few other variables, all in one vector."""

    @property
    def n_models(self) -> int:
        """Number of abilities, L."""

    @property
    def node_distance(self) -> float:
        """Distance of nodes of the grid, in the least standard deviation that the log of the spread can have."""

    def start(self) -> FloatArray:
        """Return a point to begin with."""

    def log_likelihood(self) -> Density:
        """Return the log likelihood; its curvature is regular, though equal shifts of all abilities change nothing."""

    def log_posterior(self, spread: float) -> Density:
        """Return the log density at a spread of abilities, each of which is normal about 0, up to a constant."""

    def named(self, values: FloatArray) -> dict[str, FloatArray]:
        """Return the variables by name, abilities summing to zero, of vectors of them, shape (..., n)."""


class _Node(NamedTuple):
    """The normal at one spread: log of the spread, its log marginal, the mode, and the factor of the curvature."""

    log_spread: float
    log_marginal: float
    mode: FloatArray
    factor: FloatArray


def most_likely(problem: Problem) -> dict[str, FloatArray]:
    """Return the maximum likelihood of the variables by name; it must exist."""
    values, _ = climb(problem.log_likelihood(), problem.start())
    return problem.named(values)


def nested_laplace(
    problem: Problem,
    n_draws: int,
    rng: np.random.Generator,
    *,
    ability_prior: AbilityPrior,
    ability_scale: float | None,
    spread_median: float,
    spread_log_sd: float = SPREAD_LOG_SD,
) -> dict[str, FloatArray]:
    """Draw the variables: the spread from a grid of its logarithm, the others from a normal about their mode at it.

    The density at each node of the grid is Laplace's approximation to the marginal, times the prior of the spread.

    Parameters
    ----------
    problem : Problem
    ability_prior, ability_scale, spread_median, spread_log_sd
        See :func:`~bayesrank.programs.abilities.abilities`.

    Returns
    -------
    mapping of str to array
        As :meth:`Problem.named`, and ``ability_spread`` where it is learned, each with a leading axis of draws.

    Raises
    ------
    ValueError
        If the prior of abilities is not normal, or a scale is not positive.

    References
    ----------
    rue2009
    """
    spread = normal_spread(
        problem.n_models,
        ability_prior=ability_prior,
        ability_scale=ability_scale,
        spread_median=spread_median,
        spread_log_sd=spread_log_sd,
    )
    least_sd = 1 / np.sqrt(2 * (problem.n_models - 1) + spread.log_sd**-2) if spread.log_sd else 0.0
    width = problem.node_distance * least_sd
    nodes = _grid(problem, spread, width)
    weight = np.exp([node.log_marginal - max(other.log_marginal for other in nodes) for node in nodes])
    chosen = rng.choice(len(nodes), n_draws, p=weight / weight.sum())
    values = rng.standard_normal((n_draws, len(nodes[0].mode)))
    for number in np.unique(chosen):
        here, node = chosen == number, nodes[number]
        values[here] = node.mode + solve_triangular(node.factor, values[here].T).T
    drawn = problem.named(values)
    if spread.log_sd:
        log_spread = np.array([node.log_spread for node in nodes])[chosen]
        drawn["ability_spread"] = np.exp(log_spread + width * rng.uniform(-0.5, 0.5, n_draws))
    return drawn


def _grid(problem: Problem, spread: Spread, width: float) -> list[_Node]:
    """Walk both ways from the prior median until the density is too low to matter; one node where there is no width."""
    nodes = [_node(problem, spread, 0.0, problem.start())]
    for step in (width, -width) if width else ():
        node = nodes[0]
        while node.log_marginal > max(other.log_marginal for other in nodes) - LOWEST:
            node = _node(problem, spread, node.log_spread - spread.log_median + step, node.mode)
            nodes.append(node)
    return nodes


def _node(problem: Problem, spread: Spread, shift: float, start: FloatArray) -> _Node:
    log_spread = spread.log_median + shift
    mode, there = climb(problem.log_posterior(float(np.exp(log_spread))), start)
    factor, _ = cho_factor(there.curvature)
    # One of the L directions is the shift of all abilities: there the prior is all, and its two terms cancel.
    log_marginal = there.value - problem.n_models * log_spread - float(np.log(factor.diagonal()).sum())
    if shift:
        log_marginal -= (shift / spread.log_sd) ** 2 / 2
    return _Node(log_spread, log_marginal, mode, factor)
