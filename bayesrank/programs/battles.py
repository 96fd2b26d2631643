"""The likelihood of counted battles, wins of the first model, of the second, and ties; and when it is composite."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bayesrank.arrays import FloatArray
from bayesrank.programs.dirichlet_multinomial import log_multinomial
from bayesrank.statistics.battle_counts import BattleCounts

if TYPE_CHECKING:
    from pytensor.tensor import TensorVariable

WEIGHTED = (
    "battles are weighted: intervals are right only where a weight is a number of independent battles, and programs "
    "cannot be compared by the likelihood."
)


def observe_battles(log_probability: TensorVariable, counts: FloatArray) -> TensorVariable:
    """Add observed ``battles ~ Multinomial(n, exp(log_probability))`` to the model in the context.

    Counts may be fractions, of weighted battles: the density takes them as they are. Draws are of whole battles, as
    many as the row's total rounded.

    Parameters
    ----------
    log_probability : TensorVariable
        Shape (R, K), of each outcome.
    counts : array of float, shape (R, K)
    """
    import pymc as pm

    dims = ("row", "outcome")
    return pm.CustomDist(
        "battles",
        log_probability,
        pm.Data("battles_total", counts.sum(axis=1), dims="row"),
        pm.Data("battles_coefficient", log_multinomial(counts), dims="row"),
        logp=_log_density,
        dist=_draw,
        signature="(k),(),()->(k)",
        observed=pm.Data("battles_observed", counts, dims=dims),
        dims=dims,
    )


def is_composite(battles: BattleCounts) -> bool:
    """Say whether the likelihood is one of weighted battles, or of battles that share trials."""
    return battles.weighted or battles.induced


def _log_density(
    value: TensorVariable,
    log_probability: TensorVariable,
    total: TensorVariable,  # noqa: ARG001 (it is the sum of the counts; draws need it)
    coefficient: TensorVariable,
) -> TensorVariable:
    return (value * log_probability).sum(axis=-1) + coefficient


def _draw(
    log_probability: TensorVariable,
    total: TensorVariable,
    coefficient: TensorVariable,  # noqa: ARG001
    size: TensorVariable,  # noqa: ARG001 (one table a draw)
) -> TensorVariable:
    import pymc as pm
    import pytensor.tensor as pt

    drawn = pm.Multinomial.dist(n=pt.cast(pt.round(total), "int64"), p=pt.exp(log_probability))
    return pt.cast(drawn, "float64")
