"""The posterior of a program: drawn exactly where it is known in closed form, else sampled and judged."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Literal, Protocol

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.inference.convergence import DOUBTFUL_ESS, judge
from bayesrank.inference.exact import CHAINS, affordable_draws, draw_exact
from bayesrank.inference.nuts import DRAWS, sample_nuts
from bayesrank.options import check_choice
from bayesrank.programs.program import AnyProgram, Target

if TYPE_CHECKING:
    from xarray import DataTree

EXACT = "bayesrank.exact"

type Inference = Literal["auto", "exact", "nuts"]


class NamesModels(Protocol):
    """A statistic that names the models it is of."""

    @property
    def models(self) -> tuple[str, ...]:
        """Names of the models, L of them."""


def draw_posterior(
    program: AnyProgram,
    statistic: NamesModels,
    target: Target,
    *,
    inference: Inference,
    draws: int | None,
    cores: int | None,
    random_seed: int,
) -> tuple[DataTree, list[str]]:
    """Return a posterior with ``score[model]``, and what is doubtful about its draws.

    Parameters
    ----------
    program, statistic, target
        What is fitted to what, for which score.
    inference, draws, cores, random_seed
        See :func:`bayesrank.fit`.

    Raises
    ------
    ConvergenceError
        If chains did not converge.
    ValueError
        If the program has no such inference.
    """
    workers = len(os.sched_getaffinity(0)) if cores is None else cores
    if _draws_exactly(program, inference):
        n_draws = affordable_draws(program, statistic) if draws is None else draws
        scores = draw_exact(program, statistic, draws=n_draws, cores=workers, random_seed=random_seed)
        return _exact_tree(scores, statistic.models), _few_draws(CHAINS * n_draws)
    n_draws = DRAWS if draws is None else draws
    tree = sample_nuts(program, statistic, target, draws=n_draws, cores=workers, random_seed=random_seed)
    convergence = judge(tree)
    convergence.refuse_if_unconverged()
    return tree, convergence.doubts()


def is_exact(tree: DataTree) -> bool:
    """Say whether the draws of a posterior are independent and exact, not those of a sampler."""
    return bool(tree["posterior"].attrs.get("inference_library") == EXACT)


def _few_draws(total: int) -> list[str]:
    if total >= DOUBTFUL_ESS:
        return []
    return [f"there are {total} draws (should be at least {DOUBTFUL_ESS}): intervals and ranks are rough. Raise draws."]


def _draws_exactly(program: AnyProgram, inference: Inference) -> bool:
    check_choice("inference", inference, Inference)
    if inference == "exact" and program.exact is None:
        message = (
            f"inference of {program.name!r} must be nuts: its posterior has no closed form; got 'exact'. Use 'auto'."
        )
        raise ValueError(message)
    return inference != "nuts" and program.exact is not None


def _exact_tree(scores: FloatArray, models: tuple[str, ...]) -> DataTree:
    import xarray as xr

    chains, draws, _ = scores.shape
    coords = {"chain": np.arange(chains), "draw": np.arange(draws), "model": list(models)}
    posterior = xr.Dataset({"score": (("chain", "draw", "model"), scores)}, coords=coords)
    posterior.attrs["inference_library"] = EXACT
    return xr.DataTree.from_dict({"posterior": posterior})
