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
from bayesrank.swiss.contests.tally import Tally, empty_tally, sum_of
from bayesrank.swiss.win_draws import WinDraws

DRAWS_AT_ONCE = 16  # by one thread; no result depends on it


class _Block(NamedTuple):
    """Of some draws: mean points (draws, E, M), their covariance in a contest (draws, M, E, E), strength, tally."""

    wins: FloatArray
    covariance: FloatArray
    strength: FloatArray
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
        covariance = np.empty((len(numbers), n_models, n_schedules, n_schedules))
        strength = np.empty((len(numbers), n_models))
        for place, number in enumerate(numbers):
            win, draw = draws.match_probabilities(draws.scores[number])
            tables = make_tables(win, draw)
            tally.points[:] = 0
            tally.products[:] = 0
            game.play(tables, number * n_contests, (number + 1) * n_contests, tally)
            wins[place], covariance[place] = mean_and_covariance(tally, game.units_in_a_point(tables), n_contests)
            points = (win + draw / 2).mean(axis=0).sum(axis=1)
            strength[place] = (points - 0.5) / (n_models - 1)  # without half a point against itself
        return _Block(wins, covariance, strength, tally)

    starts = range(0, n_draws, DRAWS_AT_ONCE)
    blocks = list(tracked(pool.map(block, starts), len(starts), "playing"))
    wins = np.concatenate([each.wins for each in blocks]).swapaxes(0, 1)  # (E, B, M)
    within = np.concatenate([each.covariance for each in blocks]).mean(axis=0)
    strength = np.concatenate([each.strength for each in blocks]).mean(axis=0)
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
        **happenings(sum_of([each.tally for each in blocks]), n_draws * n_contests, strength),
        samples=wins,
        noise=within / n_contests,
        n_contests=n_contests,
        random_seed=game.random_seed,
    )
