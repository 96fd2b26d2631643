"""What is known of a Swiss tournament before it is played, as text, and whether the data let it be known."""

from __future__ import annotations

from typing import TextIO

from bayesrank.counted import counted
from bayesrank.report.console import console_for
from bayesrank.swiss.contests.contest_budget import ContestBudget
from bayesrank.swiss.win_draws import WinDraws
from bayesrank.swiss.win_tensor import WinTensor


def print_budget(budget: ContestBudget, played: WinTensor | WinDraws, stream: TextIO) -> None:
    """Print what is known of a tournament before it is played.

    Where a match may end without a winner the numbers are those of a contest in which none does, and what they would
    warn of may not be.

    Parameters
    ----------
    budget : ContestBudget
    played : WinTensor or WinDraws
        With which it will be played.
    stream : text file
    """
    console = console_for(stream)
    surely = played.one_winner
    for warning in budget.warnings if surely else ():
        console.print(f"warning: {warning}", style="bold yellow", soft_wrap=True)
    condition = "" if surely else ", if every match had one winner"
    console.print("\n".join(budget_lines(budget, condition)), soft_wrap=True)


def budget_lines(budget: ContestBudget, condition: str = "") -> list[str]:
    """Say for each schedule how many matches there are, the most points and who is left."""
    return [
        f"elimination {name}{condition}: {counted(total, 'match', 'matches')}, {total / budget.models:.2f} wins a "
        f"model on average, {highest} at most, {counted(left, 'model')} in the last round"
        for name, total, highest, left in zip(
            budget.schedules, budget.total, budget.highest, budget.n_active[:, -1], strict=True
        )
    ]
