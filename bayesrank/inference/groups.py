"""What stands beside a posterior in a DataTree, so that ArviZ can judge it."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from bayesrank.inference.nuts import only_errors_logged

if TYPE_CHECKING:
    import pymc as pm
    from xarray import Dataset

PRIOR_DRAWS = 500
MOST_VALUES = 20_000_000  # of one group, draws times observed values: 160 MB
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
        thousands of draws of thousands of cells.
    """
    import pymc
    import xarray as xr
    from pymc.stats import compute_log_prior

    found = {"observed_data": _observed(model), "constant_data": _constant(model)}
    size = posterior.sizes["chain"] * posterior.sizes["draw"] * sum(v.size for v in found["observed_data"].values())
    asked: dict[str, Any] = {"compile_kwargs": IN_PYTHON}
    seeds = [int(seed) for seed in np.random.SeedSequence(random_seed).generate_state(2)]
    tree = xr.DataTree.from_dict({"posterior": posterior})
    with only_errors_logged(), warnings.catch_warnings():
        warnings.simplefilter("ignore", category=UserWarning)
        prior = pymc.sample_prior_predictive(PRIOR_DRAWS, model=model, random_seed=seeds[0], **asked)
        compute_log_prior(tree, model=model, progressbar=False, **asked)
        if 0 < size <= MOST_VALUES:
            if comparable:
                pymc.compute_log_likelihood(tree, model=model, progressbar=False, **asked)
            predicted = pymc.sample_posterior_predictive(
                tree, model=model, random_seed=seeds[1], progressbar=False, **asked
            )
            found["posterior_predictive"] = predicted["posterior_predictive"].to_dataset()
    for drawn, name in ((prior, "prior"), (prior, "prior_predictive"), (tree, "log_prior"), (tree, "log_likelihood")):
        if name in drawn.children:
            found[name] = drawn[name].to_dataset()
    return found


def _observed(model: pm.Model) -> Dataset:
    values = {}
    for variable in model.observed_RVs:
        value = model.rvs_to_values[variable]
        values[variable.name] = value.get_value() if hasattr(value, "get_value") else value.eval()
    return _dataset(model, values)


def _constant(model: pm.Model) -> Dataset:
    return _dataset(model, {data.name: data.get_value() for data in model.data_vars})


def _dataset(model: pm.Model, values: Mapping[str, Any]) -> Dataset:
    import xarray as xr

    variables: dict[str, Any] = {}
    coords: dict[str, Any] = {}
    for name, value in values.items():
        declared = model.named_vars_to_dims.get(name, (None,) * np.ndim(value))
        dims = [f"{name}_dim_{axis}" if dim is None else dim for axis, dim in enumerate(declared)]
        variables[name] = (dims, value)
        coords |= {dim: np.asarray(model.coords[dim]) for dim in dims if model.coords.get(dim) is not None}
    return xr.Dataset(variables, coords=coords)
