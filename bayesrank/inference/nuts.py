"""Draws from the posterior of a program by the No-U-Turn sampler."""

from __future__ import annotations

import logging
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.programs.program import AnyProgram, Target

if TYPE_CHECKING:
    from xarray import Dataset, DataTree

CHAINS = 4
TUNE = 1_000
DRAWS = 1_000
TARGET_ACCEPT = 0.9


def sample_nuts(
    program: AnyProgram, statistic: object, target: Target, *, draws: int, cores: int, random_seed: int
) -> DataTree:
    """Sample a program with NUTS and put ``score[model]`` into its posterior.

    Parameters
    ----------
    program : Program
    statistic : object
        What the program reads.
    target : {"benchmark", "population"}
        What the score is to be of.
    draws : int
        Draws a chain, of 4 chains, after 1,000 of tuning.

    Returns
    -------
    DataTree
        Groups ``posterior``, ``sample_stats``, ``constant_data``, ``observed_data``.
    """
    import pymc as pm

    model = program.build(statistic)
    watched = sys.stderr.isatty()
    with _only_errors_logged(), warnings.catch_warnings():
        warnings.simplefilter("ignore", category=UserWarning)  # convergence is judged, and told, by bayesrank
        tree: DataTree = pm.sample(
            draws,
            tune=TUNE,
            chains=CHAINS,
            cores=cores,
            random_seed=random_seed,
            nuts={"target_accept": TARGET_ACCEPT},
            progressbar=watched,
            quiet=not watched,
            model=model,
        )
    if program.score is not None:
        _put_score(tree, _scores(program, statistic, target, tree, random_seed))
    return tree


def _scores(program: AnyProgram, statistic: object, target: Target, tree: DataTree, random_seed: int) -> FloatArray:
    posterior = tree["posterior"].to_dataset()
    shape = posterior.sizes["chain"], posterior.sizes["draw"]
    flat = {str(name): _flattened(posterior, str(name)) for name in posterior.data_vars}
    rng = np.random.default_rng(np.random.SeedSequence(random_seed).spawn(1)[0])
    scores: FloatArray = program.score(statistic, flat, target, rng)  # type: ignore[misc]
    return scores.reshape(*shape, -1)


def _flattened(posterior: Dataset, name: str) -> FloatArray:
    values = posterior[name].transpose("chain", "draw", ...).to_numpy()
    return np.asarray(values.reshape(-1, *values.shape[2:]), dtype=np.float64)


def _put_score(tree: DataTree, scores: FloatArray) -> None:
    import xarray as xr

    posterior = tree["posterior"].to_dataset()
    tree["posterior"] = xr.DataTree(posterior.assign(score=(("chain", "draw", "model"), scores)))


@contextmanager
def _only_errors_logged() -> Iterator[None]:
    logger = logging.getLogger("pymc")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)
