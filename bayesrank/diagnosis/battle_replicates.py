"""Battles drawn from a fitted program, each data set as large as that which was observed."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.diagnosis.battle_figures import PairTable, pair_table
from bayesrank.diagnosis.replicates import evenly_spaced, thinned
from bayesrank.inference.compiled import data_of
from bayesrank.inference.groups import IN_PYTHON
from bayesrank.inference.nuts import only_errors_logged
from bayesrank.ranks.fit import Basis, Fit

if TYPE_CHECKING:
    import pymc as pm

PARTS = {"first", "second", "battles_observed", "battles_total"}  # data of a program by which its rows are known


class Replicated(NamedTuple):
    """Battles that were observed and those drawn, pair by pair, and from which draws of the posterior these came."""

    observed: PairTable
    drawn: PairTable
    chosen: IntArray


def says_pairs(basis: Basis) -> bool:
    """Say whether the program names the models and the battles of its rows as the programs of bayesrank do."""
    return set(data_of(basis.program.build(basis.statistic))) >= PARTS


def replicate_battles(fit: Fit, basis: Basis, random_seed: int) -> Replicated:
    """Return battles of all pairs, observed and drawn from the fitted program.

    Parameters
    ----------
    fit : Fit
    basis : Basis
        Of the fit: a program that says its pairs.
    random_seed : int
        Of the draws, where the sampler left none.
    """
    model = basis.program.build(basis.statistic)
    data = data_of(model)
    observed, total = data["battles_observed"], data["battles_total"]
    chosen = evenly_spaced(len(fit.draws), observed.size)
    drawn = _sampled(fit, chosen)
    if drawn is None:
        drawn = _drawn_now(fit, model, basis.statistic.models, chosen, random_seed)
    tables = [
        pair_table(data["first"], data["second"], counts, total, len(basis.statistic.models))
        for counts in (observed, drawn)
    ]
    return Replicated(tables[0], tables[1], chosen)


def _sampled(fit: Fit, chosen: IntArray) -> FloatArray | None:
    """Return what was predicted from the chosen draws when the program was sampled, shape (R, rows, K), if it was."""
    if "posterior_predictive" not in fit.posterior.children:
        return None
    battles = fit.posterior["posterior_predictive"]["battles"].transpose("chain", "draw", ...).to_numpy()
    return np.asarray(battles.reshape(-1, *battles.shape[2:])[chosen], dtype=np.float64)


def _drawn_now(fit: Fit, model: pm.Model, models: tuple[str, ...], chosen: IntArray, random_seed: int) -> FloatArray:
    """Predict from the chosen draws, shape (R, rows, K)."""
    import pymc
    import xarray as xr

    posterior = fit.posterior["posterior"].to_dataset()
    draws = thinned(posterior, models, chosen)
    variables = {
        name: (("chain", "draw", *(dim for dim in posterior[name].dims if dim not in {"chain", "draw"})), values[None])
        for name, values in draws.items()
        if name != "score"
    }
    with only_errors_logged(), warnings.catch_warnings():
        warnings.simplefilter("ignore", category=UserWarning)
        tree = pymc.sample_posterior_predictive(
            xr.DataTree.from_dict({"posterior": xr.Dataset(variables)}),
            model=model,
            random_seed=random_seed,
            progressbar=False,
            compile_kwargs=IN_PYTHON,
        )
    return np.asarray(tree["posterior_predictive"]["battles"].to_numpy()[0], dtype=np.float64)
