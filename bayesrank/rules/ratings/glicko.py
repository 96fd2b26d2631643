"""Glicko rating: Elo with an uncertainty of each rating, which games shrink and time widens."""

from math import log, pi, sqrt
from typing import Any

import numpy as np
from numba import njit

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.rules.ratings._options import check_not_negative, check_positive
from bayesrank.rules.ratings._orders import EqualResults, play_in_orders
from bayesrank.rules.ratings._pairs import Play, add, advances, ends_batch, expected_result, pair_results
from bayesrank.rules.rule import ranking_rule
from bayesrank.statistics.games import Games

_RATE = log(10) / 400  # a lead of 400 is odds of ten to one


def _rate(
    games: Games,
    *,
    initial: float = 1500.0,
    initial_deviation: float = 350.0,
    drift: float = 0.0,
    ties: EqualResults = "draw_if_right",
    permutations: int | None = None,
    random_seed: int = 0,
) -> FloatArray:
    """Return ratings and their deviations, shape (..., 2, L)."""
    check_positive("initial_deviation", initial_deviation)
    check_not_negative("drift", drift)
    played = play_in_orders(
        games,
        lambda play: _play(play, games.period, initial_deviation**2, drift**2),
        ties=ties,
        permutations=permutations,
        seed=random_seed,
    )
    played[..., 0, :] += initial
    return played


def _deviations(games: Games, **options: Any) -> dict[str, FloatArray]:  # noqa: ANN401 (those of the rule)
    """Return the ``deviation`` of each rating: where the order is random, its mean over orders."""
    return {"deviation": _rate(games, **options)[..., 1, :]}


@ranking_rule(
    ties="option", missing="left out", cost="n_games players^2", reference="glickman1999", diagnose=_deviations
)
def glicko(
    games: Games,
    *,
    initial: float = 1500.0,
    initial_deviation: float = 350.0,
    drift: float = 0.0,
    ties: EqualResults = "draw_if_right",
    permutations: int | None = None,
    random_seed: int = 0,
) -> FloatArray:
    """Score models by their Glicko ratings after all games.

    With ``q = log(10) / 400``, a model of rating r and deviation d is expected to score
    ``E_j = 1 / (1 + 10^(-g_j (r - r_j) / 400))`` against one of rating r_j and deviation d_j, where
    ``g_j = (1 + 3 q^2 d_j^2 / pi^2)^(-1/2)``. Simultaneous games, in which it scored s_j, leave it with the variance
    ``1 / (1 / d^2 + q^2 sum g_j^2 E_j (1 - E_j))``, and move its rating by q times that times
    ``sum g_j (s_j - E_j)``, all from the ratings before them. A score is 1 if it is right and the other is not, 0 if
    the other is, 1/2 in a draw. A model that plays no game, or none that counts, keeps its initial rating.

    Parameters
    ----------
    games : Games
    initial : float
        Rating before the first game. It moves all scores alike.
    initial_deviation : float
        Standard deviation of ratings before the first game, > 0, which drift never exceeds.
    drift : float
        Standard deviation of what a rating changes by from one period to the next, >= 0.
    ties : {"skip", "draw", "draw_if_right"}
        Whether two models that are both right, or both wrong, have drawn: never, always, or when they are right. In
        battles a tie is two models that are right.
    permutations : int, optional
        Number of random orders of the games to average over. Without it the order is that of play or, where that is
        not known, 20 random ones, or one for each draw of a stack.
    random_seed : int
        For the random orders.

    Returns
    -------
    array of float, shape (..., L)
        Ratings; a lead of 400 is odds of ten to one.

    Raises
    ------
    ValueError
        If a number is not as above, or ``ties`` none of these.

    References
    ----------
    glickman1999
    """
    rated = _rate(
        games,
        initial=initial,
        initial_deviation=initial_deviation,
        drift=drift,
        ties=ties,
        permutations=permutations,
        random_seed=random_seed,
    )
    return rated[..., 0, :]


@njit(cache=True, nogil=True)
def _play(play: Play, clock: IntArray, first_variance: float, drift_variance: float) -> FloatArray:
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
                _update(rating, variance, trust, surprise, information)
                if drift_variance > 0 and advances(clock, turn):
                    for model in range(play.n_models):
                        variance[model] = min(variance[model] + drift_variance, first_variance)
                        trust[model] = _trust(variance[model])
        variance[:] = np.sqrt(variance)
    return results


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
def _update(
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
