"""What to know before reading the expected wins of a tournament."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bayesrank.swiss.contests.expected_wins import ExpectedWins
from bayesrank.swiss.contests.idle_rounds import idle_doubts
from bayesrank.swiss.contests.schedules import Schedule
from bayesrank.swiss.fragility.elimination_grid import grid_doubts
from bayesrank.swiss.win_draws import WinDraws
from bayesrank.swiss.win_tensor import WinTensor

MOST_NOISE = 0.2  # of the variance of draws
MANY_CLOSE, MANY_TIES = 0.25, 0.05


def tournament_doubts(
    played: WinTensor | WinDraws, schedules: Sequence[Schedule], wins: ExpectedWins
) -> tuple[str, ...]:
    """Return what is doubtful about a tournament, the gravest first, as sentences."""
    said = list(played.doubts) if isinstance(played, WinDraws) else _of_tensor(played)
    gone = np.cumsum(wins.eliminated.sum(axis=2), axis=1)[:, :-1]  # after each round but the last, (E, K - 1)
    left = len(wins.models) - np.column_stack([np.zeros(len(gone)), gone])
    said += idle_doubts(wins.schedules, wins.n_pairs, left)
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
