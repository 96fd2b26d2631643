"""Kemeny-Young: the order of the models that contradicts the voters least, or what all such orders have in common."""

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.rules.credit_of_ties import CreditOfTies
from bayesrank.rules.rule import Solved, ranking_rule
from bayesrank.rules.voting._levels import level_scores
from bayesrank.rules.voting._linear_ordering import BestOrders, best_orders
from bayesrank.rules.voting._victories import unmet_in_the_middle, votes_for
from bayesrank.statistics.pair_votes import PairVotes

TIME_LIMIT = 60.0


@ranking_rule(
    ties="option",
    missing="taken as equal",
    cost="V L^2 + L^3, and 2^C for cycles of C models",
    reference="kemeny1959",
)
def kemeny_young(votes: PairVotes, *, ties: CreditOfTies = "half", time_limit: float = TIME_LIMIT) -> Solved:
    """Score models by the order with the fewest votes against it, counted pair by pair.

    ``disagreement(order) = sum over i before j of the votes for j against i``; the least possible is found exactly.
    Where several orders reach it, models are ranked by what these have in common: i stands before j if it does in
    every best order. Scores are the layers of that relation: L for models that nobody stands before, L - 1 for those
    then left with nobody, and so on. Thus no order of models decides between best orders. Two models that no voter
    compares may stand either way. A model that no voter compares at all has the mean score of the others.

    Parameters
    ----------
    votes : PairVotes
    ties : {"half", "ignore"}
        A voter who ranks two models alike is half a vote for each, or no vote. That adds the same to the disagreement
        of every order, so that scores are the same in either case.
    time_limit : float
        Seconds, positive, for each group of models that takes integer programs, all of these together: more than 22
        that majorities lead round, or more than 12 that majorities and ties do. All else takes a fraction of a second.

    Returns
    -------
    array of float, shape (..., L)
        Layers, whole numbers from 1 to L; for a model that no voter compares, the mean of those of the others. Facts
        beside them are the ``disagreement``, the number of votes for the second of two models in a best order, over
        all pairs, ``disagreement_share``, its share of all votes on pairs, and ``n_pairs_open``, the number of pairs
        that best orders put either way round.

    Raises
    ------
    ConvergenceError
        If a group is not ordered in time; the message says what is known by then.
    ValueError
        If an option is none of these.

    References
    ----------
    kemeny1959; young1978 on why; grotschel1984 on large groups
    """
    if not time_limit > 0:
        message = f"time_limit must be positive; got {time_limit}. Give seconds, or leave it out for {TIME_LIMIT:g}."
        raise ValueError(message)
    amount = votes_for(votes, ties)
    orders = best_orders(amount - amount.swapaxes(-1, -2), time_limit)
    return Solved(unmet_in_the_middle(level_scores(orders.before), votes), lambda: _agreement(amount, orders))


def _agreement(amount: FloatArray, orders: BestOrders) -> dict[str, FloatArray]:
    """Tell how far the voters agree with a best order, and the best orders with each other."""
    minority = np.minimum(amount, amount.swapaxes(-1, -2)).sum(axis=(-2, -1)) / 2
    disagreement = minority + orders.overruled
    n_votes = amount.sum(axis=(-2, -1))
    share = np.divide(disagreement, n_votes, out=np.zeros_like(n_votes), where=n_votes > 0)[()]
    n_models = amount.shape[-1]
    n_open = n_models * (n_models - 1) // 2 - orders.before.sum(axis=(-2, -1))
    return {"disagreement": disagreement, "disagreement_share": share, "n_pairs_open": n_open}
