"""Contests of one win tensor, and their means."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.swiss.contests.expected_wins import ExpectedWins
from bayesrank.swiss.contests.game import Game
from bayesrank.swiss.contests.match_tables import MakeTables
from bayesrank.swiss.contests.tally import Tally, add_to, empty_tally
from bayesrank.swiss.mean_points import strength, strength_met
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

    tally = empty_tally(n_schedules, n_rounds, n_models)
    for part in pool.map(block, range(0, n_contests, CONTESTS_AT_ONCE)):
        add_to(tally, part)
    unit = game.units_in_a_point(tables)
    wins, covariance = mean_and_covariance(tally, unit, n_contests)
    spread = np.sqrt(np.diagonal(covariance, axis1=1, axis2=2).T)
    return ExpectedWins(
        models=tensor.models,
        rounds=tensor.rounds,
        schedules=tuple(map(str, range(n_schedules))),
        wins=wins,
        mcse=spread / np.sqrt(n_contests),
        covariance=covariance / n_contests,
        spread=spread,
        **happenings(tally, n_contests, strength(tensor.win, tensor.draw)),
        samples=None,
        noise=None,
        n_contests=n_contests,
        random_seed=game.random_seed,
    )


def mean_and_covariance(tally: Tally, unit: int, n_contests: int) -> tuple[FloatArray, FloatArray]:
    """Return means of the points of a contest, shape (E, M), and covariances between schedules, shape (M, E, E)."""
    n = n_contests
    # whole numbers until the last step: a model whose points are always the same has no variance at all; from near
    # the mean, so that the products of millions of contests are not too large
    near = tally.points // n
    rest = tally.points - n * near
    products = tally.products - near[:, None] * tally.points - tally.points[:, None] * near + n * near[:, None] * near
    scaled = n * products - rest[:, None] * rest
    covariance: FloatArray = (scaled / (n * (n - 1) * unit**2)).transpose(2, 0, 1)
    return tally.points / (n * unit), covariance


def happenings(tally: Tally, n_contests: int, strengths: FloatArray) -> dict[str, FloatArray]:
    """Return what happens besides points, by the names of :class:`ExpectedWins`.

    Parameters
    ----------
    strengths : array, shape (M,)
        What each model can expect of a match with a random other in a random round.
    """
    n_models = len(strengths)
    met = tally.met.reshape(-1, n_models, n_models)
    return {
        "byes": tally.byes / n_contests,
        "rounds_played": tally.rounds_played / n_contests,
        "eliminated": tally.eliminated / n_contests,
        "n_pairs": tally.pairs / n_contests,
        "opponents": strength_met(met + met.swapaxes(1, 2), strengths),
    }
