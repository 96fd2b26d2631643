"""From observations to a posterior in one call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

from bayesrank.inference.point import find_point
from bayesrank.inference.posterior import Inference, draw_posterior, is_exact
from bayesrank.observations.outcomes import Outcomes
from bayesrank.options import check_at_least, check_choice, seed_or_fresh
from bayesrank.programs.program import AnyProgram, Moments, Program, Target
from bayesrank.programs.registry import find_program
from bayesrank.ranks.fit import Basis, Fit
from bayesrank.ranks.point_ranking import point_ranking
from bayesrank.ranks.ranking import Ranking
from bayesrank.statistics.data_summary import summarise_data
from bayesrank.statistics.summarise import find_reduction, summarise

if TYPE_CHECKING:
    from xarray import DataTree

CONSTANT = "constant_data"
DEFAULT_PROGRAM = "population"
PROGRAMS_OF_OUTCOMES: dict[Target, str] = {
    "population": DEFAULT_PROGRAM,
    "benchmark": "hierarchical",
    "ability": "rasch",
}
PROGRAMS_OF_DATA = {
    "Comparisons": "bradley_terry",
    "Orderings": "plackett_luce",
    "ScoreTable": "score_table",
    "JointData": "joint",
}

type Posterior = Literal["auto", "exact", "nuts", "nuts_pymc", "nuts_numpyro", "laplace"]


@overload
def fit(
    data: Any,  # noqa: ANN401
    program: str | AnyProgram | None = None,
    *,
    target: Target | None = None,
    inference: Posterior = "auto",
    draws: int | None = None,
    cores: int | None = None,
    random_seed: int | None = None,
    **options: Any,  # noqa: ANN401
) -> Fit: ...
@overload
def fit(
    data: Any,  # noqa: ANN401
    program: str | AnyProgram | None = None,
    *,
    target: Target | None = None,
    inference: Literal["map", "mle"],
    draws: int | None = None,
    cores: int | None = None,
    random_seed: int | None = None,
    **options: Any,  # noqa: ANN401
) -> Ranking: ...
def fit(
    data: Any,
    program: str | AnyProgram | None = None,
    *,
    target: Target | None = None,
    inference: Inference = "auto",
    draws: int | None = None,
    cores: int | None = None,
    random_seed: int | None = None,
    **options: Any,
) -> Fit | Ranking:
    """Draw from the posterior of a program given the data, or find the mode of the program.

    Parameters
    ----------
    data : Outcomes, Comparisons, Orderings, ScoreTable or JointData
        What was observed.
    program : str or Program, optional
        Of outcomes ``"population"`` unless said, ``"hierarchical"`` when ``target="benchmark"`` and ``"rasch"`` when
        ``target="ability"``; of comparisons ``"bradley_terry"``, of orderings ``"plackett_luce"``, of a score table
        ``"score_table"``, of joint data ``"joint"``.
    target : {"benchmark", "population", "ability"}, optional
        What the scores are of: these questions, questions like these, or the abilities themselves.
    inference : {"auto", "exact", "nuts", "nuts_pymc", "nuts_numpyro", "laplace", "map", "mle"}
        Independent draws in closed form, the No-U-Turn sampler, or a normal approximation; ``"auto"`` is exact where
        that exists, else NUTS. nutpie runs it, and compiles once for all data of a shape; or PyMC, or NumPyro where
        that is installed, which compile anew. ``"map"`` and ``"mle"`` give one point: the mode of the posterior, or of
        the likelihood.
    draws : int, optional
        Draws a chain, of 4 chains: 1,000, or in closed form as many as take seconds, from 1,000 to 10,000.
    cores : int, optional
        Threads to draw with; all by default. They change no draw.
    random_seed : int, optional
        Seed of the draws; a fresh one, kept in the result, by default.
    **options
        Of the program, and of the reduction of the data to what it reads.

    Returns
    -------
    Fit
        Or, for ``"map"`` and ``"mle"``, a :class:`Ranking` without uncertainty, with the variables at the mode in
        ``diagnostics``.

    Raises
    ------
    DataError
        If the program cannot read the data.
    NotIdentifiedError
        If the likelihood has no maximum and ``"mle"`` asks for it.
    ValueError
        If an option is none of its choices, or does not go with the program.

    Examples
    --------
    >>> import bayesrank as br
    >>> data = br.Outcomes.from_array([[1] * 18 + [0] * 12, [1] * 9 + [0] * 21], models=["a", "b"])
    >>> br.fit(data, random_seed=1).ranking()[["model", "rank", "rank_lower", "rank_upper"]]
      model  rank  rank_lower  rank_upper
    0     a     1           1           1
    1     b     2           2           2
    """
    for name, value in (("draws", draws), ("cores", cores)):
        if value is not None:
            check_at_least(name, value, 1)
    seed = seed_or_fresh(random_seed)
    check_choice("inference", inference, Inference)
    chosen, statistic = chosen_program(data, program, target, options)
    aim = chosen_target(chosen, target)
    doubts = chosen.doubts_about(statistic, aim)
    if inference == "map" or inference == "mle":  # noqa: PLR1714 (mypy narrows no membership)
        point = find_point(chosen, statistic, aim, inference)
        told = (*doubts, *lone_model_doubts(data.models))
        return point_ranking(data, statistic, chosen, point, options=options, warnings=told)
    drawn = draw_posterior(chosen, statistic, aim, inference=inference, draws=draws, cores=cores, random_seed=seed)
    # a sampler speaks for itself
    moments = chosen.moments_of(statistic) if is_exact(drawn.tree) else None
    place = [statistic.models.index(model) for model in data.models]
    return Fit(
        program=chosen.name,
        options=options,
        target=aim,
        score_unit=chosen.scores[aim],
        posterior=_in_data_order(drawn.tree, data, statistic.models),
        warnings=(*drawn.doubts, *doubts, *lone_model_doubts(data.models)),
        converged=drawn.converged,
        data=summarise_data(data),
        random_seed=seed,
        moments=None if moments is None else Moments(moments.mean[place], moments.standard_deviation[place]),
        basis=Basis(chosen, statistic),
    )


def chosen_program(
    data: Any,  # noqa: ANN401 (what the program reads)
    program: str | AnyProgram | None,
    target: Target | None,
    options: dict[str, Any],
) -> tuple[AnyProgram, Any]:
    """Return the program asked for, with its options, and the statistic that it reads.

    Raises
    ------
    DataError
        If the data cannot be reduced to that.
    ValueError
        If neither the program nor the reduction has such an option.
    TypeError
        If it is neither a name nor a program.
    """
    if program is None:
        program = default_program(data, target)
    found = _known(program)
    reducing = find_reduction(data, found.reads).options
    of_reduction = {name: value for name, value in options.items() if name in reducing}
    of_program = {name: value for name, value in options.items() if name not in reducing}
    return found.with_options(of_program), summarise(data, found.reads, **of_reduction)


def _known(program: object) -> AnyProgram:
    if isinstance(program, str):
        return find_program(program)
    if isinstance(program, Program):
        return program
    message = (
        f"program must be the name of one, or a Program; got {program!r}. Name one of bayesrank.methods_table(), or "
        f"leave it out."
    )
    raise TypeError(message)


def default_program(data: object, target: Target | None) -> str:
    """Return the name of the program for such data and target where none is named."""
    of_data = PROGRAMS_OF_DATA.get(type(data).__name__)
    if of_data is not None:
        return of_data
    return DEFAULT_PROGRAM if target is None else PROGRAMS_OF_OUTCOMES.get(target, DEFAULT_PROGRAM)


def chosen_target(program: AnyProgram, target: Target | None) -> Target:
    """Return the target asked for, or the first of the program.

    Raises
    ------
    ValueError
        If the program has no such target.
    """
    if target is None:
        return next(iter(program.scores))
    if target not in program.scores:
        message = (
            f"target of {program.name!r} must be {' or '.join(program.scores)}; got {target!r}. Leave it out, or "
            f"choose another program."
        )
        raise ValueError(message)
    return target


def _in_data_order(tree: DataTree, data: Any, models: Sequence[str]) -> DataTree:  # noqa: ANN401 (any observations)
    """Put models in the order of the data, and the trials and facts of each question beside the posterior.

    Constant data stay in the order of the models of the statistic, which they name: the places of models among them,
    such as those of the first and the second of each battle, are places in that order.
    """
    import xarray as xr

    groups = {name: node.to_dataset() for name, node in tree.children.items()}
    ordered = {
        name: group.sel(model=list(data.models)) if name != CONSTANT and "model" in group.coords else group
        for name, group in groups.items()
    }
    if CONSTANT in ordered:
        ordered[CONSTANT] = ordered[CONSTANT].assign_coords(model=list(models))
    if not isinstance(data, Outcomes):
        return xr.DataTree.from_dict(ordered)
    coords = {
        "model": list(data.models),
        "question": list(data.questions),
        **{name: ("question", values) for name, values in data.question_metadata.items()},
    }
    ordered["trials"] = xr.Dataset({"n_trials": (("model", "question"), data.n_trials)}, coords=coords)
    return xr.DataTree.from_dict(ordered)


def lone_model_doubts(models: tuple[str, ...]) -> list[str]:
    """Say that a ranking of one model is none."""
    if len(models) == 1:
        return [f"{models[0]!r} is the only model: its score stands, its rank says nothing."]
    return []
