"""The likelihood of counted battles: wins of the first model, of the second, and ties."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bayesrank.arrays import FloatArray
from bayesrank.programs.dirichlet_multinomial import log_multinomial

if TYPE_CHECKING:
    from pytensor.tensor import TensorVariable


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
