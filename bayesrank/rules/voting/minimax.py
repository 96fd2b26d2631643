"""Minimax (Simpson and Kramer): the worst defeat of a model decides."""

from bayesrank.arrays import FloatArray
from bayesrank.rules.credit_of_ties import CreditOfTies
from bayesrank.rules.rule import ranking_rule
from bayesrank.rules.voting._victories import Strength, unmet_in_the_middle, victories
from bayesrank.statistics.pair_votes import PairVotes


@ranking_rule(ties="option", missing="taken as equal", cost="V L^2", reference="simpson1969")
def minimax(votes: PairVotes, *, strength: Strength = "margin", ties: CreditOfTies = "half") -> FloatArray:
    """Score a model by the strongest of its defeats; a model that nobody beats has none.

    ``score[i] = -max over j that beat i of strength(j over i)``, 0 for an unbeaten model. Two models that no voter
    compares beat each other in nothing. A model that no voter compares at all has the mean score of the others.

    Parameters
    ----------
    votes : PairVotes
    strength : {"margin", "winning_votes"}
        A defeat is as strong as the votes for the winner less those for the loser, or as those for the winner.
        The two agree in order where all voters rank all models without ties.
    ties : {"half", "ignore"}
        A voter who ranks two models alike is half a vote for each, or no vote. Margins are the same in either case.

    Returns
    -------
    array of float, shape (..., L)
        From minus the weight of all voters to 0.

    Raises
    ------
    ValueError
        If an option is none of these.

    References
    ----------
    simpson1969
    """
    worst = victories(votes, strength=strength, ties=ties).max(axis=-2)
    return unmet_in_the_middle(0.0 - worst, votes)
