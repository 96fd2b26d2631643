"""Draws from the posterior of a program by the No-U-Turn sampler."""

from __future__ import annotations

import logging
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from bayesrank.inference.compiled import compiled_program, data_of
from bayesrank.programs.program import AnyProgram

if TYPE_CHECKING:
    import pymc as pm
    from xarray import Dataset, DataTree

CHAINS = 4
TUNE = 1_000
DRAWS = 1_000
TARGET_ACCEPT, CAREFUL_TARGET_ACCEPT = 0.9, 0.99
MOST_LOW_RANK = 100  # free values; with 229 of them a low-rank mass matrix was eight times as slow as a diagonal one

type Sampler = Literal["nutpie", "pymc", "numpyro"]


def sample_nuts(
    program: AnyProgram, model: pm.Model, *, draws: int, cores: int, random_seed: int, sampler: Sampler = "nutpie"
) -> dict[str, Dataset]:
    """Sample a program, once more with smaller steps if draws diverged.

    Parameters
    ----------
    program : Program
        Says how the sampler adapts.
    model : pm.Model
        What it built.
    draws : int
        Draws a chain, of 4 chains, after 1,000 of tuning.
    cores, random_seed : int
    sampler : {"nutpie", "pymc", "numpyro"}
        nutpie uses what an earlier fit of the same shape compiled; the others compile anew.

    Returns
    -------
    dict of str to Dataset
        Groups ``posterior`` and ``sample_stats``.
    """
    for target_accept in (TARGET_ACCEPT, CAREFUL_TARGET_ACCEPT):
        asked = {"draws": draws, "tune": TUNE, "chains": CHAINS, "cores": cores, "target_accept": target_accept}
        if sampler == "nutpie":
            tree = _nutpie(program, model, asked, random_seed)
        else:
            tree = _pymc(model, asked, random_seed, sampler)
        if not tree["sample_stats"]["diverging"].any():
            break
    return {name: tree[name].to_dataset() for name in ("posterior", "sample_stats")}


def _nutpie(program: AnyProgram, model: pm.Model, asked: Mapping[str, Any], random_seed: int) -> DataTree:
    import nutpie

    compiled = compiled_program(model).sampler
    known = {variable.name for variable in compiled.shared_var_keys}
    data = {name: value for name, value in data_of(model).items() if name in known}
    low_rank = program.mass_matrix == "low_rank" and compiled.n_dim <= MOST_LOW_RANK
    tree: DataTree = nutpie.sample(
        compiled.with_data(**data),
        **asked,
        seed=random_seed,
        adaptation="low_rank" if low_rank else "diag",
        save_warmup=False,
        progress_bar=sys.stderr.isatty(),
    )
    names = {name: np.asarray(values) for name, values in model.coords.items() if name in tree["posterior"].coords}
    named: DataTree = tree.map_over_datasets(lambda group: group.assign_coords(_of(group, names)))
    return named


def _of(group: Dataset, names: Mapping[str, Any]) -> dict[str, Any]:
    return {name: values for name, values in names.items() if name in group.coords}


def _pymc(model: pm.Model, asked: Mapping[str, Any], random_seed: int, sampler: Sampler) -> DataTree:
    import pymc

    asked = dict(asked)
    target_accept = asked.pop("target_accept")
    watched = sys.stderr.isatty()
    with only_errors_logged(), warnings.catch_warnings():
        warnings.simplefilter("ignore", category=UserWarning)  # convergence is judged, and told, by bayesrank
        tree: DataTree = pymc.sample(
            **asked,
            random_seed=random_seed,
            nuts_sampler=sampler,
            nuts={"target_accept": target_accept},
            progressbar=watched,
            quiet=not watched,
            model=model,
        )
    return tree


@contextmanager
def only_errors_logged() -> Iterator[None]:
    """Keep PyMC from logging what it samples, while its functions are called."""
    logger = logging.getLogger("pymc")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)
