"""The binomial likelihood of counts with a logit, as fast as its gradient can be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scipy.special import gammaln

from bayesrank.arrays import FloatArray

if TYPE_CHECKING:
    from pytensor.tensor import TensorVariable


def log_binomial(successes: FloatArray, trials: FloatArray) -> FloatArray:
    """Return the log of the binomial coefficient of each cell; of fractional counts too."""
    coefficient: FloatArray = gammaln(trials + 1) - gammaln(successes + 1) - gammaln(trials - successes + 1)
    return coefficient


def binomial_logit(
    name: str, logit: TensorVariable, successes: FloatArray, trials: FloatArray, dims: tuple[str, ...] | str
) -> TensorVariable:
    """Add observed ``name ~ Binomial(trials, sigmoid(logit))`` to the model in the context.

    The log coefficient is data: as part of the graph its three log gammas a cell would be worked out again at every
    gradient (measured: 3 times as slow). A cell without trials adds exactly nothing.

    Parameters
    ----------
    name : str
        Name of the observed variable; its data are ``{name}_observed``, ``{name}_trials`` and ``{name}_coefficient``.
    logit : TensorVariable
        Same shape as the counts.
    successes, trials : array of float
        Counts of successes, and of all trials.
    dims : str or tuple of str
        Dimensions of the counts.
    """
    import pymc as pm
    import pytensor.tensor as pt

    observed = pm.Data(f"{name}_observed", successes, dims=dims)
    n_trials = pm.Data(f"{name}_trials", trials, dims=dims)
    coefficient = pm.Data(f"{name}_coefficient", log_binomial(successes, trials), dims=dims)

    def log_probability(
        value: TensorVariable, logit: TensorVariable, n_trials: TensorVariable, coefficient: TensorVariable
    ) -> TensorVariable:
        return value * logit - n_trials * pt.softplus(logit) + coefficient

    def draw(
        logit: TensorVariable,
        n_trials: TensorVariable,
        coefficient: TensorVariable,  # noqa: ARG001 (part of the log density only)
        size: TensorVariable,
    ) -> TensorVariable:
        drawn = pm.Binomial.dist(n=pt.cast(n_trials, "int64"), logit_p=logit, size=size)
        return pt.cast(drawn, "float64")

    return pm.CustomDist(
        name, logit, n_trials, coefficient, logp=log_probability, dist=draw, observed=observed, dims=dims
    )
