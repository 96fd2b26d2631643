"""What models can expect of a tournament at each schedule of eliminations, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.swiss.contests.luck import share_of_luck, without_luck

BY_MODEL = ("wins", "mcse", "spread", "byes", "rounds_played", "eliminated", "opponents")


@dataclass(frozen=True, eq=False)
class ExpectedWins:
    """Expected points of M models, and what else happens to them, at each of E schedules of eliminations.

    Where contests are simulated, all figures are means over them and have a Monte-Carlo error. Where draws from a
    posterior were played, all are means over the draws as well.

    Parameters
    ----------
    models, rounds : tuple of str
        Names, M and K of them.
    schedules : tuple of str
        Names of the schedules, E of them.
    wins : array, shape (E, M)
        Expected points of a contest.
    mcse : array, shape (E, M)
        Monte-Carlo standard error of ``wins``: luck of pairing, byes and elimination, and the number of draws where
        there are draws. Zero where ``wins`` is exact.
    covariance : array, shape (M, E, E)
        Monte-Carlo covariance of a model's ``wins`` between schedules, the squares of ``mcse`` on its diagonals.
    spread : array, shape (E, M)
        Standard deviation of the points of one contest, given the draw where there are draws.
    byes, rounds_played : array, shape (E, M)
        Expected numbers.
    eliminated : array, shape (E, K, M)
        Probability of elimination after each round. After the last round it changes no points.
    opponents : array, shape (E, M)
        Mean strength of the opponents met, a model's strength being the points it can expect of a match with a random
        other in a random round. NaN for a model that met nobody in the contests in which meetings are counted: all of
        up to 1,600, every sixteenth of more, all that can be where ``wins`` is exact.
    n_pairs : array, shape (E, K)
        Expected number of matches in each round.
    samples : array, shape (E, B, M), or None
        Mean points of the contests that were played for each of B posterior draws, the same draws at all schedules;
        None where there is no posterior. Luck of the contests is in them: see ``draws``.
    noise : array, shape (M, E, E), or None
        Covariance of that luck between schedules, in the mean points of one draw.
    n_contests : int or None
        Contests that were simulated at each schedule, in each draw if there are draws; None where ``wins`` is exact.
    random_seed : int or None
        Seed of the contests.
    """

    models: tuple[str, ...]
    rounds: tuple[str, ...]
    schedules: tuple[str, ...]
    wins: FloatArray
    mcse: FloatArray
    covariance: FloatArray
    spread: FloatArray
    byes: FloatArray
    rounds_played: FloatArray
    eliminated: FloatArray
    opponents: FloatArray
    n_pairs: FloatArray
    samples: FloatArray | None
    noise: FloatArray | None
    n_contests: int | None
    random_seed: int | None

    @cached_property
    def draws(self) -> FloatArray | None:
        """Expected points given each posterior draw, without the luck of its contests, shape (E, B, M)."""
        if self.samples is None:
            return None
        return without_luck(self.samples.swapaxes(0, 1), self._variance_of_luck).swapaxes(0, 1)

    @cached_property
    def noise_share(self) -> FloatArray | None:
        """Share of the variance of ``samples`` that is luck of the contests, shape (E, M)."""
        return None if self.samples is None else share_of_luck(self.samples.swapaxes(0, 1), self._variance_of_luck)

    @property
    def _variance_of_luck(self) -> FloatArray:
        """Variance of the luck in the mean points of one draw, shape (E, M)."""
        return np.zeros_like(self.wins) if self.noise is None else np.diagonal(self.noise, axis1=1, axis2=2).T

    @property
    def p_eliminated(self) -> FloatArray:
        """Probability of elimination before the last round is played, shape (E, M)."""
        before: FloatArray = self.eliminated[:, :-1].sum(axis=1)
        return before

    def of_models(self, models: IntArray) -> ExpectedWins:
        """Return the models at these positions, in this order."""
        by_model: dict[str, Any] = {name: np.ascontiguousarray(getattr(self, name)[..., models]) for name in BY_MODEL}
        if self.samples is not None and self.noise is not None:
            by_model["samples"] = np.ascontiguousarray(self.samples[..., models])
            by_model["noise"] = self.noise[models]
        names = tuple(self.models[position] for position in models)
        return replace(self, models=names, covariance=self.covariance[models], **by_model)
