"""The compiled loops that play games: Elo, Glicko and TrueSkill, with all that they call.

In one file, for a loop keeps compiled copies of what it calls, and is compiled anew only when its own file changes.

Models with the same results must come out the same to the last bit wherever they stand in a loop. So everything here
is the same function of a model and its opponent for both of a pair, and sums are carried to twice the precision, where
the order of their terms does not show.
"""

from __future__ import annotations

from math import erfc, exp, expm1, log, pi, sqrt
from typing import NamedTuple

import numpy as np
from numba import njit

from bayesrank.arrays import FloatArray, IntArray

FIRST_DEVIATION = 25 / 3  # of TrueSkill's beliefs
_RATE = log(10) / 400  # of Glicko: a lead of 400 is odds of ten to one
_FAR = 8.0  # from where on the continued fraction has all digits, and the exponential loses the first of them
_N_TERMS = 30
_NARROW = 1e-5  # half-widths below which those of no width at all are the closer ones


class Play(NamedTuple):
    """Games, and the orders in which to play them, as a compiled loop reads them.

    Run r is of order ``r % n_orders``, of row ``r % n_rights`` of ``right`` and of row ``r % n_weights`` of ``weight``.

    Parameters
    ----------
    n_models, n_runs : int
        Sizes of the answer.
    order : array of int, shape (n_orders, n_games)
        The game of each turn.
    batch : array of int, shape (n_games,)
        Turns of the same batch are simultaneous.
    start, player, right, weight
        See :class:`~bayesrank.statistics.games.Games`; ``right`` and ``weight`` are two-dimensional.
    drawn_right, drawn_wrong : float
        1 where two models that are both right, or both wrong, have drawn; 0 where that says nothing.
    """

    n_models: int
    n_runs: int
    order: IntArray
    batch: IntArray
    start: IntArray
    player: IntArray
    right: FloatArray
    weight: FloatArray
    drawn_right: float
    drawn_wrong: float


@njit(cache=True, nogil=True)
def elo_gains(play: Play, k_factor: float, rate: float) -> FloatArray:
    """Return what each model has gained in each run, shape (n_runs, L)."""
    ratings = np.zeros((play.n_runs, play.n_models))
    gain = np.zeros((2, play.n_models))
    for run in range(play.n_runs):
        order, rating = play.order[run % len(play.order)], ratings[run]
        right, weight = play.right[run % len(play.right)], play.weight[run % len(play.weight)]
        for turn in range(len(order)):
            game = order[turn]
            for i in range(play.start[game], play.start[game + 1]):
                for j in range(i + 1, play.start[game + 1]):
                    a, b = play.player[i], play.player[j]
                    wins, losses, draws = pair_results(play, weight[game], right[i], right[j])
                    lead = rate * (rating[a] - rating[b])
                    beyond = (wins + draws / 2) * expected_result(-lead) - (losses + draws / 2) * expected_result(lead)
                    add(gain, a, k_factor * beyond)
                    add(gain, b, -k_factor * beyond)
            if ends_batch(play, turn):
                for model in range(play.n_models):
                    rating[model] += gain[0, model] + gain[1, model]
                gain[:] = 0
    return ratings


@njit(cache=True, nogil=True)
def glicko_ratings(play: Play, clock: IntArray, first_variance: float, drift_variance: float) -> FloatArray:
    """Return the change of each rating and its deviation in each run, shape (n_runs, 2, L)."""
    results = np.zeros((play.n_runs, 2, play.n_models))
    surprise, information = np.zeros((2, play.n_models)), np.zeros((2, play.n_models))
    trust = np.empty(play.n_models)
    for run in range(play.n_runs):
        order, rating, variance = play.order[run % len(play.order)], results[run, 0], results[run, 1]
        right, weight = play.right[run % len(play.right)], play.weight[run % len(play.weight)]
        variance[:] = first_variance
        trust[:] = _trust(first_variance)
        for turn in range(len(order)):
            game = order[turn]
            for i in range(play.start[game], play.start[game + 1]):
                for j in range(i + 1, play.start[game + 1]):
                    a, b = play.player[i], play.player[j]
                    wins, losses, draws = pair_results(play, weight[game], right[i], right[j])
                    lead = _RATE * (rating[a] - rating[b])
                    _learn(surprise, information, a, trust[b], trust[b] * lead, wins + draws / 2, losses + draws / 2)
                    _learn(surprise, information, b, trust[a], -trust[a] * lead, losses + draws / 2, wins + draws / 2)
            if ends_batch(play, turn):
                _rate(rating, variance, trust, surprise, information)
                if drift_variance > 0 and advances(clock, turn):
                    for model in range(play.n_models):
                        variance[model] = min(variance[model] + drift_variance, first_variance)
                        trust[model] = _trust(variance[model])
        variance[:] = np.sqrt(variance)
    return results


@njit(cache=True, nogil=True)
def trueskill_beliefs(
    play: Play, clock: IntArray, noise_variance: float, drift_variance: float, draw_margin: float
) -> FloatArray:
    """Return the change of the mean of each ability, and its deviation, in each run, shape (n_runs, 2, L)."""
    beliefs = np.zeros((play.n_runs, 2, play.n_models))
    pull, precision = np.zeros((2, play.n_models)), np.zeros((2, play.n_models))
    for run in range(play.n_runs):
        order, belief = play.order[run % len(play.order)], beliefs[run]
        right, weight = play.right[run % len(play.right)], play.weight[run % len(play.weight)]
        belief[1] = FIRST_DEVIATION**2
        for turn in range(len(order)):
            game = order[turn]
            for i in range(play.start[game], play.start[game + 1]):
                for j in range(i + 1, play.start[game + 1]):
                    pair = play.player[i], play.player[j]
                    results = pair_results(play, weight[game], right[i], right[j])
                    _learn_of_pair(pull, precision, belief, pair, results, (noise_variance, draw_margin))
            if ends_batch(play, turn):
                _believe(belief, pull, precision)
                if advances(clock, turn):
                    belief[1] += drift_variance
        belief[1] = np.sqrt(belief[1])
    return beliefs


# Shared by the loops


@njit(cache=True, nogil=True)
def pair_results(play: Play, weight: float, p: float, other_p: float) -> tuple[float, float, float]:
    """Return how often a model that is right with p beats one that is right with other_p, loses, and draws."""
    draws = play.drawn_right * (p * other_p) + play.drawn_wrong * ((1 - p) * (1 - other_p))
    return weight * (p * (1 - other_p)), weight * (other_p * (1 - p)), weight * draws


@njit(cache=True, nogil=True)
def ends_batch(play: Play, turn: int) -> bool:
    """Return whether no turn simultaneous with this one comes after it."""
    return turn + 1 == len(play.batch) or play.batch[turn + 1] != play.batch[turn]


@njit(cache=True, nogil=True)
def advances(clock: IntArray, turn: int) -> bool:
    """Return whether time passes before the next turn."""
    return turn + 1 < len(clock) and clock[turn + 1] != clock[turn]


@njit(cache=True, nogil=True)
def expected_result(lead: float) -> float:
    """Return the logistic function; for one lead and its opposite the same digits, whichever comes first."""
    odds = exp(-abs(lead))
    return 1 / (1 + odds) if lead >= 0 else odds / (1 + odds)


@njit(cache=True, nogil=True)
def add(sums: FloatArray, position: int, term: float) -> None:
    """Add a term to ``sums[0, position]`` and what rounding takes from it to ``sums[1, position]``; shape (2, L)."""
    before = sums[0, position]
    after = before + term
    taken = after - before
    sums[0, position] = after
    sums[1, position] += (before - (after - taken)) + (term - taken)


# Glicko


@njit(cache=True, nogil=True)
def _trust(variance: float) -> float:
    """Return g, how much a result against an opponent says, given the variance of its rating."""
    return 1 / sqrt(1 + 3 * _RATE**2 / pi**2 * variance)


@njit(cache=True, nogil=True)
def _learn(
    surprise: FloatArray, information: FloatArray, model: int, trust: float, lead: float, scored: float, missed: float
) -> None:
    """Add what a model learns from an opponent against which it scored, and missed, so many points."""
    expected, other = expected_result(lead), expected_result(-lead)
    add(surprise, model, trust * (scored * other - missed * expected))
    add(information, model, trust**2 * (scored + missed) * expected * other)


@njit(cache=True, nogil=True)
def _rate(
    rating: FloatArray, variance: FloatArray, trust: FloatArray, surprise: FloatArray, information: FloatArray
) -> None:
    """Move the models that played, and forget what they learnt."""
    for model in range(len(rating)):
        if information[0, model] > 0:
            variance[model] = 1 / (1 / variance[model] + _RATE**2 * (information[0, model] + information[1, model]))
            rating[model] += _RATE * variance[model] * (surprise[0, model] + surprise[1, model])
            trust[model] = _trust(variance[model])
    surprise[:] = 0
    information[:] = 0


# TrueSkill


@njit(cache=True, nogil=True)
def _learn_of_pair(
    pull: FloatArray,
    precision: FloatArray,
    belief: FloatArray,
    pair: tuple[int, int],
    results: tuple[float, float, float],
    game: tuple[float, float],
) -> None:
    """Add what the wins, losses and draws of the first of a pair say of both; ``game`` is noise variance and margin."""
    (a, b), (mean, variance), (noise_variance, draw_margin) = pair, belief, game
    unit = 1 / sqrt(2 * noise_variance + (variance[a] + variance[b]))
    lead, margin = (mean[a] - mean[b]) * unit, draw_margin * unit
    for result in range(3):
        if results[result] > 0:
            shift, shrinkage = _moments(result, lead, margin)
            shift, shrinkage = shift * unit, shrinkage * unit**2
            for model, sign in ((a, 1), (b, -1)):
                amount = results[result] / (1 - variance[model] * shrinkage)
                add(pull, model, sign * amount * shift)
                add(precision, model, amount * shrinkage)


@njit(cache=True, nogil=True)
def _moments(result: int, lead: float, margin: float) -> tuple[float, float]:
    """Return shift and shrinkage of the lead in performance given that it is a win, a loss or a draw.

    A lead t is observed with standard normal noise, and only that it exceeds a margin, or lies within it. Given that,
    its mean is ``t + shift`` and its variance ``1 - shrinkage``, both of noise and lead together.
    """
    if result == 0:
        return beyond_margin(lead, margin)
    if result == 1:
        shift, shrinkage = beyond_margin(-lead, margin)
        return -shift, shrinkage
    return within_margin(lead, margin)


@njit(cache=True, nogil=True)
def _believe(belief: FloatArray, pull: FloatArray, precision: FloatArray) -> None:
    """Move the beliefs on the models that played, and forget what was learnt."""
    mean, variance = belief
    for model in range(len(mean)):
        if precision[0, model] > 0:
            variance[model] = 1 / (1 / variance[model] + (precision[0, model] + precision[1, model]))
            mean[model] += variance[model] * (pull[0, model] + pull[1, model])
    pull[:] = 0
    precision[:] = 0


@njit(cache=True, nogil=True)
def beyond_margin(lead: float, margin: float) -> tuple[float, float]:
    """Return shift and shrinkage of a lead given that, with its noise, it exceeds the margin."""
    shift = 1 / mills_ratio(margin - lead)
    return shift, shift * (shift + lead - margin)


@njit(cache=True, nogil=True)
def within_margin(lead: float, margin: float) -> tuple[float, float]:
    """Return shift and shrinkage of a lead given that, with its noise, it is no larger than the margin either way."""
    if margin < _NARROW:
        return -lead, 1.0
    size = abs(lead)
    near, far = size - margin, size + margin
    ratio = exp(-2 * size * margin)  # of the densities at far and near
    mass = mills_ratio(near) - ratio * mills_ratio(far)
    shift = expm1(-2 * size * margin) / mass
    shrinkage = shift**2 + (far * ratio - near) / mass
    return (shift if lead >= 0 else -shift), shrinkage


@njit(cache=True, nogil=True)
def mills_ratio(x: float) -> float:
    """Return the probability that a standard normal number exceeds x, over its density at x."""
    if x < _FAR:
        return erfc(x / sqrt(2)) * sqrt(pi / 2) * exp(x * x / 2)
    tail = x
    for term in range(_N_TERMS, 0, -1):
        tail = x + term / tail
    return 1 / tail
