"""Battles by pair of models, and figures of them that show what abilities leave out."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from bayesrank.arrays import FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class PairTable:
    """Battles of each pair of models that met, of one data set or of a stack of them.

    Parameters
    ----------
    n_models : int
    first, second : array of int, shape (P,)
        ``first < second``.
    points : array of float, shape (..., P)
        Battles that the first won, a tie counting one half.
    ties : array of float, shape (..., P)
    battles : array of float, shape (P,)
    """

    n_models: int
    first: IntArray
    second: IntArray
    points: FloatArray
    ties: FloatArray
    battles: FloatArray

    def points_of_models(self) -> FloatArray:
        """Return the points of each model, shape (..., L)."""
        one, other = self._ends()
        total: FloatArray = self.points @ one + (self.battles - self.points) @ other
        return total

    def battles_of_models(self) -> FloatArray:
        """Return the battles of each model, shape (L,)."""
        one, other = self._ends()
        total: FloatArray = self.battles @ (one + other)
        return total

    def residuals(self) -> FloatArray:
        """Return the points of the first beyond those that scores of the models explain, shape (..., P).

        The scores whose differences come closest to the leads, the share of the battles won less that lost, by weighted
        least squares: those of these data themselves, so that residuals of all data sets are alike.

        References
        ----------
        jiang2011
        """
        one, other = self._ends()
        ends = one - other
        laplacian = (ends * self.battles[:, None]).T @ ends
        scores = (2 * self.points_of_models() - self.battles_of_models()) @ np.linalg.pinv(laplacian, hermitian=True)
        explained: FloatArray = self.battles * (1 + scores @ ends.T) / 2
        return self.points - explained

    def _ends(self) -> tuple[FloatArray, FloatArray]:
        """Return whether each model is the first, and the second, of each pair, both of shape (P, L)."""
        models = np.arange(self.n_models)
        return (self.first[:, None] == models).astype(np.float64), (self.second[:, None] == models).astype(np.float64)


def pair_table(first: IntArray, second: IntArray, counts: FloatArray, battles: FloatArray, n_models: int) -> PairTable:
    """Add up the rows of each pair.

    Parameters
    ----------
    first, second : array of int, shape (R,)
    counts : array of float, shape (..., R, K)
        Won by the first, by the second, and ties where there are three.
    battles : array of float, shape (R,)
        Battles of each row.
    n_models : int
    """
    pairs, row = np.unique(np.stack([first, second]), axis=1, return_inverse=True)
    member = np.zeros((len(first), pairs.shape[1]))
    member[np.arange(len(first)), row] = 1.0
    ties = counts[..., 2] if counts.shape[-1] == 3 else np.zeros(counts.shape[:-1])
    points = counts[..., 0] + ties / 2
    total = battles @ member
    met = total > 0  # a program without ties reads a pair that only tied as a row of no battles
    member = member[:, met]
    return PairTable(n_models, pairs[0][met], pairs[1][met], points @ member, ties @ member, total[met])


def cycles(pairs: PairTable, most_models: int) -> IntArray:
    """Return each three models that all met, of the ``most_models`` with most battles, shape (T, 3)."""
    busiest = np.sort(np.argsort(-pairs.battles_of_models(), kind="stable")[:most_models])
    met = {(int(one), int(other)) for one, other in zip(pairs.first, pairs.second, strict=True)}
    found = [
        triple for triple in combinations(busiest.tolist(), 3) if all(pair in met for pair in combinations(triple, 2))
    ]
    return np.array(found, dtype=np.int64).reshape(-1, 3)


def circulation(pairs: PairTable, triples: IntArray) -> FloatArray:
    """Return how far win rates go in a circle round each triple, shape (..., T).

    The lead of the first of three over the second, of the second over the third, and of the third over the first, added
    up; a lead is the share of the battles won less that lost.

    Parameters
    ----------
    pairs : PairTable
    triples : array of int, shape (T, 3)

    References
    ----------
    jiang2011
    """
    place = np.full((pairs.n_models, pairs.n_models), -1)
    place[pairs.first, pairs.second] = np.arange(len(pairs.first))
    one, two, three = triples.T
    lead = 2 * pairs.points / pairs.battles - 1
    around: FloatArray = lead[..., place[one, two]] + lead[..., place[two, three]] - lead[..., place[one, three]]
    return around
