"""Nash averaging: results against the mixture of models that nobody beats."""

from typing import Literal

from bayesrank.arrays import FloatArray
from bayesrank.options import check_choice
from bayesrank.rules.graph._equilibrium import maximum_entropy_equilibrium
from bayesrank.rules.rule import Solved, ranking_rule
from bayesrank.statistics.pair_counts import PairCounts

type EquilibriumScore = Literal["against_equilibrium", "advantage", "equilibrium"]


@ranking_rule(ties="shared", missing="taken as equal", cost="L^3", reference="balduzzi2018")
def nash(counts: PairCounts, *, score: EquilibriumScore = "against_equilibrium") -> Solved:
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
        highest score. Facts beside them are the ``equilibrium``, shape (..., L), and its ``support_size``, how many
        models have a part in it.

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
    advantage: FloatArray = (payoff @ equilibrium[..., None])[..., 0]
    scores = {"against_equilibrium": (1 + advantage) / 2, "advantage": advantage, "equilibrium": equilibrium}
    return Solved(scores[score], lambda: {"equilibrium": equilibrium, "support_size": (equilibrium > 0).sum(axis=-1)})
