"""The prior of abilities that all programs share: on the logit scale, summing to zero over models."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from bayesrank.options import check_choice, check_positive

if TYPE_CHECKING:
    from pytensor.tensor import TensorVariable

type AbilityPrior = Literal["normal", "student_t", "laplace", "cauchy"]

FEWEST_MODELS_FOR_SPREAD = 4  # one or two contrasts cannot teach a spread of abilities
SPREAD_LOG_SD = (
    0.5  # with median 1: 95 % between .38 and 2.7 logits, and off zero, so that the centred form has no funnel
)
DEGREES_OF_FREEDOM = 4.0


class Spread(NamedTuple):
    """The log-normal prior of a spread, which is fixed at its median if ``log_sd`` is 0."""

    median: float
    log_sd: float

    @property
    def log_median(self) -> float:
        """Logarithm of the median."""
        return float(np.log(self.median))


def abilities(
    n_models: int,
    *,
    ability_prior: AbilityPrior = "normal",
    ability_scale: float | None = None,
    spread_median: float = 1.0,
    spread_log_sd: float = SPREAD_LOG_SD,
) -> TensorVariable:
    """Add the variables ``ability[model]`` and, where it is learned, ``ability_spread`` to the model in the context.

    ``ability ~ ZeroSum(spread)``, ``spread ~ LogNormal(log spread_median, spread_log_sd)``. With three models or fewer
    the spread is ``spread_median``: two contrasts cannot teach it.

    Parameters
    ----------
    n_models : int
        Length of the dimension ``model``.
    ability_prior : {"normal", "student_t", "laplace", "cauchy"}
        Family of the prior; Student's t has 4 degrees of freedom. Outside the normal family, draws from the prior
        alone are independent draws less their mean, whose law differs slightly from the density.
    ability_scale : float, optional
        Fixes the spread instead of learning it, in logits.
    spread_median : float
        Prior median of the spread, in logits.
    spread_log_sd : float
        Prior standard deviation of the logarithm of the spread.

    Returns
    -------
    TensorVariable
        Shape (L,).

    Raises
    ------
    ValueError
        If a scale is not positive, or there is no such family.
    """
    import pymc as pm

    check_choice("ability_prior", ability_prior, AbilityPrior)
    spread = ability_spread(
        n_models, ability_scale=ability_scale, spread_median=spread_median, spread_log_sd=spread_log_sd
    )
    if ability_prior == "normal":
        return pm.ZeroSumNormal("ability", spread, dims="model")
    return _heavy_tailed(ability_prior, spread, n_models)


def ability_spread(
    n_models: int,
    *,
    ability_scale: float | None = None,
    spread_median: float = 1.0,
    spread_log_sd: float = SPREAD_LOG_SD,
) -> TensorVariable:
    """Add ``ability_spread`` to the model in the context: learned, or a constant; see :func:`abilities`."""
    import pymc as pm

    prior = _prior_of_spread(n_models, ability_scale, Spread(spread_median, spread_log_sd))
    if not prior.log_sd:
        return pm.Data("ability_spread", prior.median)
    return pm.LogNormal("ability_spread", pm.Data("spread_log_median", prior.log_median), prior.log_sd)


def normal_spread(
    n_models: int,
    *,
    ability_prior: AbilityPrior,
    ability_scale: float | None,
    spread_median: float,
    spread_log_sd: float = SPREAD_LOG_SD,
) -> Spread:
    """Return the prior that :func:`abilities` has of their spread, for solvers that take them as normal.

    Raises
    ------
    ValueError
        If the prior of abilities is not normal, or a scale is not positive.
    """
    if ability_prior != "normal":
        message = f"ability_prior must be normal for inference='laplace'; got {ability_prior!r}. Use inference='nuts'."
        raise ValueError(message)
    return _prior_of_spread(n_models, ability_scale, Spread(spread_median, spread_log_sd))


def fixed_or_learned(name: str, scale: float | None, learned: Spread) -> Spread:
    """Return the prior of a spread that the option ``name`` may fix.

    Raises
    ------
    ValueError
        If it fixes it at what is not positive.
    """
    if scale is None:
        return learned
    check_positive(name, scale)
    return Spread(float(scale), 0.0)


def _prior_of_spread(n_models: int, ability_scale: float | None, learned: Spread) -> Spread:
    check_positive("spread_median", learned.median)
    few = n_models < FEWEST_MODELS_FOR_SPREAD
    return fixed_or_learned("ability_scale", ability_scale, Spread(float(learned.median), 0.0) if few else learned)


def _heavy_tailed(family: AbilityPrior, spread: TensorVariable, n_models: int) -> TensorVariable:
    import pymc as pm
    from pymc.distributions.transforms import ZeroSumTransform

    def log_density(value: TensorVariable, scale: TensorVariable) -> TensorVariable:
        import pytensor.tensor as pt

        z = value / scale
        if family == "laplace":
            kernel = -pt.abs(z)
        else:
            freedom = 1.0 if family == "cauchy" else DEGREES_OF_FREEDOM
            kernel = -(freedom + 1) / 2 * pt.log1p(z**2 / freedom)
        return kernel.sum(axis=-1) - (value.shape[-1] - 1) * pt.log(scale)

    def draw(scale: TensorVariable, size: TensorVariable) -> TensorVariable:  # noqa: ARG001 (one vector a draw)
        if family == "laplace":
            independent = pm.Laplace.dist(0.0, scale, shape=n_models)
        else:
            freedom = 1.0 if family == "cauchy" else DEGREES_OF_FREEDOM
            independent = pm.StudentT.dist(freedom, mu=0.0, sigma=scale, shape=n_models)
        return independent - independent.mean()

    return pm.CustomDist(
        "ability",
        spread,
        logp=log_density,
        dist=draw,
        signature="()->(m)",
        default_transform=ZeroSumTransform([-1]),
        dims="model",
    )
