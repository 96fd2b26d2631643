"""From observations to a posterior in one call."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bayesrank.inference.posterior import Inference, draw_posterior, is_exact
from bayesrank.observations.outcomes import Outcomes
from bayesrank.options import check_at_least
from bayesrank.programs.program import AnyProgram, Moments, Target
from bayesrank.programs.registry import find_program
from bayesrank.ranks.fit import Fit
from bayesrank.statistics.data_summary import summarise_data
from bayesrank.statistics.summarise import summarise

if TYPE_CHECKING:
    from xarray import DataTree

DEFAULT_PROGRAMS: dict[Target | None, str] = {"population": "population", "benchmark": "hierarchical"}


def fit(
    data: Outcomes,
    program: str | AnyProgram | None = None,
    *,
    target: Target | None = None,
    inference: Inference = "auto",
    draws: int | None = None,
    cores: int | None = None,
    random_seed: int | None = None,
) -> Fit:
    """Draw from the posterior of a program given the data.

    Parameters
    ----------
    data : Outcomes
        What was observed.
    program : str or Program, optional
        ``"population"`` unless said; ``"hierarchical"`` when ``target="benchmark"``.
    target : {"benchmark", "population"}, optional
        What the scores are of: these questions, or questions like these.
    inference : {"auto", "exact", "nuts"}
        Independent draws in closed form, or the No-U-Turn sampler; ``"auto"`` is exact where that exists.
    draws : int, optional
        Draws a chain, of 4 chains: 1,000 for NUTS, else as many as take seconds, from 1,000 to 10,000.
    cores : int, optional
        Threads to draw with; all by default. They change no draw.
    random_seed : int, optional
        Seed of the draws; a fresh one, kept in the result, by default.

    Returns
    -------
    Fit

    Raises
    ------
    DataError
        If the program cannot read the data.
    ConvergenceError
        If chains did not converge; thresholds in :mod:`bayesrank.inference.convergence`.
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
    for name, value, least in (("draws", draws, 1), ("cores", cores, 1), ("random_seed", random_seed, 0)):
        if value is not None:
            check_at_least(name, value, least)
    chosen = _chosen_program(program, target)
    aim = chosen_target(chosen, target)
    seed = int(np.random.SeedSequence().generate_state(1)[0]) if random_seed is None else random_seed
    statistic = summarise(data, chosen.reads)
    doubts = [] if chosen.doubts is None else chosen.doubts(statistic, aim)
    tree, sampling_doubts = draw_posterior(
        chosen, statistic, aim, inference=inference, draws=draws, cores=cores, random_seed=seed
    )
    # a sampler speaks for itself
    moments = chosen.moments(statistic) if is_exact(tree) and chosen.moments is not None else None
    place = [statistic.models.index(model) for model in data.models]
    return Fit(
        program=chosen.name,
        target=aim,
        score_unit=chosen.score_unit,
        posterior=_in_data_order(tree, data),
        warnings=(*sampling_doubts, *doubts, *lone_model_doubts(data.models)),
        data=summarise_data(data),
        random_seed=seed,
        moments=None if moments is None else Moments(moments.mean[place], moments.standard_deviation[place]),
    )


def _chosen_program(program: str | AnyProgram | None, target: Target | None) -> AnyProgram:
    if program is None:
        return find_program(DEFAULT_PROGRAMS.get(target, "population"))
    return find_program(program) if isinstance(program, str) else program


def chosen_target(program: AnyProgram, target: Target | None) -> Target:
    """Return the target asked for, or the first of the program.

    Raises
    ------
    ValueError
        If the program has no such target.
    """
    if target is None:
        return program.targets[0]
    if target not in program.targets:
        message = (
            f"target of {program.name!r} must be {' or '.join(program.targets)}; got {target!r}. Leave the program out "
            f"to get one for this target."
        )
        raise ValueError(message)
    return target


def _in_data_order(tree: DataTree, data: Outcomes) -> DataTree:
    """Put models in the order of the data, and the trials and facts of each question beside the posterior."""
    import xarray as xr

    groups = {name: node.to_dataset() for name, node in tree.children.items()}
    ordered = {
        name: group.sel(model=list(data.models)) if "model" in group.coords else group for name, group in groups.items()
    }
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
