"""Contests of one win tensor, and their means."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.swiss.contests.expected_wins import ExpectedWins
from bayesrank.swiss.contests.game import Game
from bayesrank.swiss.contests.match_tables import MakeTables
from bayesrank.swiss.contests.tally import Tally, empty_tally, sum_of
from bayesrank.swiss.win_tensor import WinTensor

CONTESTS_AT_ONCE = 2048  # by one thread; no result depends on it


def play_tensor(
    tensor: WinTensor, game: Game, make_tables: MakeTables, n_contests: int, pool: ThreadPoolExecutor
) -> ExpectedWins:
    """Play contests of a tensor; the schedules are named by their positions."""
    tables = make_tables(tensor.win, tensor.draw)
    n_schedules, n_rounds, _ = game.leave.shape
    n_models = len(tensor.models)

    def block(first: int) -> Tally:
        tally = empty_tally(n_schedules, n_rounds, n_models)
        game.play(tables, first, min(first + CONTESTS_AT_ONCE, n_contests), tally)
        return tally

    tally = sum_of(list(pool.map(block, range(0, n_contests, CONTESTS_AT_ONCE))))
    unit = game.units_in_a_point(tables)
    wins, covariance = mean_and_covariance(tally, unit, n_contests)
    spread = np.sqrt(np.diagonal(covariance, axis1=1, axis2=2).T)
    strength = tensor.expected_points.mean(axis=0).sum(axis=1) / (n_models - 1)
    return ExpectedWins(
        models=tensor.models,
        rounds=tensor.rounds,
        schedules=tuple(map(str, range(n_schedules))),
        wins=wins,
        mcse=spread / np.sqrt(n_contests),
        covariance=covariance / n_contests,
        spread=spread,
        **happenings(tally, n_contests, strength),
        samples=None,
        noise=None,
        n_contests=n_contests,
        random_seed=game.random_seed,
    )


def mean_and_covariance(tally: Tally, unit: int, n_contests: int) -> tuple[FloatArray, FloatArray]:
    """Return means of the points of a contest, shape (E, M), and covariances between schedules, shape (M, E, E)."""
    n = n_contests
    # whole numbers until the last step: a model whose points are always the same has no variance at all
    scaled = n * tally.products - tally.points[:, None] * tally.points
    covariance: FloatArray = (scaled / (n * (n - 1) * unit**2)).transpose(2, 0, 1)
    return tally.points / (n * unit), covariance


def happenings(tally: Tally, n_contests: int, strength: FloatArray) -> dict[str, FloatArray]:
    """Return what happens besides points, by the names of :class:`ExpectedWins`.

    Parameters
    ----------
    strength : array, shape (M,)
        What each model can expect of a match with a random other in a random round.
    """
    n_models = len(strength)
    met = tally.met.reshape(-1, n_models, n_models)
    met = met + met.swapaxes(1, 2)
    n_met = met.sum(axis=2)
    opponents = np.divide(met @ strength, n_met, out=np.full(n_met.shape, np.nan), where=n_met > 0)
    return {
        "byes": tally.byes / n_contests,
        "rounds_played": tally.rounds_played / n_contests,
        "eliminated": tally.eliminated / n_contests,
        "n_pairs": tally.pairs / n_contests,
        "opponents": opponents,
    }
