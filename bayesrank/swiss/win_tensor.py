"""Who beats whom in which round, and with what probability: all that a contest reads."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.errors import DataError
from bayesrank.observations.names import checked_names
from bayesrank.observations.row_arrays import read_only
from bayesrank.swiss.mean_points import mean_points

ROUNDING = 1e-9  # probabilities that sum to one have sums that are off by this at most
CLOSE_CALL = (0.25, 0.75)  # between these nobody would bet on a winner


@dataclass(frozen=True, eq=False, repr=False)
class WinTensor:
    """Probabilities that models beat each other, round by round.

    In a round, i beats j with probability ``win[k, i, j]``, they draw with ``draw[k, i, j]``, and with what is left
    over from one both lose: nobody has a point.

    Parameters
    ----------
    models, rounds : tuple of str
        Names, M and K of them; rounds in the order in which they are played.
    win : array of float, shape (K, M, M)
        The diagonal is not read.
    draw : array of float, shape (K, M, M)
        Symmetric.
    n_ties : array of int, shape (K,)
        Pairs of models with equal scores in each round, which a rule of ties decided; zeros where none did.
    source : str
        Where the probabilities come from, in words.

    Raises
    ------
    DataError
        If names, shapes or probabilities are not as stated, or there are fewer than two models or no round.
    """

    models: tuple[str, ...]
    rounds: tuple[str, ...]
    win: FloatArray
    draw: FloatArray
    n_ties: IntArray = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    source: str = "probabilities"

    def __post_init__(self) -> None:
        object.__setattr__(self, "models", checked_names(self.models, "model"))
        if not self.rounds:
            message = "a tournament must have at least one round; got none. Name the benchmarks that are its rounds."
            raise DataError(message)
        object.__setattr__(self, "rounds", checked_names(self.rounds, "round"))
        if len(self.models) < 2:
            message = f"a tournament must have at least two models; got {self.models[0]!r} alone. Add the others."
            raise DataError(message)
        others = ~np.eye(len(self.models), dtype=bool)
        for name in ("win", "draw"):
            self._check_table(name, getattr(self, name))
            object.__setattr__(self, name, read_only(np.where(others, getattr(self, name), 0.0)))
        self._check_sums()
        n_ties = self.n_ties if len(self.n_ties) else np.zeros(len(self.rounds), dtype=np.int64)
        object.__setattr__(self, "n_ties", read_only(n_ties))

    def __repr__(self) -> str:
        return (
            f"WinTensor({len(self.models)} models x {len(self.rounds)} rounds, from {self.source}, "
            f"{self.tie_fraction:.1%} ties, {self.close_fraction:.1%} close calls)"
        )

    @property
    def expected_points(self) -> FloatArray:
        """Points that i can expect of meeting j, shape (K, M, M); zero on the diagonal."""
        return self.win + self.draw / 2

    @property
    def tie_fraction(self) -> float:
        """Share of the pairs of models and rounds with equal scores."""
        return float(self.n_ties.sum()) / (len(self.rounds) * self._n_pairs)

    @property
    def close_fraction(self) -> float:
        """Share of the pairs of models and rounds in which neither can expect three quarters of a point."""
        low, high = CLOSE_CALL
        close = (self.expected_points > low) & (self.expected_points < high)
        both = close & close.swapaxes(1, 2)
        return float(np.triu(both, 1).sum()) / (len(self.rounds) * self._n_pairs)

    @property
    def one_winner(self) -> bool:
        """Whether every match has exactly one winner, so that the number of models at each score is fixed."""
        others = ~np.eye(len(self.models), dtype=bool)
        total = self.win + self.win.swapaxes(1, 2)
        return bool(np.all(np.abs(total[:, others] - 1) <= ROUNDING))

    def in_order(self, rounds: IntArray) -> WinTensor:
        """Return the rounds at these positions, in this order.

        Parameters
        ----------
        rounds : array of int, shape (n,)
            Positions, each at most once.
        """
        return WinTensor(
            self.models,
            tuple(self.rounds[position] for position in rounds),
            self.win[rounds],
            self.draw[rounds],
            self.n_ties[rounds],
            self.source,
        )

    def exchangeable(self) -> WinTensor:
        """Return rounds that are all alike: a win with the mean of the points that a model can expect of another.

        What models win and lose is then spread over the rounds at random.
        """
        points = np.broadcast_to(mean_points(self.win, self.draw), self.win.shape)
        return WinTensor(self.models, self.rounds, points, np.zeros(points.shape), source=f"means of {self.source}")

    def of_models(self, models: IntArray) -> WinTensor:
        """Return the models at these positions, in this order; ties are no longer counted."""
        square = np.ix_(np.arange(len(self.rounds)), models, models)
        names = tuple(self.models[position] for position in models)
        return WinTensor(names, self.rounds, self.win[square], self.draw[square], source=self.source)

    @property
    def _n_pairs(self) -> int:
        return len(self.models) * (len(self.models) - 1) // 2

    def _check_table(self, name: str, table: FloatArray) -> None:
        shape = len(self.rounds), len(self.models), len(self.models)
        if np.shape(table) != shape:
            message = f"{name} must have shape {shape}, rounds x models x models; got {np.shape(table)}. Transpose it."
            raise DataError(message)
        outside = ~((table >= -ROUNDING) & (table <= 1 + ROUNDING)) & ~np.eye(len(self.models), dtype=bool)
        if outside.any():
            place = np.argwhere(outside)[0]
            message = (
                f"{name} must be probabilities, from 0 to 1; got {table[tuple(place)]:g} {self._match(place)}. "
                f"Correct it."
            )
            raise DataError(message)

    def _check_sums(self) -> None:
        uneven = np.argwhere(np.abs(self.draw - self.draw.swapaxes(1, 2)) > ROUNDING)
        if uneven.size:
            there, back = self.draw[tuple(uneven[0])], self.draw.swapaxes(1, 2)[tuple(uneven[0])]
            message = (
                f"draw must be the same both ways; got {there:g} and {back:g} {self._match(uneven[0])}. Correct one."
            )
            raise DataError(message)
        total = self.win + self.win.swapaxes(1, 2) + self.draw
        above = np.argwhere(total > 1 + ROUNDING)
        if above.size:
            message = (
                f"win of i, win of j and draw must sum to at most 1; got {total[tuple(above[0])]:g} "
                f"{self._match(above[0])}. The two wins of a match are win[k, i, j] and win[k, j, i]."
            )
            raise DataError(message)

    def _match(self, place: IntArray) -> str:
        k, i, j = place
        return f"for {self.models[i]!r} against {self.models[j]!r} in round {self.rounds[k]!r}"
