"""Ranked pairs (Tideman): victories are locked from the strongest down, unless they contradict stronger ones."""

import numpy as np
from numba import njit

from bayesrank.arrays import BoolArray, FloatArray, IntArray
from bayesrank.rules.credit_of_ties import CreditOfTies
from bayesrank.rules.rule import ranking_rule
from bayesrank.rules.voting._levels import level_scores
from bayesrank.rules.voting._victories import Strength, unmet_in_the_middle, victories
from bayesrank.statistics.pair_votes import PairVotes


@ranking_rule(ties="option", missing="taken as equal", cost="V L^2 + L^4", reference="tideman1987")
def ranked_pairs(votes: PairVotes, *, strength: Strength = "margin", ties: CreditOfTies = "half") -> FloatArray:
    """Score models by the victories that are locked, strongest first; one that closes a cycle is left out.

    Victories of the same strength are taken together, so that no order of models decides between them: of a group,
    those are left out that contradict stronger ones, and of the others those that close a cycle with each other and
    stronger ones. This treatment of ties is ours; the original breaks them one way or another, and without ties in
    strength the two are the same. Two models that no voter compares beat each other in nothing. Scores are the layers
    of what is locked: L for models that nobody stands before, the winners, L - 1 for those then left with nobody,
    and so on. A model that no voter compares at all has the mean score of the others.

    Parameters
    ----------
    votes : PairVotes
    strength : {"margin", "winning_votes"}
        A victory is as strong as the votes for the winner less those for the loser, or as those for the winner.
        The two agree where all voters rank all models without ties.
    ties : {"half", "ignore"}
        A voter who ranks two models alike is half a vote for each, or no vote. Margins are the same in either case.

    Returns
    -------
    array of float, shape (..., L)
        Layers, whole numbers from 1 to L.

    Raises
    ------
    ValueError
        If an option is none of these.

    References
    ----------
    tideman1987
    """
    strengths = victories(votes, strength=strength, ties=ties)
    before = _locked(strengths.reshape(-1, *strengths.shape[-2:])).reshape(strengths.shape)
    return unmet_in_the_middle(level_scores(before), votes)


@njit(cache=True)
def _locked(strengths: FloatArray) -> BoolArray:
    """Return whether locked victories lead from a model to another, shape (S, L, L)."""
    before = np.zeros(strengths.shape, dtype=np.bool_)
    for draw in range(len(strengths)):
        winner, loser = np.nonzero(strengths[draw])
        strength = np.array([strengths[draw, winner[k], loser[k]] for k in range(len(winner))])
        order = np.argsort(-strength)
        start = 0
        for end in range(1, len(order) + 1):
            if end == len(order) or strength[order[end]] < strength[order[start]]:
                _lock_group(before[draw], winner[order[start:end]], loser[order[start:end]])
                start = end
    return before


@njit(cache=True)
def _lock_group(before: BoolArray, winner: IntArray, loser: IntArray) -> None:
    """Lock the victories of one strength that contradict no stronger ones, nor each other."""
    together = before.copy()
    for k in range(len(winner)):
        if not before[loser[k], winner[k]]:
            _lead(together, winner[k], loser[k])
    for k in range(len(winner)):
        if not together[loser[k], winner[k]]:
            _lead(before, winner[k], loser[k])


@njit(cache=True)
def _lead(before: BoolArray, winner: int, loser: int) -> None:
    """Let all that lead to the winner lead to the loser and to all where the loser leads."""
    for first in range(len(before)):
        if first == winner or before[first, winner]:
            for last in range(len(before)):
                if last == loser or before[loser, last]:
                    before[first, last] = True
