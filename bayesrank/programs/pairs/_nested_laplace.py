"""Draws from a posterior of battles: normal at each spread of abilities, and the spread on a grid."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.options import check_positive
from bayesrank.programs.abilities import FEWEST_MODELS_FOR_SPREAD, SPREAD_LOG_SD, AbilityPrior
from bayesrank.programs.pairs._newton import climb
from bayesrank.programs.pairs._solver import Problem

LOWEST = 10.0  # log density below the greatest at which the grid ends


class _Node(NamedTuple):
    """The normal approximation at one spread: log of the spread, its log marginal, the mode and the curvature there."""

    log_spread: float
    log_marginal: float
    mode: FloatArray
    curvature: FloatArray


def nested_laplace(
    problem: Problem,
    n_draws: int,
    rng: np.random.Generator,
    *,
    ability_prior: AbilityPrior,
    ability_scale: float | None,
    spread_median: float,
) -> dict[str, FloatArray]:
    """Draw the variables: the spread from a grid of its logarithm, the others from a normal about their mode at it.

    The density at each node of the grid is Laplace's approximation to the marginal, times the prior of the spread.

    Returns
    -------
    mapping of str to array
        As :meth:`~bayesrank.programs.pairs._solver.Problem.named`, and ``ability_spread`` where it is learned, each
        with a leading axis of draws.

    Raises
    ------
    ValueError
        If the prior of abilities is not normal.
    """
    if ability_prior != "normal":
        message = f"ability_prior must be normal for inference='laplace'; got {ability_prior!r}. Use inference='nuts'."
        raise ValueError(message)
    check_positive("spread_median", spread_median)
    if ability_scale is not None:
        check_positive("ability_scale", ability_scale)
    n_models = len(problem.battles.models)
    if ability_scale is not None or n_models < FEWEST_MODELS_FOR_SPREAD:
        fixed = spread_median if ability_scale is None else ability_scale
        nodes, width = [_node(problem, float(np.log(fixed)), problem.start())], 0.0
    else:
        width = 0.5 / np.sqrt(2 * (n_models - 1) + SPREAD_LOG_SD**-2)  # half the least standard deviation
        nodes = _grid(problem, float(np.log(spread_median)), width)
    weight = np.exp([node.log_marginal - max(node.log_marginal for node in nodes) for node in nodes])
    chosen = rng.choice(len(nodes), size=n_draws, p=weight / weight.sum())
    standard = rng.standard_normal((n_draws, len(nodes[0].mode)))
    values = np.empty_like(standard)
    for number in np.unique(chosen):
        values[chosen == number] = _normal(nodes[number], standard[chosen == number])
    drawn = problem.named(values)
    if width > 0:
        centre = np.array([node.log_spread for node in nodes])[chosen]
        drawn["ability_spread"] = np.exp(centre + width * (rng.random(n_draws) - 0.5))
    return drawn


def _grid(problem: Problem, log_median: float, width: float) -> list[_Node]:
    """Walk both ways from the prior median until the density is too low to matter."""

    def weighed(log_spread: float, start: FloatArray) -> _Node:
        node = _node(problem, log_spread, start)
        return node._replace(log_marginal=node.log_marginal - ((log_spread - log_median) / SPREAD_LOG_SD) ** 2 / 2)

    nodes = [weighed(log_median, problem.start())]
    for direction in (1, -1):
        node = nodes[0]
        steps = 0
        while node.log_marginal > max(other.log_marginal for other in nodes) - LOWEST:
            steps += direction
            node = weighed(log_median + steps * width, node.mode)
            nodes.append(node)
    return nodes


def _node(problem: Problem, log_spread: float, start: FloatArray) -> _Node:
    mode, there = climb(problem.log_posterior(float(np.exp(log_spread))), start)
    _, log_determinant = np.linalg.slogdet(there.curvature)
    # One of the L directions is the shift of all abilities: there the prior is all, and its two terms cancel.
    log_prior_scale = len(problem.battles.models) * log_spread
    return _Node(log_spread, there.value - log_prior_scale - log_determinant / 2, mode, there.curvature)


def _normal(node: _Node, standard: FloatArray) -> FloatArray:
    """Turn standard normal numbers, shape (draws, n), into draws about the mode."""
    from scipy.linalg import cholesky, solve_triangular

    deviation: FloatArray = solve_triangular(cholesky(node.curvature), standard.T)
    return node.mode + deviation.T
