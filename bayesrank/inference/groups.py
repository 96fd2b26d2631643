"""What stands beside a posterior in a DataTree, so that ArviZ can judge it."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from bayesrank.inference.log_densities import log_densities
from bayesrank.inference.nuts import only_errors_logged

if TYPE_CHECKING:
    import pymc as pm
    from pytensor.tensor import TensorVariable
    from xarray import Dataset, DataTree

PRIOR_DRAWS = 500
MOST_VALUES = 20_000_000  # of one group, draws times observed values: 160 MB
PRIOR_GROUPS = ("prior", "prior_predictive")
IN_PYTHON = {"mode": "FAST_COMPILE"}  # a few vector operations a draw, which need no compiler


def groups_beside(model: pm.Model, posterior: Dataset, *, comparable: bool, random_seed: int) -> dict[str, Dataset]:
    """Return the groups that ArviZ reads beside a posterior.

    Parameters
    ----------
    model : pm.Model
    posterior : Dataset
        Its draws, by chain and draw.
    comparable : bool
        Whether the likelihood is one of independent observations; else there is no group ``log_likelihood``.
    random_seed : int
        Seed of the predictions.

    Returns
    -------
    dict of str to Dataset
        ``prior``, ``prior_predictive``, ``posterior_predictive``, ``log_likelihood``, ``log_prior``, ``observed_data``
        and ``constant_data``. What would be larger than 160 MB is left out: the predictions and the log likelihood of
        thousands of draws of thousands of cells. So are draws of variables that have a density only, such as
        ``pm.Flat``: with one there is no ``prior``.
    """
    import pymc

    found = {"observed_data": _observed(model), "constant_data": _constant(model)}
    found["log_prior"] = _log_density(model, model.free_RVs, posterior)
    size = posterior.sizes["chain"] * posterior.sizes["draw"] * sum(v.size for v in found["observed_data"].values())
    asked: dict[str, Any] = {"compile_kwargs": IN_PYTHON}
    seeds = [int(seed) for seed in np.random.SeedSequence(random_seed).generate_state(2)]
    with only_errors_logged(), warnings.catch_warnings():
        warnings.simplefilter("ignore", category=UserWarning)
        with suppress(NotImplementedError):  # which PyMC raises for what has a density only
            prior = pymc.sample_prior_predictive(PRIOR_DRAWS, model=model, random_seed=seeds[0], **asked)
            found |= {name: prior[name].to_dataset() for name in PRIOR_GROUPS if name in prior.children}
        if 0 < size <= MOST_VALUES:
            if comparable:
                found["log_likelihood"] = _log_density(model, model.observed_RVs, posterior)
            with suppress(NotImplementedError):
                predicted = pymc.sample_posterior_predictive(
                    posterior, model=model, random_seed=seeds[1], progressbar=False, **asked
                )
                found["posterior_predictive"] = predicted["posterior_predictive"].to_dataset()
    return found


def undrawn_doubts(beside: Mapping[str, Dataset | DataTree]) -> list[str]:
    """Say so where no prior could be drawn, given the groups beside a posterior by name."""
    if "prior" in beside:
        return []
    told = (
        "the model has a variable that cannot be drawn from, as those of pm.Flat and of pm.CustomDist without random: "
        "the prior, and predictions of that variable, are left out beside the posterior."
    )
    return [told]


def _log_density(model: pm.Model, variables: Sequence[TensorVariable], posterior: Dataset) -> Dataset:
    sampled = {dim: posterior[dim].to_numpy() for dim in ("chain", "draw")}
    shape = tuple(len(places) for places in sampled.values())
    densities = log_densities(model, variables, posterior)
    by_chain = {name: values.reshape(*shape, *values.shape[1:]) for name, values in densities.items()}
    return _dataset(model, by_chain, sampled)


def _observed(model: pm.Model) -> Dataset:
    values = {}
    for variable in model.observed_RVs:
        value = model.rvs_to_values[variable]
        values[variable.name] = value.get_value() if hasattr(value, "get_value") else value.eval()
    return _dataset(model, values)


def _constant(model: pm.Model) -> Dataset:
    return _dataset(model, {data.name: data.get_value() for data in model.data_vars})


def _dataset(model: pm.Model, values: Mapping[str, Any], sampled: Mapping[str, Any] | None = None) -> Dataset:
    """Name dimensions as the model does, after those of draws; a density has none for what it is of as a whole."""
    import xarray as xr

    coords = dict(sampled or {})
    leading = list(coords)
    variables: dict[str, Any] = {}
    for name, value in values.items():
        own = np.ndim(value) - len(leading)
        declared = model.named_vars_to_dims.get(name, (None,) * own)[:own]
        dims = [f"{name}_dim_{axis}" if dim is None else dim for axis, dim in enumerate(declared)]
        variables[name] = ([*leading, *dims], value)
        coords |= {dim: np.asarray(model.coords[dim]) for dim in dims if model.coords.get(dim) is not None}
    return xr.Dataset(variables, coords=coords)
