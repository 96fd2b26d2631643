"""Which draws of a posterior data sets are replicated from, and what each of them is in a statistic's order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.inference.variables import draws_of
from bayesrank.programs.program import Draws

if TYPE_CHECKING:
    from xarray import Dataset

    from bayesrank.ranks.fit import Fit

FEWEST, MOST = 200, 1_000
AFFORDABLE_NUMBERS = 20_000_000  # random ones, which take about a second


def evenly_spaced(n_draws: int, numbers_a_set: int) -> IntArray:
    """Return which draws to replicate data sets from, evenly spaced; each more than once where there are few.

    Parameters
    ----------
    n_draws : int
        Draws of the posterior, those of one chain after those of the other.
    numbers_a_set : int
        Random numbers that one data set takes.
    """
    n_sets = int(np.clip(AFFORDABLE_NUMBERS // numbers_a_set, FEWEST, MOST))
    return np.arange(n_sets) * n_draws // n_sets


def thinned(posterior: Dataset, models: tuple[str, ...], chosen: IntArray) -> Draws:
    """Return some draws of all variables, with models in the order of a statistic."""
    ordered = posterior.sel(model=list(models)) if "model" in posterior.coords else posterior
    return {name: values[chosen] for name, values in draws_of(ordered).items()}


def thinned_scores(fit: Fit, models: tuple[str, ...], chosen: IntArray) -> FloatArray:
    """Return some draws of the scores, with models in the order of a statistic, shape (R, L)."""
    drawn: FloatArray = fit.draws[np.ix_(chosen, [fit.models.index(model) for model in models])]
    return drawn
