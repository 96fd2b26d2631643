"""All that can be said of one contest exactly: the law of each model's points, and who meets whom."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, eq=False)
class ContestLaw[N: (float, Fraction)]:
    """Exact probabilities of one contest of M models in K rounds, as floats or as fractions.

    Parameters
    ----------
    units : int
        Units of points to a point: 2 where a match or a bye can give half of one, else 1.
    points : tuple of dict of int to probability, length M
        Probability of each final number of units that a model can have.
    byes : tuple of probability, shape (K, M)
        That a model has a bye in a round.
    active : tuple of probability, shape (K, M)
        That a model takes part in a round.
    eliminated : tuple of probability, shape (K, M)
        That a model is eliminated after a round.
    met : tuple of probability, shape (K, M, M)
        That two models meet in a round.
    n_states : tuple of int, length K
        States that the contest can be in after each round, before anybody leaves.
    """

    units: int
    points: tuple[dict[int, N], ...]
    byes: tuple[tuple[N, ...], ...]
    active: tuple[tuple[N, ...], ...]
    eliminated: tuple[tuple[N, ...], ...]
    met: tuple[tuple[tuple[N, ...], ...], ...]
    n_states: tuple[int, ...]

    @property
    def wins(self) -> tuple[N, ...]:
        """Expected points, length M."""
        return tuple(total(share * units for units, share in law.items()) / self.units for law in self.points)

    @property
    def variance(self) -> tuple[N, ...]:
        """Variance of the points, length M."""
        squares = []
        for law, wins in zip(self.points, self.wins, strict=True):
            mean = wins * self.units
            squares.append(total(share * (units - mean) ** 2 for units, share in law.items()) / self.units**2)
        return tuple(squares)

    @property
    def n_pairs(self) -> tuple[N, ...]:
        """Expected number of matches in each round, length K."""
        return tuple(total(chance for row in met for chance in row) / 2 for met in self.met)


def total[N: (float, Fraction)](chances: Iterable[N]) -> N:
    """Return the sum of at least one number; floats are summed without loss."""
    values = list(chances)
    return sum(values[1:], start=values[0])
