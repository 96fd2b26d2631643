"""What models can expect of a tournament at each schedule of eliminations, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bayesrank.arrays import FloatArray, IntArray

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
        other in a random round; NaN for a model that met nobody.
    n_pairs : array, shape (E, K)
        Expected number of matches in each round.
    draws : array, shape (E, B, M), or None
        Expected points given each of B posterior draws, the same draws at all schedules, pulled towards their mean by
        the share of Monte-Carlo noise in them; None where there is no posterior.
    noise_share : array, shape (E, M), or None
        Share of the variance of the unshrunk draws that is Monte-Carlo noise of the contests inside each.
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
    draws: FloatArray | None
    noise_share: FloatArray | None
    n_contests: int | None
    random_seed: int | None

    @property
    def p_eliminated(self) -> FloatArray:
        """Probability of elimination before the last round is played, shape (E, M)."""
        before: FloatArray = self.eliminated[:, :-1].sum(axis=1)
        return before

    def of_models(self, models: IntArray) -> ExpectedWins:
        """Return the models at these positions, in this order."""
        by_model: dict[str, Any] = {name: np.ascontiguousarray(getattr(self, name)[..., models]) for name in BY_MODEL}
        if self.draws is not None and self.noise_share is not None:
            by_model["draws"] = np.ascontiguousarray(self.draws[..., models])
            by_model["noise_share"] = self.noise_share[..., models]
        names = tuple(self.models[position] for position in models)
        return replace(self, models=names, covariance=self.covariance[models], **by_model)
