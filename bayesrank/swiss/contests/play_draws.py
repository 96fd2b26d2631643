"""Contests of many draws from a posterior, and what is left of their spread without the luck of the contests."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.inference.progress import tracked
from bayesrank.swiss.contests.expected_wins import ExpectedWins
from bayesrank.swiss.contests.game import Game
from bayesrank.swiss.contests.match_tables import MakeTables
from bayesrank.swiss.contests.play_tensor import happenings, mean_and_covariance
from bayesrank.swiss.contests.tally import Tally, add_to, empty_tally
from bayesrank.swiss.mean_points import strength
from bayesrank.swiss.win_draws import WinDraws

DRAWS_AT_ONCE = 16  # by one thread; no result depends on it


class _Block(NamedTuple):
    """Of some draws: mean points (draws, E, M); sums of their covariance in a contest (M, E, E), strengths, tally."""

    wins: FloatArray
    covariance: FloatArray
    strengths: FloatArray
    tally: Tally


def play_draws(
    draws: WinDraws, game: Game, make_tables: MakeTables, n_contests: int, pool: ThreadPoolExecutor
) -> ExpectedWins:
    """Play contests of each draw, which has its own; the schedules are named by their positions.

    With m_b the mean points of the contests of draw b and V_b the covariance of these points between schedules, the
    covariance of m_b is that of the posterior and mean(V_b) / n_contests, the noise.
    """
    n_draws = len(draws.scores)
    n_schedules, n_rounds, _ = game.leave.shape
    n_models = len(draws.models)

    def block(start: int) -> _Block:
        numbers = range(start, min(start + DRAWS_AT_ONCE, n_draws))
        tally = empty_tally(n_schedules, n_rounds, n_models)
        wins = np.empty((len(numbers), n_schedules, n_models))
        covariances = np.zeros((n_models, n_schedules, n_schedules))
        strengths = np.zeros(n_models)
        for place, number in enumerate(numbers):
            win, draw = draws.match_probabilities(draws.scores[number])
            tables = make_tables(win, draw)
            tally.points[:] = 0
            tally.products[:] = 0
            game.play(tables, number * n_contests, (number + 1) * n_contests, tally)
            wins[place], covariance = mean_and_covariance(tally, game.units_in_a_point(tables), n_contests)
            covariances += covariance
            strengths += strength(win, draw)
        return _Block(wins, covariances, strengths, tally)

    starts = range(0, n_draws, DRAWS_AT_ONCE)
    parts, strengths, tally = [], np.zeros(n_models), empty_tally(n_schedules, n_rounds, n_models)
    within = np.zeros((n_models, n_schedules, n_schedules))
    for part in tracked(pool.map(block, starts), len(starts), "playing"):
        parts.append(part.wins)
        within += part.covariance / n_draws
        strengths += part.strengths / n_draws
        add_to(tally, part.tally)
    wins = np.concatenate(parts).swapaxes(0, 1)  # (E, B, M)
    centred = wins - wins.mean(axis=1, keepdims=True)
    covariance = np.einsum("ebm,fbm->mef", centred, centred) / (n_draws - 1)
    return ExpectedWins(
        models=draws.models,
        rounds=draws.rounds,
        schedules=tuple(map(str, range(n_schedules))),
        wins=wins.mean(axis=1),
        mcse=np.sqrt(np.diagonal(covariance, axis1=1, axis2=2).T / n_draws),
        covariance=covariance / n_draws,
        spread=np.sqrt(np.diagonal(within, axis1=1, axis2=2).T),
        **happenings(tally, n_draws * n_contests, strengths),
        samples=wins,
        noise=within / n_contests,
        n_contests=n_contests,
        random_seed=game.random_seed,
    )
