"""The posterior of a program: drawn exactly where it is in closed form, else sampled and judged, or approximated."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, get_args

import numpy as np
from threadpoolctl import threadpool_limits

from bayesrank.arrays import FloatArray
from bayesrank.inference.convergence import FEWEST_EFFECTIVE, judge
from bayesrank.inference.exact import CHAINS, affordable_draws, draw_exact
from bayesrank.inference.mode import refuse_no_likelihood
from bayesrank.inference.nuts import DRAWS, Sampler, sample_nuts
from bayesrank.inference.variables import draws_of
from bayesrank.options import check_at_least, check_choice
from bayesrank.programs.program import AnyProgram, Draws, Target

if TYPE_CHECKING:
    import pymc as pm
    from xarray import Dataset, DataTree

EXACT, LAPLACE = "bayesrank.exact", "bayesrank.laplace"

type Inference = Literal["auto", "exact", "nuts", "nuts_pymc", "nuts_numpyro", "laplace", "map", "mle"]
POINTS = ("map", "mle")
SAMPLERS: Mapping[str, Sampler] = {"nuts_pymc": "pymc", "nuts_numpyro": "numpyro"}

NORMAL_APPROXIMATION = (
    "the posterior is a normal approximation at its mode, which is rough where there are few answers to a question or "
    "of a model: accuracies can shift by up to a posterior standard deviation. Use inference='nuts' before you publish."
)
# of solvers that need no program, so that nobody else says what their axes are
KNOWN_DIMS = {
    "ability": ("model",),
    "score": ("model",),
    "prior_weight": ("model",),  # of all models alike, it has no dimension
    "difficulty": ("question",),
    "discrimination": ("question",),
}


class NamesModels(Protocol):
    """A statistic that names the models it is of."""

    @property
    def models(self) -> tuple[str, ...]:
        """Names of the models, L of them."""


@dataclass(frozen=True, eq=False)
class Drawn:
    """A posterior with ``score[model]``, what is doubtful about its draws, and whether they can be read as one."""

    tree: DataTree
    doubts: list[str]
    converged: bool


def draw_posterior(
    program: AnyProgram,
    statistic: NamesModels,
    target: Target,
    *,
    inference: Inference,
    draws: int | None,
    cores: int | None,
    random_seed: int,
) -> Drawn:
    """Draw the scores of models from the posterior of a program.

    Parameters
    ----------
    program, statistic, target
        What is fitted to what, for which score.
    inference, draws, cores, random_seed
        See :func:`bayesrank.fit`; no mode, which is no posterior.

    Raises
    ------
    ValueError
        If the program has no such inference, or ``cores`` is no whole number of at least 1.
    """
    workers = worker_count(cores)
    if draws_exactly(program, inference):
        n_draws = affordable_draws(program, statistic) if draws is None else draws
        exact = draw_exact(program, statistic, draws=n_draws, cores=workers, random_seed=random_seed)
        tree = _tree_of_draws(exact, n_draws, EXACT, coords=_names(statistic))
        return Drawn(tree, doubts_of_draws(tree), converged=True)
    n_draws = DRAWS if draws is None else draws
    if inference == "laplace":
        return _approximate(program, statistic, target, n_draws, random_seed)
    model = program.build(statistic)
    sampler = SAMPLERS.get(inference, "nutpie")
    groups = sample_nuts(program, model, draws=n_draws, cores=workers, random_seed=random_seed, sampler=sampler)
    return judged(program, statistic, target, model, groups, random_seed=random_seed)


def worker_count(cores: int | None) -> int:
    """Return how many threads to use: all that there are, unless said.

    Raises
    ------
    ValueError
        If it is no whole number of at least 1.
    """
    if cores is None:
        return len(os.sched_getaffinity(0))
    check_at_least("cores", cores, 1)
    return cores


def judged(
    program: AnyProgram,
    statistic: object,
    target: Target,
    model: pm.Model,
    groups: dict[str, Dataset],
    *,
    random_seed: int,
) -> Drawn:
    """Put scores into a sampled posterior, the other groups beside it, and judge its convergence."""
    import xarray as xr

    from bayesrank.inference.groups import groups_beside, undrawn_doubts  # only what is sampled needs PyMC

    comparable = not program.is_composite(statistic)
    beside = groups_beside(model, groups["posterior"], comparable=comparable, random_seed=random_seed)
    posterior = groups["posterior"]
    if "score" not in posterior:
        rng = np.random.default_rng(np.random.SeedSequence(random_seed).spawn(1)[0])
        scores = program.scores_of(statistic, draws_of(posterior), target, rng)
        shape = posterior.sizes["chain"], posterior.sizes["draw"]
        posterior = posterior.assign(score=(("chain", "draw", "model"), scores.reshape(*shape, -1)))
        posterior = posterior.assign_coords(model=np.asarray(model.coords["model"]))  # where no variable had them
    tree = xr.DataTree.from_dict({**groups, "posterior": posterior, **beside})
    convergence = judge(tree)
    return Drawn(tree, [*convergence.doubts(), *undrawn_doubts(beside)], convergence.good_enough)


def doubts_of_draws(tree: DataTree) -> list[str]:
    """Say what is doubtful about draws that no sampler made."""
    posterior = tree["posterior"]
    total = posterior.sizes["chain"] * posterior.sizes["draw"]
    found = [NORMAL_APPROXIMATION] if is_approximate(tree) else []
    if total < FEWEST_EFFECTIVE:
        found.append(
            f"there are {total} draws (should be at least {FEWEST_EFFECTIVE}): intervals and ranks are rough. Raise "
            f"draws."
        )
    return found


def is_exact(tree: DataTree) -> bool:
    """Say whether the draws of a posterior are independent and exact, not those of a sampler or an approximation."""
    return inference_library(tree) == EXACT


def is_approximate(tree: DataTree) -> bool:
    """Say whether the draws of a posterior are those of a normal approximation."""
    return inference_library(tree) == LAPLACE


def inference_library(tree: DataTree) -> str:
    """Return what made the draws."""
    return str(tree["posterior"].attrs.get("inference_library", ""))


def _approximate(program: AnyProgram, statistic: NamesModels, target: Target, n_draws: int, random_seed: int) -> Drawn:
    rng, scoring = (np.random.default_rng(seed) for seed in np.random.SeedSequence(random_seed).spawn(2))
    dims: Mapping[str, Any] = KNOWN_DIMS
    coords = _names(statistic)
    if program.laplace is not None:
        with threadpool_limits(1, user_api="blas"):  # small systems: more threads only wait for one another
            drawn: Draws = program.laplace(statistic, CHAINS * n_draws, rng)
    else:
        from bayesrank.inference.laplace import draw_laplace  # needs PyMC, as the solvers of programs do not

        model = program.build(statistic)
        refuse_no_likelihood(program, model, "laplace")
        drawn, dims = draw_laplace(model, CHAINS * n_draws, rng), model.named_vars_to_dims
        coords |= {name: values for name, values in model.coords.items() if values is not None}
    if "score" not in drawn:
        drawn = {**drawn, "score": program.scores_of(statistic, drawn, target, scoring)}
    tree = _tree_of_draws(drawn, n_draws, LAPLACE, coords=coords, dims={**dims, "score": ("model",)})
    return Drawn(tree, doubts_of_draws(tree), converged=True)


def draws_exactly(program: AnyProgram, inference: Inference) -> bool:
    """Say whether a posterior in closed form is asked for, or is what there is.

    Raises
    ------
    ValueError
        If it is asked for and there is none, or there is no such inference.
    """
    check_choice("inference", inference, Inference)
    if inference == "exact" and program.exact is None:
        others = ", ".join(choice for choice in get_args(Inference.__value__) if choice != "exact")
        message = (
            f"inference of {program.name!r} must be one of {others}: its posterior has no closed form; got 'exact'. "
            f"Use 'auto'."
        )
        raise ValueError(message)
    return inference in {"auto", "exact"} and program.exact is not None


def _names(statistic: NamesModels) -> dict[str, Sequence[Any]]:
    """Return the coordinates that a statistic names."""
    return {"model": statistic.models, "question": getattr(statistic, "questions", ())}


def _tree_of_draws(
    drawn: Draws,
    n_draws: int,
    library: str,
    *,
    coords: Mapping[str, Sequence[Any]],
    dims: Mapping[str, Any] = KNOWN_DIMS,
) -> DataTree:
    """Return a DataTree of independent draws, as if they were those of four chains."""
    import xarray as xr

    variables = {}
    for name, values in drawn.items():
        own: FloatArray = values.reshape(CHAINS, n_draws, *values.shape[1:])
        declared = tuple(dims.get(name) or ())[: own.ndim - 2] or [None] * (own.ndim - 2)
        axes = [f"{name}_dim_{axis}" if dim is None else dim for axis, dim in enumerate(declared)]
        variables[name] = (("chain", "draw", *axes), own)
    used = {dim for axes, _ in variables.values() for dim in axes}
    named = {name: np.array(values) for name, values in coords.items() if name in used}
    posterior = xr.Dataset(variables, coords={"chain": np.arange(CHAINS), "draw": np.arange(n_draws), **named})
    posterior.attrs["inference_library"] = library
    return xr.DataTree.from_dict({"posterior": posterior})
