"""TrueSkill: each result updates a normal belief on two abilities, by moments."""

from math import sqrt
from typing import Any

import numpy as np
from numba import njit

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.rules.ratings._options import check_not_negative, check_positive
from bayesrank.rules.ratings._orders import EqualResults, play_in_orders
from bayesrank.rules.ratings._pairs import Play, add, advances, ends_batch, pair_results
from bayesrank.rules.ratings._truncated_normal import beyond_margin, within_margin
from bayesrank.rules.rule import ranking_rule
from bayesrank.statistics.games import Games

_FIRST_MEAN, _FIRST_DEVIATION = 25.0, 25 / 3  # they set the zero and the unit of the scores, nothing else


def _believe(
    games: Games,
    *,
    performance: float = 25 / 6,
    drift: float = 25 / 300,
    draw_margin: float = 0.0,
    ties: EqualResults = "skip",
    permutations: int | None = None,
    random_seed: int = 0,
) -> FloatArray:
    """Return means and standard deviations of the abilities, shape (..., 2, L)."""
    check_positive("performance", performance)
    check_not_negative("drift", drift)
    check_not_negative("draw_margin", draw_margin)
    played = play_in_orders(
        games,
        lambda play: _play(play, games.season, performance**2, drift**2, draw_margin),
        ties=ties,
        permutations=permutations,
        seed=random_seed,
    )
    played[..., 0, :] += _FIRST_MEAN
    return played


def _deviations(games: Games, **options: Any) -> dict[str, FloatArray]:  # noqa: ANN401 (those of the rule)
    """Return the ``deviation`` of each ability: where the order is random, its mean over orders."""
    return {"deviation": _believe(games, **options)[..., 1, :]}


@ranking_rule(
    ties="option", missing="left out", cost="n_games players^2", reference="herbrich2007", diagnose=_deviations
)
def trueskill(
    games: Games,
    *,
    performance: float = 25 / 6,
    drift: float = 25 / 300,
    draw_margin: float = 0.0,
    ties: EqualResults = "skip",
    permutations: int | None = None,
    random_seed: int = 0,
) -> FloatArray:
    """Score models by the mean of a normal belief on their abilities after all games.

    Before the first game every ability is normal with mean 25 and standard deviation 25/3, which set the zero and
    the unit of the scores. In a game each model performs as its ability plus normal noise; who performs better by
    more than a margin wins, else the two draw. Given the result the ability has a distribution that is replaced by
    the normal one of the same mean and variance. What a pair says is the ratio of that to the belief before, in
    whose logarithm pairs of simultaneous games add up. A model that plays no game, or none that counts, keeps the
    mean of 25.

    Parameters
    ----------
    games : Games
    performance : float
        Standard deviation of the noise in a performance, > 0.
    drift : float
        Standard deviation of what every ability changes by from one season to the next, that is from one trial of
        all questions to the next, or one time of battles to the next, >= 0.
    draw_margin : float
        Lead in performance that it takes to win, >= 0. With 0 a draw says that both performed exactly alike.
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
        Means of abilities; before the first game they are 25, with a standard deviation of 25/3.

    Raises
    ------
    ValueError
        If a number is not as above, or ``ties`` none of these.

    References
    ----------
    herbrich2007
    """
    believed = _believe(
        games,
        performance=performance,
        drift=drift,
        draw_margin=draw_margin,
        ties=ties,
        permutations=permutations,
        random_seed=random_seed,
    )
    return believed[..., 0, :]


@njit(cache=True, nogil=True)
def _play(play: Play, clock: IntArray, noise_variance: float, drift_variance: float, draw_margin: float) -> FloatArray:
    """Return the change of the mean of each ability, and its deviation, in each run, shape (n_runs, 2, L)."""
    beliefs = np.zeros((play.n_runs, 2, play.n_models))
    pull, precision = np.zeros((2, play.n_models)), np.zeros((2, play.n_models))
    for run in range(play.n_runs):
        order, belief = play.order[run % len(play.order)], beliefs[run]
        right, weight = play.right[run % len(play.right)], play.weight[run % len(play.weight)]
        belief[1] = _FIRST_DEVIATION**2
        for turn in range(len(order)):
            game = order[turn]
            for i in range(play.start[game], play.start[game + 1]):
                for j in range(i + 1, play.start[game + 1]):
                    pair = play.player[i], play.player[j]
                    results = pair_results(play, weight[game], right[i], right[j])
                    _learn_of_pair(pull, precision, belief, pair, results, (noise_variance, draw_margin))
            if ends_batch(play, turn):
                _update(belief, pull, precision)
                if advances(clock, turn):
                    belief[1] += drift_variance
        belief[1] = np.sqrt(belief[1])
    return beliefs


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
    """Return shift and shrinkage of the lead in performance given that it is a win, a loss or a draw."""
    if result == 0:
        return beyond_margin(lead, margin)
    if result == 1:
        shift, shrinkage = beyond_margin(-lead, margin)
        return -shift, shrinkage
    return within_margin(lead, margin)


@njit(cache=True, nogil=True)
def _update(belief: FloatArray, pull: FloatArray, precision: FloatArray) -> None:
    """Move the beliefs on the models that played, and forget what was learnt."""
    mean, variance = belief
    for model in range(len(mean)):
        if precision[0, model] > 0:
            variance[model] = 1 / (1 / variance[model] + (precision[0, model] + precision[1, model]))
            mean[model] += variance[model] * (pull[0, model] + pull[1, model])
    pull[:] = 0
    precision[:] = 0
