"""The likelihood of counts of categories whose probabilities have a Dirichlet prior and are integrated out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scipy.special import gammaln

from bayesrank.arrays import FloatArray

if TYPE_CHECKING:
    from pytensor.tensor import TensorVariable


def log_multinomial(counts: FloatArray) -> FloatArray:
    """Return the log of the multinomial coefficient of each cell, categories last; of fractional counts too."""
    coefficient: FloatArray = gammaln(counts.sum(axis=-1) + 1) - gammaln(counts + 1).sum(axis=-1)
    return coefficient


def dirichlet_multinomial(
    name: str, concentration: TensorVariable, counts: FloatArray, dims: tuple[str, ...]
) -> TensorVariable:
    """Add observed ``name ~ DirichletMultinomial(concentration)`` to the model in the context.

    For two categories it is the beta-binomial. The log coefficient is data, and a cell without trials adds exactly
    nothing, as in :func:`~bayesrank.programs.binomial_logit.binomial_logit`.

    Parameters
    ----------
    name : str
        Name of the observed variable; its data are ``{name}_observed``, ``{name}_trials`` and ``{name}_coefficient``.
    concentration : TensorVariable
        Positive, the shape of the counts.
    counts : array of float, shape (..., C + 1)
        Trials in each category.
    dims : tuple of str
        Dimensions of the counts, that of the categories last.
    """
    import pymc as pm

    observed = pm.Data(f"{name}_observed", counts, dims=dims)
    n_trials = pm.Data(f"{name}_trials", counts.sum(axis=-1), dims=dims[:-1])
    coefficient = pm.Data(f"{name}_coefficient", log_multinomial(counts), dims=dims[:-1])
    return pm.CustomDist(
        name,
        concentration,
        n_trials,
        coefficient,
        logp=_log_probability,
        dist=_draw,
        signature="(k),(),()->(k)",
        observed=observed,
        dims=dims,
    )


def _log_probability(
    value: TensorVariable, concentration: TensorVariable, n_trials: TensorVariable, coefficient: TensorVariable
) -> TensorVariable:
    import pytensor.tensor as pt

    total = concentration.sum(axis=-1)
    terms = pt.gammaln(concentration + value) - pt.gammaln(concentration)
    return coefficient + pt.gammaln(total) - pt.gammaln(total + n_trials) + terms.sum(axis=-1)


def _draw(
    concentration: TensorVariable,
    n_trials: TensorVariable,
    coefficient: TensorVariable,  # noqa: ARG001 (a part of the density alone)
    size: TensorVariable,
) -> TensorVariable:
    import pymc as pm
    import pytensor.tensor as pt

    drawn = pm.DirichletMultinomial.dist(n=pt.cast(n_trials, "int64"), a=concentration, size=size)
    return pt.cast(drawn, "float64")
