"""The posterior of Rasch by nested Laplace approximations: normal given the two spreads, which are integrated out."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
from scipy.linalg import solve_triangular

from bayesrank.arrays import FloatArray
from bayesrank.errors import ConvergenceError
from bayesrank.programs.abilities import Spread
from bayesrank.programs.item_response._rasch_newton import (
    Place,
    Precisions,
    Totals,
    chances,
    climb,
    curvature_of,
    log_evidence,
    start,
)
from bayesrank.programs.program import Draws

SPREADS = ("ability_spread", "difficulty_spread")
STENCIL = 0.05  # distance of the points that tell slope and curvature of the log density of log spreads
MOST_STEPS, LONGEST_STEP, LAST_STEP = 25, 1.0, 0.02
LEAST_CURVATURE = 1.0  # a quarter of that of the prior: far from the mode the density may bend the other way
NODES = np.arange(-3.0, 4.0)  # of the grid about the mode, in standard deviations
FINE = 12  # steps from node to node, of the density that spreads are drawn from


@dataclass(frozen=True, eq=False)
class _Grid:
    """What is known at the nodes of a grid of log spreads, G of them; F spreads are free.

    ``standard`` (G, F) are the nodes in standard coordinates, ``precisions`` and ``places`` the priors and the modes
    there, ``excess`` (G,) by how much the log density exceeds that of a standard normal. Log spreads are
    ``mode + axes @ standard``, of shapes (F,) and (F, F).
    """

    mode: FloatArray
    axes: FloatArray
    standard: FloatArray
    excess: FloatArray
    precisions: list[Precisions]
    places: list[Place]


def nested_laplace(
    data: Totals, spreads: tuple[Spread, Spread], mean_scale: float, n_draws: int, rng: np.random.Generator
) -> Draws:
    """Draw from the posterior.

    Given the spreads the posterior is taken as normal about its mode. The density of the spreads is what remains when
    that normal is integrated out, worked out on a grid about its own mode.

    Parameters
    ----------
    data : Totals
    spreads : pair of Spread
        Priors of the spreads of abilities and of difficulties.
    mean_scale : float
        Standard deviation of the normal prior of the mean difficulty.

    Returns
    -------
    mapping of str to array
        ``ability`` (n_draws, L), ``difficulty`` (n_draws, M), and of shape (n_draws,) ``difficulty_mean`` and those of
        ``ability_spread`` and ``difficulty_spread`` that are not fixed.

    Raises
    ------
    ConvergenceError
        If no mode of the spreads is found.

    References
    ----------
    rue2009
    """
    conditional = _Conditional(data, spreads, mean_scale)
    grid = _grid(conditional)
    standard = _drawn_coordinates(grid, n_draws, rng)
    share = _interpolation(standard)  # the mode moves with the spreads, between nodes too
    ability = share @ np.stack([place.ability for place in grid.places])
    difficulty = (share @ np.stack([place.difficulty for place in grid.places]))[:, data.kind]
    mean = share @ np.array([place.mean for place in grid.places])
    nearest = share.argmax(axis=1)
    for node in np.unique(nearest):
        here = np.flatnonzero(nearest == node)
        deviation = _deviations(data, grid.precisions[node], grid.places[node], len(here), rng)
        ability[here] += deviation[0]
        difficulty[here] += deviation[1]
        mean[here] += deviation[2]
    log_spreads = grid.mode + standard @ grid.axes.T
    drawn = {SPREADS[which]: np.exp(log_spreads[:, place]) for place, which in enumerate(conditional.free)}
    return {"ability": ability, "difficulty": difficulty, "difficulty_mean": mean, **drawn}


class _Conditional:
    """The posterior given the spreads, and the density of the free log spreads; each mode starts from the last."""

    def __init__(self, data: Totals, spreads: tuple[Spread, Spread], mean_scale: float) -> None:
        self.data, self.spreads, self.mean_scale = data, spreads, mean_scale
        self.free = [which for which, spread in enumerate(spreads) if spread.log_sd]
        self.place = start(data)

    def precisions(self, log_spreads: FloatArray) -> Precisions:
        """Return the precisions for free log spreads, shape (F,)."""
        both = np.array([spread.log_median for spread in self.spreads])
        both[self.free] = log_spreads
        ability, difficulty = np.exp(-2 * both)
        return Precisions(ability, difficulty, 1 / self.mean_scale**2)

    def log_density(self, log_spreads: FloatArray) -> float:
        """Return the log density of free log spreads; the mode is kept as ``place``."""
        prior = self.precisions(log_spreads)
        self.place = climb(self.data, prior, self.place)
        priors = [self.spreads[which] for which in self.free]
        from_median = [
            (value - spread.log_median) / spread.log_sd for value, spread in zip(log_spreads, priors, strict=True)
        ]
        return log_evidence(self.data, prior, self.place) - float(np.square(from_median).sum()) / 2


def _grid(conditional: _Conditional) -> _Grid:
    mode, axes = _mode(conditional)
    n_free = len(mode)
    standard = np.array(list(product(NODES, repeat=n_free)))
    precisions, places, excess = [], [], np.empty(len(standard))
    for node, coordinates in enumerate(standard):
        log_spreads = mode + axes @ coordinates
        excess[node] = conditional.log_density(log_spreads) + coordinates @ coordinates / 2
        precisions.append(conditional.precisions(log_spreads))
        places.append(conditional.place)
    return _Grid(mode, axes, standard, excess - excess.max(), precisions, places)


def _mode(conditional: _Conditional) -> tuple[FloatArray, FloatArray]:
    """Return the mode of the log spreads, and axes that make them standard, by Newton steps on differences.

    Raises
    ------
    ConvergenceError
        If the steps do not become small.
    """
    mode = np.array([conditional.spreads[which].log_median for which in conditional.free])
    for _ in range(MOST_STEPS):
        slope, hollow = _differences(conditional, mode)
        values, vectors = np.linalg.eigh(hollow)
        values = np.maximum(values, LEAST_CURVATURE)
        step = vectors @ ((vectors.T @ slope) / values)
        mode = mode + np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        last = float(np.abs(step).max(initial=0.0))
        if last < LAST_STEP:
            return mode, vectors / np.sqrt(values)
    message = (
        f"the mode of log spreads must be found to {LAST_STEP} in {MOST_STEPS} steps; the last step was {last:.2g}. "
        f"Use inference='nuts'."
    )
    raise ConvergenceError(message)


def _differences(conditional: _Conditional, at: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the slope, and minus the second derivatives, of the log density of log spreads."""
    n_free = len(at)
    move = STENCIL * np.eye(n_free)
    centre = conditional.log_density(at)
    up = np.array([conditional.log_density(at + along) for along in move])
    down = np.array([conditional.log_density(at - along) for along in move])
    hollow = np.diag(2 * centre - up - down)
    if n_free == 2:
        both = conditional.log_density(at + move.sum(axis=0)) - up.sum() + centre
        hollow[0, 1] = hollow[1, 0] = -both
    return (up - down) / (2 * STENCIL), hollow / STENCIL**2


def _drawn_coordinates(grid: _Grid, n_draws: int, rng: np.random.Generator) -> FloatArray:
    """Draw standard coordinates of log spreads, shape (n_draws, F), the excess interpolated between nodes."""
    n_free = grid.standard.shape[1]
    fine = np.linspace(NODES[0], NODES[-1], FINE * (len(NODES) - 1) + 1)
    points = np.array(list(product(fine, repeat=n_free)))
    log_weight = _interpolation(points) @ grid.excess - (points**2).sum(axis=1) / 2
    weight = np.exp(log_weight - log_weight.max())
    chosen = rng.choice(len(points), n_draws, p=weight / weight.sum())
    within = rng.uniform(-0.5, 0.5, (n_draws, n_free)) * (fine[1] - fine[0])
    return np.asarray(np.clip(points[chosen] + within, NODES[0], NODES[-1]))


def _interpolation(standard: FloatArray) -> FloatArray:
    """Return the share of each node of the grid in each point, by linear interpolation, shape (points, G)."""
    share: FloatArray = np.ones((len(standard), 1))
    for coordinate in standard.T:
        along = np.maximum(1 - np.abs(coordinate[:, None] - NODES), 0.0)
        share = np.asarray(share[:, :, None] * along[:, None, :]).reshape(len(standard), -1)
    return share


def _deviations(
    data: Totals, prior: Precisions, place: Place, n_draws: int, rng: np.random.Generator
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Draw from the normal about the mode: abilities (n_draws, L), difficulties (n_draws, M), their mean (n_draws,)."""
    curvature = curvature_of(data, prior, chances(place))
    normal = rng.standard_normal((curvature.factor.shape[0], n_draws))
    moved = (curvature.basis @ solve_triangular(curvature.factor, normal)).T
    ability, mean = moved[:, :-1], moved[:, -1]
    expected = (ability @ curvature.weight + prior.difficulty * mean[:, None]) / curvature.question
    noise = rng.standard_normal((n_draws, len(data.kind))) / np.sqrt(curvature.question)[data.kind]
    return ability, expected[:, data.kind] + noise, mean
