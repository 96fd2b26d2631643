"""Fast solvers for programs whose likelihood knows abilities alone and is log-concave in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve, solve_triangular

from bayesrank.arrays import FloatArray
from bayesrank.errors import ConvergenceError
from bayesrank.options import check_positive
from bayesrank.programs.abilities import FEWEST_MODELS_FOR_SPREAD, SPREAD_LOG_SD, AbilityPrior

MOST_STEPS = 200
LONGEST_STEP = 5.0  # logits
TOLERANCE = 1e-7  # of the last step; convergence is quadratic
ROUNDING = 1e-9  # of the log likelihood, relative: that of an integral worked out numerically
NODE_DISTANCE = 0.7  # of the grid of log spreads, in the least standard deviation that the posterior can have
LOWEST = 10.0  # log density below the greatest at which the grid ends


class Derivatives(NamedTuple):
    """A log likelihood, its gradient (L,) and minus its second derivatives (L, L), all free of the mean ability."""

    value: float
    gradient: FloatArray
    curvature: FloatArray


type AbilityLikelihood = Callable[[FloatArray], Derivatives]


class Spread(NamedTuple):
    """The log-normal prior of the spread of abilities; it is fixed at its median if ``log_sd`` is 0."""

    log_median: float
    log_sd: float


class _Node(NamedTuple):
    """The posterior at one spread: its logarithm and log marginal, the mode, and the factor of the curvature there."""

    log_spread: float
    log_marginal: float
    mode: FloatArray
    factor: FloatArray


def most_likely(likelihood: AbilityLikelihood, n_models: int) -> FloatArray:
    """Return the abilities of greatest likelihood, shape (L,), summing to zero."""
    return _climb(likelihood, np.zeros(n_models), 0.0)[0]


def nested_laplace(
    likelihood: AbilityLikelihood,
    n_models: int,
    n_draws: int,
    rng: np.random.Generator,
    *,
    ability_prior: AbilityPrior,
    ability_scale: float | None,
    spread_median: float,
) -> dict[str, FloatArray]:
    """Draw abilities from the normal about their mode at each spread, and the spread from a grid of its logarithm.

    The density at a node of the grid is Laplace's approximation to the likelihood of the spread, times its prior; see
    :func:`~bayesrank.programs.abilities.abilities` for that.

    Returns
    -------
    mapping of str to array
        ``ability`` of shape (n_draws, L), and where it is learned ``ability_spread`` of shape (n_draws,).

    Raises
    ------
    ValueError
        If the prior of abilities is not normal.

    References
    ----------
    rue2009
    """
    spread = normal_spread(
        n_models, ability_prior=ability_prior, ability_scale=ability_scale, spread_median=spread_median
    )
    return drawn_at_spreads(likelihood, n_models, spread, n_draws, rng)


def approximation_of(likelihood_of: Callable[[Any], AbilityLikelihood]) -> Callable[..., dict[str, FloatArray]]:
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
            likelihood_of(statistic),
            len(statistic.models),
            n_draws,
            rng,
            ability_prior=ability_prior,
            ability_scale=ability_scale,
            spread_median=spread_median,
        )

    return laplace


def normal_spread(
    n_models: int,
    *,
    ability_prior: AbilityPrior,
    ability_scale: float | None,
    spread_median: float,
    spread_log_sd: float = SPREAD_LOG_SD,
) -> Spread:
    """Return the prior of the spread of normal abilities, as :func:`~bayesrank.programs.abilities.abilities` has it.

    Raises
    ------
    ValueError
        If the prior of abilities is not normal, or a scale is not positive.
    """
    if ability_prior != "normal":
        message = f"ability_prior must be normal for inference='laplace'; got {ability_prior!r}. Use inference='nuts'."
        raise ValueError(message)
    check_positive("spread_median", spread_median)
    if ability_scale is not None:
        check_positive("ability_scale", ability_scale)
        return Spread(float(np.log(ability_scale)), 0.0)
    return Spread(float(np.log(spread_median)), spread_log_sd if n_models >= FEWEST_MODELS_FOR_SPREAD else 0.0)


def drawn_at_spreads(
    likelihood: AbilityLikelihood, n_models: int, spread: Spread, n_draws: int, rng: np.random.Generator
) -> dict[str, FloatArray]:
    """Draw abilities, and their spread where it is learned; see :func:`nested_laplace`."""
    width = NODE_DISTANCE / np.sqrt(2 * (n_models - 1) + spread.log_sd**-2) if spread.log_sd else 0.0
    nodes = _grid(likelihood, n_models, spread, width)
    weight = np.exp([node.log_marginal - max(other.log_marginal for other in nodes) for node in nodes])
    chosen = rng.choice(len(nodes), n_draws, p=weight / weight.sum())
    ability = rng.standard_normal((n_draws, n_models))
    for number in np.unique(chosen):
        here, node = chosen == number, nodes[number]
        ability[here] = node.mode + solve_triangular(node.factor, ability[here].T).T
    drawn = {"ability": ability - ability.mean(axis=1, keepdims=True)}
    if spread.log_sd:
        log_spread = np.array([node.log_spread for node in nodes])[chosen]
        drawn["ability_spread"] = np.exp(log_spread + width * rng.uniform(-0.5, 0.5, n_draws))
    return drawn


def _grid(likelihood: AbilityLikelihood, n_models: int, spread: Spread, width: float) -> list[_Node]:
    """Walk both ways from the prior median until the density is too low to matter; one node where there is no width."""
    nodes = [_node(likelihood, spread, 0.0, np.zeros(n_models))]
    for step in (width, -width) if width else ():
        node = nodes[0]
        while node.log_marginal > max(other.log_marginal for other in nodes) - LOWEST:
            node = _node(likelihood, spread, node.log_spread - spread.log_median + step, node.mode)
            nodes.append(node)
    return nodes


def _node(likelihood: AbilityLikelihood, spread: Spread, shift: float, start: FloatArray) -> _Node:
    log_spread = spread.log_median + shift
    precision = float(np.exp(-2 * log_spread))
    mode, there = _climb(likelihood, start, precision)
    factor, _ = cho_factor(there.curvature + precision * np.eye(len(mode)))
    # Of the L directions one is the shift of all abilities: there the prior is all, and its two terms cancel.
    log_prior = -len(mode) * log_spread - precision * float(mode @ mode) / 2
    if shift:
        log_prior -= (shift / spread.log_sd) ** 2 / 2
    return _Node(log_spread, there.value + log_prior - float(np.log(factor.diagonal()).sum()), mode, factor)


def _climb(likelihood: AbilityLikelihood, start: FloatArray, precision: float) -> tuple[FloatArray, Derivatives]:
    """Return the mode under a normal prior of a precision, and the likelihood there, by Newton's method."""
    point, here = start, likelihood(start)
    for _ in range(MOST_STEPS):
        step = _uphill(here, point, precision)
        length, there = 1.0, likelihood(point + step)
        while _density(there, point + length * step, precision) < _density(here, point, precision) - _slack(here):
            length /= 2
            there = likelihood(point + length * step)
        point, here = point + length * step, there
        if np.abs(step).max() <= TOLERANCE:
            return point, here
    message = (
        f"the search for the mode must end in {MOST_STEPS} steps; got a last step of {np.abs(step).max():.2g} at log "
        f"likelihood {here.value:.6g}. Use inference='nuts'."
    )
    raise ConvergenceError(message)


def _density(there: Derivatives, point: FloatArray, precision: float) -> float:
    return there.value - precision * float(point @ point) / 2


def _slack(here: Derivatives) -> float:
    return ROUNDING * (1 + abs(here.value))


def _uphill(here: Derivatives, point: FloatArray, precision: float) -> FloatArray:
    """Return Newton's step, of abilities that sum to zero."""
    n_models = len(point)
    # without a prior nothing holds the mean of abilities, which is to stay where it is
    hollow = here.curvature + (precision * np.eye(n_models) if precision else np.full((n_models,) * 2, 1 / n_models))
    lift = 0.0
    while True:
        try:
            factor = cho_factor(hollow + lift * np.eye(n_models))
            break
        except LinAlgError:  # rounding can hide what curvature there is far from the others
            lift = max(4 * lift, 1e-12 * float(hollow.diagonal().max()))
    step = np.asarray(cho_solve(factor, here.gradient - precision * point))
    step -= step.mean()
    return step * (LONGEST_STEP / max(float(np.abs(step).max()), LONGEST_STEP))
