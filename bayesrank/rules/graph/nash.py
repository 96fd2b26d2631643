"""Nash averaging: results against the mixture of models that nobody beats."""

from collections.abc import Mapping
from typing import Literal

from bayesrank.arrays import FloatArray
from bayesrank.options import check_choice
from bayesrank.rules.graph._equilibrium import maximum_entropy_equilibrium
from bayesrank.rules.rule import ranking_rule
from bayesrank.statistics.pair_counts import PairCounts

type EquilibriumScore = Literal["against_equilibrium", "advantage", "equilibrium"]


def diagnose(counts: PairCounts, *, score: EquilibriumScore = "against_equilibrium") -> Mapping[str, object]:
    """Return the equilibrium, of shape (..., L) in the order of the models, and how many models have a part in it."""
    check_choice("score", score, EquilibriumScore)
    equilibrium = maximum_entropy_equilibrium(2 * counts.win_share - 1)
    return {"equilibrium": equilibrium, "support_size": (equilibrium > 0).sum(axis=-1)}


@ranking_rule(ties="shared", missing="taken as equal", cost="L^3", reference="balduzzi2018", diagnose=diagnose)
def nash(counts: PairCounts, *, score: EquilibriumScore = "against_equilibrium") -> FloatArray:
    """Score a model by its results against the equilibrium: the mixture of models that no model beats.

    Two players each choose a model, and one wins from the other the share of the models' battles that its model won
    minus the share that it lost. Of the mixtures x that nobody gains against, the one of greatest entropy is taken:
    it is unique, and has a part for each model that has a part in any. It does not change if a model is entered
    twice, but that both share its part. A tie is half a win for each; two models that never met are taken to win
    half each, so that a model which met few can well be part of the equilibrium.

    Parameters
    ----------
    counts : PairCounts
    score : {"against_equilibrium", "advantage", "equilibrium"}
        Share of battles won against x; that minus the share lost; or the part of x that is the model.

    Returns
    -------
    array of float, shape (..., L)
        From 0 to 1/2, from -1 to 0, or probabilities. In the first two, all models in the equilibrium share the
        highest score.

    Raises
    ------
    ValueError
        If ``score`` is none of these.

    References
    ----------
    balduzzi2018
    """
    check_choice("score", score, EquilibriumScore)
    payoff = 2 * counts.win_share - 1
    equilibrium = maximum_entropy_equilibrium(payoff)
    if score == "equilibrium":
        return equilibrium
    advantage: FloatArray = (payoff @ equilibrium[..., None])[..., 0]
    return advantage if score == "advantage" else (1 + advantage) / 2
