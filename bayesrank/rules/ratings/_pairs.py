"""Results of the pairs of models in a game, and sums over them, for the loops that play games.

Compiled, and read by no rule but those of this folder. Models with the same results must come out the same to the
last bit wherever they stand in a loop. So everything here is the same function of a model and its opponent for
both of a pair, and sums are carried to twice the precision, where the order of their terms does not show.

The loops keep compiled copies of what is here: after a change, remove the ``__pycache__`` of this folder.
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from numba import njit

from bayesrank.arrays import FloatArray, IntArray


class Play(NamedTuple):
    """Games, and the orders in which to play them, as a compiled loop reads them.

    Run r is of order ``r % n_orders``, of row ``r % n_rights`` of ``right`` and of row ``r % n_weights`` of ``weight``.

    Parameters
    ----------
    n_models, n_runs : int
        Sizes of the answer.
    order : array of int, shape (n_orders, n_games)
        The game of each turn.
    batch : array of int, shape (n_games,)
        Turns of the same batch are simultaneous.
    start, player, right, weight
        See :class:`~bayesrank.statistics.games.Games`; ``right`` and ``weight`` are two-dimensional.
    drawn_right, drawn_wrong : float
        1 where two models that are both right, or both wrong, have drawn; 0 where that says nothing.
    """

    n_models: int
    n_runs: int
    order: IntArray
    batch: IntArray
    start: IntArray
    player: IntArray
    right: FloatArray
    weight: FloatArray
    drawn_right: float
    drawn_wrong: float


@njit(cache=True, nogil=True)
def pair_results(play: Play, weight: float, p: float, other_p: float) -> tuple[float, float, float]:
    """Return how often a model that is right with p beats one that is right with other_p, loses, and draws."""
    draws = play.drawn_right * (p * other_p) + play.drawn_wrong * ((1 - p) * (1 - other_p))
    return weight * (p * (1 - other_p)), weight * (other_p * (1 - p)), weight * draws


@njit(cache=True, nogil=True)
def ends_batch(play: Play, turn: int) -> bool:
    """Return whether no turn simultaneous with this one comes after it."""
    return turn + 1 == len(play.batch) or play.batch[turn + 1] != play.batch[turn]


@njit(cache=True, nogil=True)
def advances(clock: IntArray, turn: int) -> bool:
    """Return whether time passes before the next turn."""
    return turn + 1 < len(clock) and clock[turn + 1] != clock[turn]


@njit(cache=True, nogil=True)
def expected_result(lead: float) -> float:
    """Return the logistic function; for one lead and its opposite the same digits, whichever comes first."""
    odds = exp(-abs(lead))
    return 1 / (1 + odds) if lead >= 0 else odds / (1 + odds)


@njit(cache=True, nogil=True)
def add(sums: FloatArray, position: int, term: float) -> None:
    """Add a term to ``sums[0, position]`` and what rounding takes from it to ``sums[1, position]``; shape (2, L)."""
    before = sums[0, position]
    after = before + term
    taken = after - before
    sums[0, position] = after
    sums[1, position] += (before - (after - taken)) + (term - taken)
