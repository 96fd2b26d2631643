"""Expected wins of a tournament, simulated or exact."""

from __future__ import annotations

from collections.abc import Sequence

from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.contests.expected_wins import ExpectedWins
from bayesrank.swiss.contests.play import Rounds, expected_wins
from bayesrank.swiss.contests.schedules import Schedule
from bayesrank.swiss.exact.exact import exact_wins
from bayesrank.swiss.win_draws import WinDraws
from bayesrank.swiss.win_tensor import WinTensor


def contest_wins(
    played: WinTensor | WinDraws,
    schedules: Sequence[Schedule],
    rules: ContestRules,
    *,
    n_contests: int | None,
    random_seed: int | None,
    rounds: Rounds = "in_order",
    cores: int | None = None,
) -> ExpectedWins:
    """Return expected wins over so many contests, or exact ones if there is no number.

    Parameters
    ----------
    played : WinTensor or WinDraws
    schedules : sequence of Schedule
    rules : ContestRules
    n_contests, random_seed : int or None
        Both None for exact wins.
    rounds : {"in_order", "exchangeable"}
    cores : int, optional
        As for :func:`bayesrank.swiss.contests.play.expected_wins`.

    Returns
    -------
    ExpectedWins

    Raises
    ------
    ValueError
        If draws are to be exact, an option is not as stated, or the contest has too many states to be exact.
    """
    if n_contests is not None and random_seed is not None:
        return expected_wins(
            played, schedules, rules, n_contests=n_contests, random_seed=random_seed, rounds=rounds, cores=cores
        )
    if isinstance(played, WinDraws):
        message = "method must be 'simulate' for draws of a posterior; got 'exact'. Play contests of each draw."
        raise ValueError(message)  # noqa: TRY004 (another method takes them)
    return exact_wins(played.exchangeable() if rounds == "exchangeable" else played, schedules, rules)
