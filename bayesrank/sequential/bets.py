"""How much is bet on every score: a fixed grid of bets with a prior, or bets that learn from past scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.options import check_choice

type BetRule = Literal["mixture", "agrapa", "ons"]
type BetName = Literal["mixture", "fixed", "agrapa", "ons"]

GRID = (0.03, 0.06, 0.12, 0.25, 0.5)
FIXED = 0.25
LARGEST = 0.99
ROUNDING = 1e-9  # of a prior that was written as decimals


@dataclass(frozen=True)
class Bets:
    """What share of its wealth every pair of models bets on the next score.

    Bets are fixed, or depend on past scores alone; what was chosen in view of the scores that it is then used on
    guarantees nothing.

    Parameters
    ----------
    rule : {"mixture", "agrapa", "ons"}
        The mean of the wealths of all bets of the grid; the share that past scores make best, approximately
        (``agrapa``); or an online Newton step (``ons``).
    grid : tuple of float
        For ``"mixture"``: shares, each > 0 and at most 0.99, ascending. Small ones find small differences, large ones
        find large differences soon.
    prior : tuple of float, optional
        For ``"mixture"``: weight of each bet of the grid, positive, adding up to one; all alike by default.
    most : float
        For ``"agrapa"``: the largest share, > 0 and at most 0.99.

    Raises
    ------
    ValueError
        If a number is not as stated.

    References
    ----------
    khosravi2026, section 3
    waudbysmith2024, for ``agrapa``; cutkosky2018, for ``ons``

    Examples
    --------
    >>> Bets(prior=(0.1, 0.2, 0.3, 0.3, 0.1)).weights
    array([0.1, 0.2, 0.3, 0.3, 0.1])
    """

    rule: BetRule = "mixture"
    grid: tuple[float, ...] = GRID
    prior: tuple[float, ...] | None = None
    most: float = 0.5

    def __post_init__(self) -> None:
        check_choice("rule", self.rule, BetRule)
        object.__setattr__(self, "grid", tuple(float(share) for share in self.grid))
        self._check_grid()
        if not 0 < self.most <= LARGEST:
            message = f"most must be above 0 and at most {LARGEST}; got {self.most}. Use 0.5, or 0.75 to dare more."
            raise ValueError(message)
        if self.prior is not None:
            object.__setattr__(self, "prior", tuple(float(weight) for weight in self.prior))
            self._check_prior(self.prior)

    @property
    def weights(self) -> FloatArray:
        """Weight of each bet of the grid, shape (K,); adds up to one."""
        given = np.ones(len(self.grid)) if self.prior is None else np.array(self.prior)
        weights: FloatArray = given / given.sum()
        return weights

    @property
    def n_wealths(self) -> int:
        """How many wealths every pair has: one a bet of the grid, or one."""
        return len(self.grid) if self.rule == "mixture" else 1

    def _check_grid(self) -> None:
        legal = all(0 < share <= LARGEST for share in self.grid)
        if not self.grid or not legal or list(self.grid) != sorted(set(self.grid)):
            message = (
                f"grid must be different bets above 0 and at most {LARGEST}, ascending; got {self.grid}. "
                f"Sort them, and leave out those outside."
            )
            raise ValueError(message)

    def _check_prior(self, prior: tuple[float, ...]) -> None:
        if len(prior) != len(self.grid) or not min(prior) > 0 or abs(sum(prior) - 1) > ROUNDING:
            message = (
                f"prior must be {len(self.grid)} positive weights that add up to 1, one a bet of the grid; "
                f"got {prior}. Divide them by their sum."
            )
            raise ValueError(message)


def find_bets(bets: Bets | BetName) -> Bets:
    """Return the bets of that name, ``"fixed"`` being a quarter of the wealth always; bets themselves stay.

    Raises
    ------
    ValueError
        If there are none of that name.
    """
    if isinstance(bets, Bets):
        return bets
    check_choice("bets", bets, BetName)
    if bets == "fixed":
        return Bets(grid=(FIXED,))
    rule: BetRule = bets
    return Bets(rule)
