"""Expected wins in tournaments of score matrices, and which tournament a name stands for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.observations.score_table import ScoreTable
from bayesrank.swiss.contests.contest_rules import ContestRules, Pairing
from bayesrank.swiss.contests.play import expected_wins
from bayesrank.swiss.contests.schedules import read_schedule
from bayesrank.swiss.rounds.from_scores import win_tensor_from_scores
from bayesrank.swiss.win_tensor import WinTensor

NAMED: tuple[Pairing, ...] = ("swiss", "random")


class Tournament(NamedTuple):
    """Who meets whom, and how many leave after every round."""

    pairing: Pairing
    eliminate: int


class Wins(NamedTuple):
    """Expected wins of M models and their Monte-Carlo standard errors, zero where they are exact, both shape (M,)."""

    wins: FloatArray
    mcse: FloatArray


def tournament_of(name: str) -> Tournament | None:
    """Return the tournament that a name such as ``"swiss_2"`` or ``"random_0"`` stands for, None for another."""
    for pairing in NAMED:
        number = name.removeprefix(f"{pairing}_")
        if number != name and number.isascii() and number.isdecimal() and str(int(number)) == number:
            return Tournament(pairing, int(number))
    return None


def tournament_wins(
    played: WinTensor,
    tournaments: Mapping[str, Tournament],
    *,
    n_contests: int,
    random_seed: int,
    cores: int | None = None,
) -> dict[str, Wins]:
    """Return expected wins by the names of the tournaments; those of one pairing are played together.

    Parameters
    ----------
    played : WinTensor
    tournaments : mapping of str to Tournament
    n_contests, random_seed, cores
        See :func:`~bayesrank.swiss.contests.play.expected_wins`.
    """
    exact = [name for name, each in tournaments.items() if each == Tournament("random", 0)]
    found = {name: Wins(random_pairing_wins(played), np.zeros(len(played.models))) for name in exact}
    for pairing in NAMED:
        alike = {
            name: read_schedule(each.eliminate, len(played.models), len(played.rounds))
            for name, each in tournaments.items()
            if each.pairing == pairing and name not in found
        }
        if alike:
            rules = ContestRules(pairing=pairing)
            wins = expected_wins(
                played, list(alike.values()), rules, n_contests=n_contests, random_seed=random_seed, cores=cores
            )
            found |= {name: Wins(wins.wins[e], wins.mcse[e]) for e, name in enumerate(alike)}
    return found


def random_pairing_wins(played: WinTensor) -> FloatArray:
    """Return exact expected wins where all models meet at random in every round and nobody leaves, shape (M,).

    The mean over the others of the points that a model can expect of them, summed over rounds; with an odd number of
    models each sits out one M-th of the rounds. Ranks are those of the Borda count.
    """
    n_models = len(played.models)
    share_played = 1 - (n_models % 2) / n_models
    wins: FloatArray = share_played * played.expected_points.sum(axis=(0, 2)) / (n_models - 1)
    return wins


def tensor_of_scores(scores: FloatArray) -> WinTensor:
    """Let the higher score win in every round; equal scores are a draw, and so is a match with a missing one.

    Parameters
    ----------
    scores : array, shape (M, K)
        Higher is better.
    """
    names, rounds = (tuple(map(str, range(number))) for number in scores.shape)
    table = ScoreTable(names, rounds, scores, np.ones(len(rounds), dtype=bool))
    return win_tensor_from_scores(table, ties="half", missing="half")
