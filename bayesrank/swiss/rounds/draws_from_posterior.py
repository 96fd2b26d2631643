"""Draws of what models are worth in each round, from one posterior of all rounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from bayesrank.errors import ConvergenceError, DataError
from bayesrank.options import check_at_least
from bayesrank.ranks.fit import Fit
from bayesrank.swiss.rounds.round_sequence import in_sequence
from bayesrank.swiss.win_draws import Match, WinDraws

if TYPE_CHECKING:
    from xarray import DataArray, DataTree

OTHER_DIMS = {"chain", "draw", "model"}


def win_draws_from_posterior(
    posterior: Fit | DataTree,
    variable: str,
    *,
    sequence: Sequence[str] | None = None,
    match: Match = "higher_wins",
    draws: int = 1000,
) -> WinDraws:
    """Take what models are worth in each round from a variable of a posterior, of any program.

    Models and rounds keep what they have in common in a draw. Draws are taken at equal distances.

    Parameters
    ----------
    posterior : Fit or DataTree
        A fit of this package, or what ArviZ reads, with the group ``posterior``.
    variable : str
        With the dimensions chain, draw, model and one for rounds, in any order: ``"benchmark_ability"`` of the program
        ``rasch_by_benchmark``, say.
    sequence : sequence of str, optional
        Names of the rounds in the order in which they are played; those left out are not played.
    match : {"higher_wins", "logistic"}
        Who wins given the values (see :class:`~bayesrank.swiss.win_draws.WinDraws`).
    draws : int
        Most draws to take, at least 2.

    Returns
    -------
    WinDraws

    Raises
    ------
    DataError
        If there is no such variable, its dimensions are others, two rounds have one name, or the sequence names rounds
        that there are not.
    ConvergenceError
        If the fit did not converge.
    ValueError
        If an option is none of its choices.
    """
    check_at_least("draws", draws, 2)
    if isinstance(posterior, Fit) and not posterior.converged:
        message = "the fit must have converged; got one that has not. Fit it with more draws."
        raise ConvergenceError(message)
    values = _variable(posterior.posterior if isinstance(posterior, Fit) else posterior, variable)
    dim = next(str(dim) for dim in values.dims if dim not in OTHER_DIMS)
    stacked = values.transpose("chain", "draw", "model", dim).to_numpy()
    scores = stacked.reshape(-1, *stacked.shape[2:]).astype(np.float64)
    names = [str(name) for name in values[dim].to_numpy()]
    _check_names(variable, dim, names)
    chosen = in_sequence({name: k for k, name in enumerate(names)}, sequence)
    kept = np.linspace(0, len(scores) - 1, min(draws, len(scores))).round().astype(np.int64)
    models = tuple(str(name) for name in values["model"].to_numpy())
    source = f"posterior draws of {variable!r}"
    return WinDraws(models, tuple(chosen), scores[kept][:, :, list(chosen.values())], match, source)


def _check_names(variable: str, dim: str, names: list[str]) -> None:
    """Refuse names that stand twice, of which a sequence would take one."""
    twice = [name for place, name in enumerate(names) if name in names[:place]]
    if twice:
        message = f"{dim} names of {variable} must differ; got {twice[0]!r} twice. Rename one."
        raise DataError(message)


def _variable(tree: DataTree, name: str) -> DataArray:
    from xarray import Dataset

    group = tree["posterior"].to_dataset() if "posterior" in tree.children else Dataset()
    known = sorted(map(str, group.data_vars))
    if name not in known:
        message = f"posterior must have the variable {name!r}; got {', '.join(map(repr, known)) or 'none'}. Name one."
        raise DataError(message)
    values = group[name]
    if len(values.dims) != 4 or not set(values.dims) > OTHER_DIMS:
        got = ", ".join(map(str, values.dims))
        message = (
            f"{name} must have dimensions chain, draw, model and one for rounds; got {got}. Name another variable."
        )
        raise DataError(message)
    return values
