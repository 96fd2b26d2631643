"""How many contests it takes until the luck of pairing, byes and elimination no longer decides the order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray
from bayesrank.inference.progress import tracked
from bayesrank.options import check_at_least, check_probability, seed_or_fresh
from bayesrank.plain_records import plain_records
from bayesrank.studies.mean_ranks import mean_ranks
from bayesrank.studies.rank_agreement import check_top
from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.contests.play import expected_wins
from bayesrank.swiss.contests.schedules import Eliminate, read_schedule
from bayesrank.swiss.win_draws import WinDraws
from bayesrank.swiss.win_tensor import WinTensor

if TYPE_CHECKING:
    import pandas as pd

GRID = (100, 300, 1_000, 3_000, 10_000)
TOP = 5
TIMES_THE_GRID = 20  # contests of the run that others are compared with, as a multiple of the largest number
SURELY = 0.95  # one-sided, of the bounds of probabilities
UNSETTLED = 2.0  # standard errors: neighbours that are closer have no order that is known


@dataclass(frozen=True, eq=False, repr=False)
class ContestConvergence:
    """Orders of M models in b independent batches of each of g numbers of contests.

    Parameters
    ----------
    models : tuple of str
    eliminate : str
        Name of the schedule of eliminations.
    n_contests : tuple of int, length g
    top : int
        How many of the first models are looked at.
    wins, mcse : array, shape (M,)
        Of the run that the batches are compared with, of ``reference_contests``.
    batch_mcse : array, shape (g,)
        Largest Monte-Carlo standard error over models, mean over batches.
    top_right, all_right : array of bool, shape (g, b)
        Whether the first models of a batch are those of the large run, in its order; and whether all are in it. Models
        that are equal there may have any order.
    reference_contests, random_seed : int
    """

    models: tuple[str, ...]
    eliminate: str
    n_contests: tuple[int, ...]
    top: int
    wins: FloatArray
    mcse: FloatArray
    batch_mcse: FloatArray
    top_right: BoolArray
    all_right: BoolArray
    reference_contests: int
    random_seed: int

    def __repr__(self) -> str:
        return (
            f"ContestConvergence({len(self.models)} models, eliminations {self.eliminate}, {self.n_contests[0]:,} to "
            f"{self.n_contests[-1]:,} contests, {self.top_right.shape[1]} batches, {self.n_unsettled} neighbours "
            f"unsettled in {self.reference_contests:,})"
        )

    @property
    def n_unsettled(self) -> int:
        """Neighbours in the large run that are closer than two standard errors of their difference, yet not equal.

        Errors are against each other, as wins share out what there is to win: that of a difference is up to
        their sum.

        Where there are any, no number of contests below that of the large run gives a stable order of all models.
        """
        order = np.argsort(-self.wins, kind="stable")
        gap = -np.diff(self.wins[order])
        error = self.mcse[order][1:] + self.mcse[order][:-1]
        return int(np.count_nonzero((gap > 0) & (gap < UNSETTLED * error)))

    def enough(self, prob: float = 0.95, *, top: int | None = None) -> int | None:
        """Return the least number of contests from which on orders are right with a probability, None if there is none.

        That is where the lower bound of the probability is as high, given how many batches were right (Clopper and
        Pearson, 0.95 one-sided). So many right ones there must be: for 0.95, 59 batches of 59, or 99 of 100.

        Parameters
        ----------
        prob : float
        top : int, optional
            The one that was looked at: for the order of the first models. Without it, for that of all.
        """
        check_probability("prob", prob)
        if top is not None and top != self.top:
            message = f"top must be {self.top}, as was looked at; got {top}. Leave it out for the order of all models."
            raise ValueError(message)
        surely = _lower_bound(self.all_right if top is None else self.top_right)
        stable = np.logical_and.accumulate((surely >= prob)[::-1])[::-1]  # with this number and all larger ones
        return self.n_contests[int(np.argmax(stable))] if stable.any() else None

    def frame(self) -> pd.DataFrame:
        """Return how often orders are right, by number of contests.

        Returns
        -------
        DataFrame
            Columns ``n_contests``, ``mcse`` (largest), ``p_top`` and ``p_all``, and the lower bounds ``p_top_lower``
            and ``p_all_lower`` of :meth:`enough`.
        """
        import pandas as pd

        return pd.DataFrame(
            {
                "n_contests": self.n_contests,
                "mcse": self.batch_mcse,
                "p_top": self.top_right.mean(axis=1),
                "p_top_lower": _lower_bound(self.top_right),
                "p_all": self.all_right.mean(axis=1),
                "p_all_lower": _lower_bound(self.all_right),
            }
        )

    def record(self) -> dict[str, Any]:
        """Return all as plain lists, dictionaries, text and numbers."""
        return {
            "eliminate": self.eliminate,
            "top": self.top,
            "batches": int(self.top_right.shape[1]),
            "reference_contests": self.reference_contests,
            "random_seed": self.random_seed,
            "unsettled": self.n_unsettled,
            "enough_top": self.enough(top=self.top),
            "enough_all": self.enough(),
            "grid": plain_records(self.frame()),
            "models": [
                {"model": name, "wins": float(wins), "mcse": float(mcse)}
                for name, wins, mcse in zip(self.models, self.wins, self.mcse, strict=True)
            ],
        }


def _lower_bound(right: BoolArray) -> FloatArray:
    """Return the lower bound of the probability of True in each row, shape (g,)."""
    from scipy.stats import beta

    number = right.sum(axis=1)
    bound = beta.ppf(1 - SURELY, np.maximum(number, 1), right.shape[1] - number + 1)
    return np.where(number > 0, bound, 0.0)


def contest_convergence(
    played: WinTensor | WinDraws,
    *,
    n_contests: Sequence[int] = GRID,
    eliminate: Eliminate = 0,
    top: int | None = None,
    batches: int = 100,
    random_seed: int | None = None,
) -> ContestConvergence:
    """Play many batches of contests and compare their orders with that of a far larger run.

    This is the luck of pairing, byes and elimination alone. How sure the data make the order is another question, which
    no number of contests answers.

    Parameters
    ----------
    played : WinTensor or WinDraws
        Draws are played with their mean probabilities.
    n_contests : sequence of int
        Numbers of contests of a batch, each at least 2.
    eliminate : int, or another form of a schedule
        See :func:`bayesrank.swiss.contests.schedules.read_schedule`.
    top : int, optional
        How many of the first models are looked at, at most all; 5 by default, or all if there are fewer.
    batches : int
        Independent batches of each number.
    random_seed : int, optional
        A fresh one, kept in the result, by default.

    Returns
    -------
    ContestConvergence

    Raises
    ------
    ValueError
        If an option is not as stated.

    References
    ----------
    liu2025
    """
    numbers = tuple(sorted(set(n_contests)))
    if not numbers:
        message = "n_contests must hold at least one number of contests; got none. Leave it out for the usual ones."
        raise ValueError(message)
    check_at_least("n_contests", numbers[0], 2)
    top = min(TOP, len(played.models)) if top is None else top
    check_top(top, len(played.models))
    check_at_least("batches", batches, 1)
    seed = seed_or_fresh(random_seed)
    tensor = played.probabilities() if isinstance(played, WinDraws) else played
    schedule, rules = read_schedule(eliminate, len(tensor.models), len(tensor.rounds)), ContestRules()
    seeds = iter(np.random.SeedSequence(seed).generate_state(1 + len(numbers) * batches).tolist())

    def play(number: int) -> tuple[FloatArray, FloatArray]:
        found = expected_wins(tensor, [schedule], rules, n_contests=number, random_seed=next(seeds))
        return found.wins[0], found.mcse[0]

    wins, mcse = play(TIMES_THE_GRID * numbers[-1])
    first = mean_ranks(wins) <= top
    shape = len(numbers), batches
    top_right, all_right, error = np.zeros(shape, dtype=bool), np.zeros(shape, dtype=bool), np.zeros(shape)
    for place in tracked(np.ndindex(shape), len(numbers) * batches, "playing batches"):
        found, errors = play(numbers[place[0]])
        wrong = (wins[:, None] > wins) & ~(found[:, None] > found)
        top_right[place], all_right[place], error[place] = not wrong[first].any(), not wrong.any(), errors.max()
    return ContestConvergence(
        models=tensor.models,
        eliminate=schedule.name,
        n_contests=numbers,
        top=top,
        wins=wins,
        mcse=mcse,
        batch_mcse=error.mean(axis=1),
        top_right=top_right,
        all_right=all_right,
        reference_contests=TIMES_THE_GRID * numbers[-1],
        random_seed=seed,
    )
