"""Which model beats which, and how strongly: what rules of pairwise majorities read in votes."""

from typing import Literal

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.options import check_choice
from bayesrank.rules.credit_of_ties import CreditOfTies
from bayesrank.statistics.pair_votes import PairVotes

type Strength = Literal["margin", "winning_votes"]

EQUAL_BITS = 40  # of the largest number of votes: what differs by less, in fractional weights, is rounding


def votes_for(votes: PairVotes, ties: CreditOfTies) -> FloatArray:
    """Return the votes for each model against each other, shape (..., L, L), to ``EQUAL_BITS``.

    Parameters
    ----------
    votes : PairVotes
    ties : {"half", "ignore"}
        A voter who ranks two models alike is half a vote for each, or no vote.

    Raises
    ------
    ValueError
        If ``ties`` is none of these.
    """
    check_choice("ties", ties, CreditOfTies)
    amount = votes.wins + votes.ties / 2 if ties == "half" else votes.wins
    most = votes.n_battles.max(axis=(-2, -1), keepdims=True)
    _, exponent = np.frexp(most)
    step = np.ldexp(1.0, exponent - EQUAL_BITS)  # a power of two: whole and half votes stay as they are
    rounded: FloatArray = np.round(amount / step) * step
    return rounded


def victories(votes: PairVotes, *, strength: Strength, ties: CreditOfTies) -> FloatArray:
    """Return the strength of each model's victory over each other, shape (..., L, L); 0 where it has none.

    Parameters
    ----------
    votes : PairVotes
    strength : {"margin", "winning_votes"}
        A victory is as strong as the votes for the winner less those for the loser, or as those for the winner.
    ties : {"half", "ignore"}
        See :func:`votes_for`.

    Raises
    ------
    ValueError
        If an option is none of these.
    """
    check_choice("strength", strength, Strength)
    amount = votes_for(votes, ties)
    margin = amount - amount.swapaxes(-1, -2)
    return np.where(margin > 0, margin if strength == "margin" else amount, 0.0)


def unmet_in_the_middle(scores: FloatArray, votes: PairVotes) -> FloatArray:
    """Give a model that no vote compares with any other the mean score of the others: nothing is known of it.

    Parameters
    ----------
    scores : array of float, shape (..., L)
    votes : PairVotes
    """
    met = votes.n_battles.sum(axis=-1) > 0
    total = np.where(met, scores, 0.0).sum(axis=-1, keepdims=True)
    return np.where(met, scores, total / np.maximum(met.sum(axis=-1, keepdims=True), 1))
