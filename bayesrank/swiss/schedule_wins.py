"""Expected wins at one schedule of eliminations, which are read off as any draws of scores are."""

from __future__ import annotations

from dataclasses import dataclass

from bayesrank.arrays import FloatArray
from bayesrank.ranks.score_draws import ScoreDraws


@dataclass(frozen=True, eq=False)
class ScheduleWins(ScoreDraws):
    """Posterior draws of expected wins at one schedule.

    Parameters
    ----------
    names : tuple of str
        Models, M of them.
    wins : array of float, shape (M,)
        Mean over the draws.
    samples : array of float, shape (B, M)
        Expected points of a contest given each draw, without the Monte-Carlo noise of the contests.
    """

    names: tuple[str, ...]
    wins: FloatArray
    samples: FloatArray

    @property
    def models(self) -> tuple[str, ...]:
        """Names of the models, M of them."""
        return self.names

    @property
    def draws(self) -> FloatArray:
        """Expected points given each draw, shape (B, M)."""
        return self.samples

    @property
    def centre(self) -> FloatArray:
        """Mean over the draws, shape (M,)."""
        return self.wins
