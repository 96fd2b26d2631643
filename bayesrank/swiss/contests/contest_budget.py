"""What is known of a tournament before any data: matches, points, and rounds in which hardly anybody plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray, IntArray
from bayesrank.options import check_at_least
from bayesrank.swiss.contests.idle_rounds import idle_doubts, with_few_matches, without_matches
from bayesrank.swiss.contests.schedules import Eliminations, Schedule, read_schedules

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class ContestBudget:
    """Numbers of a contest that do not depend on who is better, at each of E schedules of eliminations.

    They hold if every match has exactly one winner, a bye gives no points, models of equal points meet, and the odd one
    of a group is not moved to another.

    Parameters
    ----------
    models, rounds : int
        M and K.
    schedules : tuple of str
        Names of the schedules, E of them.
    n_active : array of int, shape (E, K)
        Models that are left at the start of each round.
    n_pairs : array of int, shape (E, K)
        Matches in each round.
    n_final : array of int, shape (E, P + 1)
        Models with 0, 1, ..., P points in the end, those that were eliminated included.
    n_survivors : array of int, shape (E, P + 1)
        The same of models that are still there in the last round.
    mean_sensitivity : array, shape (E,)
        Mean change of a model's points for each model more that leaves after every round than under the first schedule;
        NaN for that one, and where such numbers change from round to round.
    """

    models: int
    rounds: int
    schedules: tuple[str, ...]
    n_active: IntArray
    n_pairs: IntArray
    n_final: IntArray
    n_survivors: IntArray
    mean_sensitivity: FloatArray

    def __repr__(self) -> str:
        said = "".join(f"warning: {warning}\n" for warning in self.warnings)
        matches = ", ".join(
            f"{number} at {name}" for number, name in zip(self.total.tolist(), self.schedules, strict=True)
        )
        return f"{said}ContestBudget({self.models} models, {self.rounds} rounds; matches by eliminations: {matches})"

    @property
    def total(self) -> IntArray:
        """All matches of a contest, which is the sum of the expected points of all models, shape (E,)."""
        total: IntArray = self.n_pairs.sum(axis=1)
        return total

    @property
    def highest(self) -> IntArray:
        """The most points that somebody has in the end, shape (E,): somebody always has, and nobody can have more."""
        scores = np.arange(self.n_final.shape[1])
        highest: IntArray = np.where(self.n_final > 0, scores, 0).max(axis=1)
        return highest

    @property
    def idle(self) -> BoolArray:
        """Rounds without any match, shape (E, K): from the first of them on nobody meets anybody."""
        return without_matches(self.n_pairs)

    @property
    def nearly_idle(self) -> BoolArray:
        """Rounds with some matches, but fewer than half of those that the models left could play, shape (E, K)."""
        return with_few_matches(self.n_pairs, self.n_active)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What to know before playing such a tournament."""
        return tuple(idle_doubts(self.schedules, self.n_pairs, self.n_active))

    def frame(self) -> pd.DataFrame:
        """Return one row for each round at each schedule.

        Returns
        -------
        DataFrame
            Columns ``eliminate``, ``round`` (1 the first), ``n_active``, ``n_pairs``, and ``plays``: ``"all"``,
            ``"some"`` (fewer than half of the matches that could be) or ``"nobody"``.
        """
        import pandas as pd

        n_schedules = len(self.schedules)
        plays = np.select([self.idle, self.nearly_idle], ["nobody", "some"], "all")
        return pd.DataFrame(
            {
                "eliminate": np.repeat(self.schedules, self.rounds),
                "round": np.tile(np.arange(1, self.rounds + 1), n_schedules),
                "n_active": self.n_active.ravel(),
                "n_pairs": self.n_pairs.ravel(),
                "plays": plays.ravel(),
            }
        )

    def record(self) -> dict[str, Any]:
        """Return all as plain lists, dictionaries, text and numbers."""
        columns = {
            "eliminate": self.schedules,
            "total": self.total.tolist(),
            "highest": self.highest.tolist(),
            "n_pairs": self.n_pairs.tolist(),
            "n_active": self.n_active.tolist(),
            "n_final": self.n_final.tolist(),
            "n_survivors": self.n_survivors.tolist(),
            "mean_sensitivity": [None if np.isnan(value) else value for value in self.mean_sensitivity.tolist()],
        }
        return {
            "models": self.models,
            "rounds": self.rounds,
            "schedules": [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)],
            "warnings": list(self.warnings),
        }


def contest_budget(models: int, rounds: int, eliminate: Eliminations = (0, 1, 2)) -> ContestBudget:
    """Return how many matches a tournament will have, and how many points there are to win, before any data.

    When n models have s points, ceil(n / 2) of them stay there and floor(n / 2) go on to s + 1, whoever they are: so
    the number of models at each score follows from the numbers of models, rounds and eliminations alone.

    That holds if every match has exactly one winner, a bye gives no points, models of equal points meet, and the odd
    one of a group has a bye.

    Parameters
    ----------
    models, rounds : int
        How many; at least 2 and 1.
    eliminate : sequence, array, or one schedule
        Read by :func:`~bayesrank.swiss.contests.schedules.read_schedules`.

    Returns
    -------
    ContestBudget

    Raises
    ------
    ValueError
        If there are too few models or rounds, no schedule, two that are equal, or one that cannot be read.

    References
    ----------
    liu2025

    Examples
    --------
    Nobody can win more than 8 of 12 matches in the setting of the paper:

    >>> contest_budget(29, 12, [0, 2])
    ContestBudget(29 models, 12 rounds; matches by eliminations: 154 at 0, 104 at 2)
    >>> contest_budget(29, 12, [0]).highest
    array([8])
    """
    check_at_least("models", models, 2)
    check_at_least("rounds", rounds, 1)
    schedules = read_schedules(eliminate, models, rounds)
    played = [_played(models, schedule) for schedule in schedules]
    total = np.array([sum(each.n_pairs) for each in played])
    return ContestBudget(
        models=models,
        rounds=rounds,
        schedules=tuple(schedule.name for schedule in schedules),
        n_active=np.array([each.n_active for each in played]),
        n_pairs=np.array([each.n_pairs for each in played]),
        n_final=np.array([each.left + each.gone for each in played]),
        n_survivors=np.array([each.left for each in played]),
        mean_sensitivity=_mean_sensitivity(total, schedules, models),
    )


class _Played(NamedTuple):
    """Models in each round, matches in each, and models that are left and that are gone, by points."""

    n_active: list[int]
    n_pairs: list[int]
    left: IntArray
    gone: IntArray


def _played(models: int, schedule: Schedule) -> _Played:
    rounds = len(schedule.leave)
    left, gone = np.zeros((2, rounds + 1), dtype=np.int64)
    left[0] = models
    n_active, n_pairs = [], []
    for k, numbers in enumerate(schedule.leave):
        active = int(left.sum())
        winners = left // 2
        n_active.append(active)
        n_pairs.append(int(winners.sum()))
        left = left - winners
        left[1:] += winners[:-1]
        if active >= 2 and k < rounds - 1:
            lowest = np.flatnonzero(left)[0]
            leaving = min(numbers[active], left[lowest])
            left[lowest] -= leaving
            gone[lowest] += leaving
    return _Played(n_active, n_pairs, left, gone)


def _mean_sensitivity(total: IntArray, schedules: Sequence[Schedule], models: int) -> FloatArray:
    numbers = np.array([np.nan if each.constant is None else each.constant for each in schedules], dtype=np.float64)
    more = numbers - numbers[0]
    slope: FloatArray = np.divide(
        (total - total[0]) / models, more, out=np.full(len(more), np.nan), where=np.isfinite(more) & (more != 0)
    )
    return slope
