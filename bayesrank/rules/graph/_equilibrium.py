"""The maximum-entropy equilibrium of symmetric zero-sum games.

All equilibria of a game with skew-symmetric payoff A are the mixtures x that nobody gains against, A x <= 0. They
form a polytope, often a point. The one of greatest entropy is unique, owes nothing to the order of the players and
has a part for each player that has a part in any.
"""

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray
from bayesrank.errors import ConvergenceError

NO_PAYOFF = 1e-12  # payoffs below this are rounding
EXACT = 1e-13  # gain against an equilibrium at which iterations end, where the highest stake is 1
TOLERABLE = 1e-9  # and the gain up to which a mixture is one
MOST_STEPS = 100
MOST_HALVINGS = 40
PROXIMITY = 1e-11  # keeps steps finite where multipliers are open, and does not move the solution


def maximum_entropy_equilibrium(payoff: FloatArray) -> FloatArray:
    """Return the equilibrium of greatest entropy, shape (..., L): probabilities, zero outside its support.

    Parameters
    ----------
    payoff : array, shape (..., L, L)
        What the row's player gets from the column's, within [-1, 1]; skew-symmetric.

    Raises
    ------
    ConvergenceError
        If somebody gains more than ``TOLERABLE`` of the highest stake against the mixture found.
    """
    games = payoff.reshape(-1, *payoff.shape[-2:])
    unbeaten = (games >= -NO_PAYOFF).all(axis=-1)
    beaten = ((games > NO_PAYOFF) & unbeaten[:, :, None]).any(axis=-2)
    mixture = unbeaten / np.maximum(unbeaten.sum(axis=-1, keepdims=True), 1)
    # Where the unbeaten beat all others, these have no part in any equilibrium, and all mixtures of the unbeaten are
    # equilibria: the even one has the greatest entropy.
    unsettled = np.flatnonzero(~(unbeaten.any(axis=-1) & (unbeaten | beaten).all(axis=-1)))
    if unsettled.size:
        stakes = games[unsettled] / np.abs(games[unsettled]).max(axis=(-1, -2), keepdims=True)  # change no equilibrium
        mixture[unsettled] = _most_even(stakes, *_central(stakes))
        _refuse_gain(_times(stakes, mixture[unsettled]).max())
    return np.asarray(mixture.reshape(payoff.shape[:-1]))


def _central(payoff: FloatArray) -> tuple[FloatArray, BoolArray]:
    """Return a mixture amid all equilibria, and whether a player has a part in any, both of shape (S, L).

    An interior-point method (mehrotra1992): ``mixture * slack``, with ``slack = value - A mixture``, is kept about the
    same for all players and goes to zero with the value. In the limit just one factor of each product is positive.
    """
    mixture = np.full(payoff.shape[:-1], 1 / payoff.shape[-1])
    value = np.full((len(payoff), 1), 2.0)
    active = np.arange(len(payoff))
    for _ in range(MOST_STEPS):
        moved, value[active] = _central_step(payoff[active], mixture[active], value[active])
        mixture[active] = moved / moved.sum(axis=-1, keepdims=True)
        active = active[value[active, 0] > EXACT]
        if active.size == 0:
            break
    return mixture, mixture > value - _times(payoff, mixture)


def _central_step(payoff: FloatArray, mixture: FloatArray, value: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return mixture and value one step on: a Newton step to value 0 tells how far to go and how to correct it."""
    slack = value - _times(payoff, mixture)
    matrix = _diagonal(slack) - mixture[..., None] * payoff

    def newton(product: FloatArray, rise: FloatArray) -> tuple[FloatArray, FloatArray]:
        step = _solve(matrix, product - mixture * (slack + rise))
        return step, rise - _times(payoff, step)

    step, slack_step = newton(np.zeros_like(mixture), -value)
    left = (1 - _longest(mixture, step, slack, slack_step)) ** 3
    rise = (left - 1) * value
    step, slack_step = newton(left * value / mixture.shape[-1] - step * slack_step, rise)
    length = 0.99 * _longest(mixture, step, slack, slack_step)
    return mixture + length * step, value + length * rise


def _longest(mixture: FloatArray, step: FloatArray, slack: FloatArray, slack_step: FloatArray) -> FloatArray:
    """Return the share of the step, up to 1, after which mixture and slack are still not negative, shape (S, 1)."""
    return np.asarray(1 / np.maximum(-step / mixture, -slack_step / slack).max(axis=-1, keepdims=True, initial=1))


def _most_even(payoff: FloatArray, central: FloatArray, support: BoolArray) -> FloatArray:
    """Return the mixture of greatest entropy among equilibria with that support, shape (S, L).

    It is in proportion to exp(A y) on the support, for multipliers y of the bounds A x <= 0 that minimise log sum
    exp(A y): free for players in the support, against whom there is no slack, and not negative for the others.
    Newton steps, with those multipliers held at zero that would become negative.
    """
    multiplier = _first_multiplier(payoff, central, support)
    mixture, level = _response(payoff, multiplier, support)
    active = np.arange(len(payoff))
    for _ in range(MOST_STEPS):
        gain = _times(payoff[active], mixture[active])
        violated = np.where(support[active], gain, np.minimum(multiplier[active], -gain))
        going = np.abs(violated).max(axis=-1) > EXACT
        active, gain = active[going], gain[going]
        if active.size == 0:
            break
        free = support[active] | (multiplier[active] > 0) | (gain > 0)
        step = _newton_step(payoff[active], mixture[active], gain, free)
        multiplier[active], mixture[active], level[active] = _descended(
            payoff[active], multiplier[active], step, support[active], level[active]
        )
    return mixture


def _first_multiplier(payoff: FloatArray, central: FloatArray, support: BoolArray) -> FloatArray:
    """Return the multipliers whose mixture comes closest to the central one, those outside the support zero."""
    mixture = np.where(support, central, 0.0)
    log_mixture = np.log(mixture, out=np.zeros_like(mixture), where=support)
    uneven = mixture * (log_mixture - (mixture * log_mixture).sum(axis=-1, keepdims=True))
    return _newton_step(payoff, mixture, -_times(payoff, uneven), support)


def _newton_step(payoff: FloatArray, mixture: FloatArray, gain: FloatArray, free: BoolArray) -> FloatArray:
    """Return the change of the free multipliers after which, to first order, nobody has that gain."""
    spread = _diagonal(mixture) - mixture[..., :, None] * mixture[..., None, :]
    curvature = -payoff @ spread @ payoff * free[..., :, None] * free[..., None, :]
    return _solve(curvature + _diagonal(np.where(free, PROXIMITY, 1.0)), np.where(free, gain, 0.0))


def _descended(
    payoff: FloatArray, multiplier: FloatArray, step: FloatArray, support: BoolArray, level: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return multipliers, mixture and level after the longest of 1, 1/2, 1/4, ... steps that does not ascend."""
    length = np.ones_like(level)
    for _ in range(MOST_HALVINGS):
        ahead = multiplier + length * step
        ahead = np.where(support, ahead, np.maximum(ahead, 0.0))
        mixture, reached = _response(payoff, ahead, support)
        ascends = reached > level + EXACT
        if not ascends.any():
            break
        length = np.where(ascends, length / 2, length)
    return ahead, mixture, reached


def _response(payoff: FloatArray, multiplier: FloatArray, support: BoolArray) -> tuple[FloatArray, FloatArray]:
    """Return the mixture exp(A y) of the support, normalised, and the logarithm of what it was divided by, (S, 1)."""
    exponent = np.where(support, _times(payoff, multiplier), -np.inf)
    highest = exponent.max(axis=-1, keepdims=True)
    parts = np.exp(exponent - highest)
    total = parts.sum(axis=-1, keepdims=True)
    return parts / total, highest + np.log(total)


def _refuse_gain(gain: float) -> None:
    if gain > TOLERABLE:
        message = (
            f"the equilibrium must leave no gain above {TOLERABLE:g}; got {gain:.1g}. Use a rule that needs none, such "
            f"as 'hodge_rank'."
        )
        raise ConvergenceError(message)


def _times(matrix: FloatArray, vector: FloatArray) -> FloatArray:
    return np.asarray((matrix @ vector[..., None])[..., 0])


def _diagonal(values: FloatArray) -> FloatArray:
    return values[..., None] * np.eye(values.shape[-1])


def _solve(matrix: FloatArray, vector: FloatArray) -> FloatArray:
    return np.asarray(np.linalg.solve(matrix, vector[..., None])[..., 0])
