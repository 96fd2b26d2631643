"""What to know before reading the expected wins of a tournament."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.contests.expected_wins import ExpectedWins
from bayesrank.swiss.contests.schedules import Schedule
from bayesrank.swiss.fragility.elimination_grid import grid_doubts
from bayesrank.swiss.win_draws import WinDraws
from bayesrank.swiss.win_tensor import WinTensor

MOST_NOISE = 0.2  # of the variance of draws
MANY_CLOSE, MANY_TIES = 0.25, 0.05
NEARLY_IDLE = 0.5  # of the pairs that the models left could form


def tournament_doubts(
    played: WinTensor | WinDraws, schedules: Sequence[Schedule], rules: ContestRules, wins: ExpectedWins
) -> tuple[str, ...]:
    """Return what is doubtful about a tournament, the gravest first, as sentences."""
    said = list(played.doubts) if isinstance(played, WinDraws) else _of_tensor(played)
    said += _of_rounds(wins, rules)
    constant = [schedule.constant for schedule in schedules if schedule.constant is not None]
    said += grid_doubts(constant, len(wins.models), len(wins.rounds))
    if wins.noise_share is not None and wins.noise_share.max() > MOST_NOISE:
        worst = np.unravel_index(int(wins.noise_share.argmax()), wins.noise_share.shape)[0]
        said.append(
            f"up to {wins.noise_share.max():.0%} of the variance of the draws (elimination {wins.schedules[worst]}) is "
            f"luck of the contests, which is taken out of intervals, and of ranks only about. Raise n_contests."
        )
    return tuple(said)


def _of_tensor(tensor: WinTensor) -> list[str]:
    conditional = (
        f"results are conditional on {tensor.source}: how uncertain the data leave who is better is not in them. Give "
        f"counts, questions, standard errors or posterior draws to have intervals."
    )
    said = [conditional]
    if tensor.tie_fraction > MANY_TIES:
        worst = int(tensor.n_ties.argmax())
        said.append(
            f"{tensor.tie_fraction:.1%} of the matches are between equal scores, most in {tensor.rounds[worst]!r}: "
            f"the rule for ties decides them."
        )
    if tensor.close_fraction > MANY_CLOSE:
        said.append(f"{tensor.close_fraction:.1%} of the matches are close calls, in which either model may win.")
    return said


def _of_rounds(wins: ExpectedWins, rules: ContestRules) -> list[str]:
    """Say which rounds have few matches for the models that are left."""
    if rules.pairing == "round_robin":
        return []
    said = []
    gone = np.cumsum(wins.eliminated.sum(axis=2), axis=1)  # (E, K)
    left = len(wins.models) - np.concatenate([np.zeros((len(gone), 1)), gone[:, :-1]], axis=1)
    possible = np.maximum(np.floor(left / 2 + 1e-9), 0)
    for schedule, pairs, most in zip(wins.schedules, wins.n_pairs, possible, strict=True):
        never = [name for name, number in zip(wins.rounds, pairs, strict=True) if number <= 0]
        few = _names(wins.rounds, (pairs > 0) & (pairs < NEARLY_IDLE * most))
        if never:
            said.append(
                f"at elimination {schedule} nobody plays in {_listed(never)}: all models that are left have different "
                f"points, or none are left, and these rounds decide nothing. Play fewer rounds or more models."
            )
        if few:
            said.append(
                f"at elimination {schedule} fewer than half of the matches that there could be are played in "
                f"{_listed(few)}: models with points of their own have byes there."
            )
    return said


def _names(rounds: Sequence[str], which: FloatArray | IntArray) -> list[str]:
    return [name for name, chosen in zip(rounds, which, strict=True) if chosen]


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(repr(name) for name in names[:3])
    return shown if len(names) <= 3 else f"{shown} and {len(names) - 3} more rounds"
