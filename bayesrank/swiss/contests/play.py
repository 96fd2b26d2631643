"""Contests played by chance, of one win tensor or of many drawn from a posterior."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Literal, get_args

import numpy as np

from bayesrank.arrays import IntArray
from bayesrank.options import check_at_least, check_choice
from bayesrank.statistics.canonical_order import canonical_order
from bayesrank.swiss.contests._contest_kernels import STREAM
from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.contests.expected_wins import ExpectedWins
from bayesrank.swiss.contests.game import Game
from bayesrank.swiss.contests.match_tables import exchangeable_tables, match_tables
from bayesrank.swiss.contests.play_draws import play_draws
from bayesrank.swiss.contests.play_tensor import play_tensor
from bayesrank.swiss.contests.schedules import Schedule
from bayesrank.swiss.win_draws import WinDraws
from bayesrank.swiss.win_tensor import WinTensor

type Rounds = Literal["in_order", "exchangeable"]

MOST_CONTESTS = 10_000_000  # for each tensor or draw: Monte-Carlo errors are below a thousandth of a win long before
ALL_COUNTED, SOME_COUNTED = 1_600, 16  # meetings are counted in all of so few contests, or in every so many-th


def expected_wins(
    played: WinTensor | WinDraws,
    schedules: Sequence[Schedule],
    rules: ContestRules,
    *,
    n_contests: int,
    random_seed: int,
    rounds: Rounds = "in_order",
    cores: int | None = None,
) -> ExpectedWins:
    """Play contests and return their means.

    Neither names nor the order of models change a result, nor does the number of threads, nor which other schedules
    are played. The one exception are models that can be exchanged without changing anything, such as two that beat and
    are beaten alike: they can expect the same, and names say which of them has which Monte-Carlo error.

    Parameters
    ----------
    played : WinTensor or WinDraws
    schedules : sequence of Schedule
        For as many models and rounds.
    rules : ContestRules
    n_contests : int
        Contests under each schedule, for each draw if there are draws; from 2 to 10 million.
    random_seed : int
        Draws have contests of their own, so that their Monte-Carlo errors are independent, and so have rounds in order
        and exchangeable ones.
    rounds : {"in_order", "exchangeable"}
        As they are; or all alike: in each, a model beats another with the mean over the rounds of what it can expect of
        it, as if what models win and lose were spread over the rounds at random.
    cores : int, optional
        Threads; all by default.

    Returns
    -------
    ExpectedWins

    Raises
    ------
    ValueError
        If an option is not as stated.

    References
    ----------
    liu2025
    """
    _check_contests(n_contests)
    check_at_least("random_seed", random_seed, 0)
    check_choice("rounds", rounds, Rounds)
    workers = len(os.sched_getaffinity(0)) if cores is None else cores
    check_at_least("cores", workers, 1)
    in_all = n_contests * (len(played.scores) if isinstance(played, WinDraws) else 1)
    game = Game(
        np.stack([schedule.leave for schedule in schedules]),
        rules,
        _seed_of_contests(random_seed, rounds),
        1 if in_all <= ALL_COUNTED else SOME_COUNTED,
    )
    make_tables = match_tables if rounds == "in_order" else exchangeable_tables
    order = _order_of_models(played)
    with ThreadPoolExecutor(workers) as pool:
        if isinstance(played, WinDraws):
            found = play_draws(played.of_models(order), game, make_tables, n_contests, pool)
        else:
            found = play_tensor(played.of_models(order), game, make_tables, n_contests, pool)
    names = tuple(schedule.name for schedule in schedules)
    return replace(found, schedules=names, random_seed=int(random_seed)).of_models(np.argsort(order))


def _check_contests(n_contests: int) -> None:
    check_at_least("n_contests", n_contests, 2)
    if n_contests > MOST_CONTESTS:
        message = f"n_contests must be at most {MOST_CONTESTS:,}; got {n_contests:,}. Play fewer."
        raise ValueError(message)


def _seed_of_contests(random_seed: int, rounds: Rounds) -> int:
    """Return the seed, of 63 bits, of contests that share none with those of other seeds or of other rounds."""
    key = STREAM, get_args(Rounds.__value__).index(rounds)
    bits = np.random.SeedSequence(int(random_seed), spawn_key=key).generate_state(1, np.uint64)[0]
    return int(bits) >> 1


def _order_of_models(played: WinTensor | WinDraws) -> IntArray:
    """Return positions of models in an order that depends on nothing but what is played."""
    if isinstance(played, WinDraws):
        cells = played.scores.transpose(1, 2, 0)
    else:
        cells = np.concatenate([played.win, played.draw]).transpose(1, 2, 0)  # each other model is a column
        itself = np.arange(len(cells))
        cells[itself, itself] = -1.0  # so that a row and a column that are the same model stay together
    columns = np.arange(cells.shape[1])
    return canonical_order(cells, columns, played.models, [str(column) for column in columns])[0]
