"""A PyMC model of your own, fitted and read as a program is."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from bayesrank.errors import DataError
from bayesrank.inference.nuts import DRAWS, sample_nuts
from bayesrank.inference.posterior import judged, worker_count
from bayesrank.options import check_at_least, seed_or_fresh
from bayesrank.programs.program import Program, Target
from bayesrank.ranks.fit import Fit
from bayesrank.statistics.data_summary import DataSummary

if TYPE_CHECKING:
    import pymc as pm
    from xarray import DataTree


def fit_model(
    model: pm.Model,
    *,
    name: str = "model",
    score_unit: str = "score of the model",
    draws: int = DRAWS,
    cores: int | None = None,
    random_seed: int | None = None,
) -> Fit:
    """Sample a PyMC model of your own, whose ``score`` (or ``ability``) over the dimension ``model`` is ranked.

    Parameters
    ----------
    model : pm.Model
        With a variable ``score[model]`` or ``ability[model]``, higher is better, and the coordinate ``model``.
    name : str
        What results call it.
    score_unit : str
        What one unit of the score means.
    draws : int
        Draws a chain, of 4 chains.
    cores, random_seed
        See :func:`bayesrank.fit`.

    Returns
    -------
    Fit
        With the target ``"ability"``: the quantity itself, as the model defines it.

    Raises
    ------
    DataError
        If there is no such variable.

    Examples
    --------
    >>> import bayesrank as br
    >>> import pymc as pm
    >>> with pm.Model(coords={"model": ["a", "b"]}) as model:
    ...     score = pm.Normal("score", [1, 0], 0.01, dims="model")
    >>> br.fit_model(model, random_seed=1).ranking()[["model", "rank"]]  # doctest: +SKIP
    """
    check_at_least("draws", draws, 1)
    seed = seed_or_fresh(random_seed)
    ranked = ranked_variable(
        {str(variable.name): model.named_vars_to_dims.get(variable.name, ()) for variable in model.unobserved_RVs}
    )
    program = Program(
        reads=object,
        scores={"ability": score_unit},
        build=lambda _: model,
        reference="",
        score=lambda _, drawn, target, rng: drawn[ranked],  # noqa: ARG005 (what a program's score is given)
    )
    groups = sample_nuts(program, model, draws=draws, cores=worker_count(cores), random_seed=seed)
    drawn = judged(program, None, "ability", model, groups, random_seed=seed)
    return _fit(drawn.tree, name, score_unit, (*drawn.doubts,), converged=drawn.converged, random_seed=seed)


def ranked_variable(dims: dict[str, tuple[str, ...]]) -> str:
    """Return which of the variables, given with their dimensions, is ranked.

    Raises
    ------
    DataError
        If there is neither ``score`` nor ``ability`` over the dimension ``model`` alone.
    """
    for name in ("score", "ability"):
        if tuple(dims.get(name) or ()) == ("model",):
            return name
    message = (
        f"a model to rank by must have a variable score or ability over the dimension 'model'; got "
        f"{', '.join(dims) or 'no variable'}. Name it so, with dims='model'."
    )
    raise DataError(message)


def _fit(
    tree: DataTree, name: str, score_unit: str, warnings: tuple[str, ...], *, converged: bool, random_seed: int
) -> Fit:
    models = [str(model) for model in tree["posterior"]["model"].to_numpy()]
    target: Target = "ability"
    return Fit(
        program=name,
        options={},
        target=target,
        score_unit=score_unit,
        posterior=tree,
        warnings=warnings,
        converged=converged,
        data=DataSummary(len(models), {}, {}, hashlib.sha256("\n".join(models).encode()).hexdigest()),
        random_seed=random_seed,
        moments=None,
        basis=None,
    )
