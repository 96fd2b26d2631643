"""Tiers of questions by difficulty, the easy ones first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from numbers import Real
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from bayesrank.arrays import IntArray
from bayesrank.errors import DataError
from bayesrank.options import check_at_least, check_choice

type Edges = Literal["equal", "quantile"]
type TooFew = Literal["merge", "drop"]
type TierArray = npt.NDArray[np.int16]


@dataclass(frozen=True)
class DifficultyTiers:
    """Which questions are one tier.

    A question whose accuracy is the edge between two tiers is in the harder one. Accuracies are compared with edges as
    fractions, 0.3 being 3 / 10 and not the number of a computer next to it.

    Parameters
    ----------
    edges : {"equal", "quantile"}, or sequence of float
        Tiers of equal width in the mean accuracy of the models; of equally many questions, but for those of equal
        accuracy, which stay together, in the harder tier; or between these accuracies.
    n_tiers : int
        How many tiers of equal width or size; not read where edges are given.
    min_items : int
        A tier with fewer questions is none.
    too_few : {"merge", "drop"}
        What becomes of its questions: they join the easier neighbour, those of the easiest tier the harder one; or
        they are not asked.

    Raises
    ------
    ValueError
        If an option is not as stated.
    """

    edges: Edges | Sequence[float] = "equal"
    n_tiers: int = 10
    min_items: int = 20
    too_few: TooFew = "merge"

    def __post_init__(self) -> None:
        if isinstance(self.edges, str):
            check_choice("edges", self.edges, Edges)
        else:
            object.__setattr__(self, "edges", _accuracies(self.edges))
        check_at_least("n_tiers", self.n_tiers, 1)
        check_at_least("min_items", self.min_items, 1)
        check_choice("too_few", self.too_few, TooFew)

    @property
    def bounds(self) -> tuple[Fraction, ...]:
        """Accuracies that bound the tiers, from 1 down to 0; with quantiles, shares of questions from 0 to 1."""
        if isinstance(self.edges, str):
            shares = [Fraction(b, self.n_tiers) for b in range(self.n_tiers + 1)]
            return tuple(shares if self.edges == "quantile" else shares[::-1])
        return (Fraction(1), *sorted((Fraction(str(edge)) for edge in self.edges), reverse=True), Fraction(0))

    def tiers_of(self, ease: IntArray, most: int) -> TierArray:
        """Return the tier of each question, 0 the easiest, shape (P, Q).

        Parameters
        ----------
        ease : array of int, shape (P, Q)
            Accuracies in units of 1 / ``most``, of P groups of models; only their order matters with quantiles.
        most : int
        """
        inner = self.bounds[1:-1]
        if self.edges == "quantile":
            descending = -np.sort(-ease, axis=1)
            cuts = [descending[:, edge.numerator * ease.shape[1] // edge.denominator] for edge in inner]
        else:
            cuts = [np.full(len(ease), edge.numerator * most // edge.denominator) for edge in inner]
        tier = np.zeros(ease.shape, dtype=np.int16)
        for cut in cuts:
            tier += ease <= cut[:, None]
        return tier


def _accuracies(edges: object) -> tuple[float, ...]:
    given = tuple(edges) if isinstance(edges, Iterable) else ()
    inside = all(isinstance(edge, Real) and 0 < float(edge) < 1 for edge in given)  # not a number lies nowhere
    if not given or not inside or len(set(given)) < len(given):
        message = (
            f"edges must be 'equal', 'quantile', or different accuracies between 0 and 1; got {edges!r}. "
            f"Write [0.9, 0.5, 0.1], say."
        )
        raise ValueError(message)
    return tuple(float(edge) for edge in given)


class Rounds(NamedTuple):
    """Tiers as they are played.

    Parameters
    ----------
    names : tuple of str
        K of them.
    round_of : array of int16, shape (n_tiers,)
        Round of each tier, -1 where it is dropped.
    """

    names: tuple[str, ...]
    round_of: TierArray


def rounds_of_tiers(tiers: DifficultyTiers, items: IntArray) -> Rounds:
    """Merge or drop tiers with too few questions.

    Parameters
    ----------
    tiers : DifficultyTiers
    items : array of int, shape (P, n_tiers)
        Questions of each tier, by P groups of models; a tier has too few if it has by any.

    Raises
    ------
    DataError
        If no tier has enough.
    """
    n_tiers = items.shape[1]
    if tiers.too_few == "drop":
        kept = [[tier] for tier in range(n_tiers) if items[:, tier].min() >= tiers.min_items]
    else:
        kept = _merged(items, tiers.min_items)
    if not kept or items[:, kept[0]].sum(axis=1).min() < tiers.min_items:
        message = (
            f"a tier must have at least {tiers.min_items} questions; got {int(items.sum(axis=1).max())} questions in "
            f"all, and no tier of so many. Lower min_items."
        )
        raise DataError(message)
    round_of = np.full(n_tiers, -1, dtype=np.int16)
    for k, members in enumerate(kept):
        round_of[members] = k
    return Rounds(tuple(_name(tiers, members, k) for k, members in enumerate(kept)), round_of)


def _merged(items: IntArray, min_items: int) -> list[list[int]]:
    """Return the tiers of each round, from the hardest on joining the easier neighbour until there are enough."""
    rounds: list[list[int]] = []
    joining: list[int] = []
    for tier in range(items.shape[1] - 1, -1, -1):
        joining = [tier, *joining]
        if items[:, joining].sum(axis=1).min() >= min_items:
            rounds = [joining, *rounds]
            joining = []
    if joining and rounds:
        rounds[0] = joining + rounds[0]
    return rounds or [joining]


def _name(tiers: DifficultyTiers, members: list[int], k: int) -> str:
    if tiers.edges == "quantile":
        return f"tier {k + 1}"
    upper, lower = tiers.bounds[members[0]], tiers.bounds[members[-1] + 1]
    return f"{float(lower):g} to {float(upper):g}"
