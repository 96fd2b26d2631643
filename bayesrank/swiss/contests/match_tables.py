"""Who wins a match, as the compiled loops look it up."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.swiss.mean_points import mean_points

type MakeTables = Callable[[FloatArray, FloatArray], MatchTables]

CERTAIN = 2**31  # results are drawn by 31 random bits


class MatchTables(NamedTuple):
    """Cumulative probabilities of the results of matches, in units of 2**-31.

    Parameters
    ----------
    win : array of uint32, shape (R, M, M)
        That the first model wins.
    rest : array of uint32, shape (R, M, M, 2)
        That one of the two wins, and that there is a point at all. Without rows, shape (0, M, M, 2), where every match
        has one winner.
    table : array of int, shape (K,)
        Position among the R tables of the one that each round is played by.
    """

    win: npt.NDArray[np.uint32]
    rest: npt.NDArray[np.uint32]
    table: IntArray

    @property
    def one_winner(self) -> bool:
        """Whether every match has one winner."""
        return len(self.rest) == 0

    @property
    def has_draws(self) -> bool:
        """Whether a match can end in a draw, so that points come in halves."""
        return bool(np.any(self.rest[..., 1] > self.rest[..., 0]))


def match_tables(win: FloatArray, draw: FloatArray) -> MatchTables:
    """Return a table for each round of win and draw probabilities, both of shape (K, M, M)."""
    return _tables(win, draw, np.arange(len(win)))


def exchangeable_tables(win: FloatArray, draw: FloatArray) -> MatchTables:
    """Return one table for all rounds: a win with the mean of the points that a model can expect of another.

    What a model wins and loses is then spread at random over the rounds.
    """
    points = mean_points(win, draw)[None]
    return _tables(points, np.zeros_like(points), np.zeros(len(win), dtype=np.int64))


def _tables(win: FloatArray, draw: FloatArray, table: IntArray) -> MatchTables:
    wins = _units(win)
    some = _units(win + win.swapaxes(1, 2))
    others = ~np.eye(win.shape[1], dtype=bool)
    if np.all(some[:, others] == CERTAIN):
        return MatchTables(wins, np.zeros((0, *win.shape[1:], 2), dtype=np.uint32), table)
    points = _units(win + win.swapaxes(1, 2) + draw)
    return MatchTables(wins, np.stack([some, points], axis=-1), table)


def _units(probability: FloatArray) -> npt.NDArray[np.uint32]:
    units: npt.NDArray[np.uint32] = np.rint(np.clip(probability, 0, 1) * CERTAIN).astype(np.uint32, order="C")
    return units
