"""One point of a program: the maximum of its likelihood, or the mode of its posterior."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.errors import NotIdentifiedError
from bayesrank.inference.compiled import compiled_program, data_of
from bayesrank.inference.mode import MOST_NEWTON, Mode, curvature, find_mode
from bayesrank.inference.variables import variables_at
from bayesrank.programs.program import AnyProgram, Target

if TYPE_CHECKING:
    import pymc as pm

type PointKind = Literal["map", "mle"]
FLATTEST = 1e-7  # of the curvature's eigenvalues against the largest: a likelihood flatter than that has no maximum


@dataclass(frozen=True, eq=False)
class Point:
    """Values of a program's variables by name at a mode, and the scores that follow from them, shape (L,)."""

    kind: PointKind
    target: Target
    variables: Mapping[str, FloatArray]
    scores: FloatArray


def find_point(program: AnyProgram, statistic: object, target: Target, kind: PointKind) -> Point:
    """Return the variables and the scores at the mode of the posterior, or of the likelihood alone.

    Parameters
    ----------
    kind : {"map", "mle"}
        The mode of the density of the variables themselves; or of the likelihood, by the program's own solver where
        it has one.

    Raises
    ------
    NotIdentifiedError
        If the likelihood has no maximum.
    ValueError
        If the target is a score that the likelihood knows nothing of.
    ConvergenceError
        If the search for the mode does not end at one.
    """
    if kind == "mle":
        if program.identified is not None:
            program.identified(statistic)
        variables = _own_mle(program, statistic) or _mle(program.build(statistic))
    else:
        model = program.build(statistic)
        variables = _one(model, find_mode(model, prior=True, jacobian=False))
    one_draw = {name: np.asarray(value)[None] for name, value in variables.items()}
    try:
        scores = program.scores_of(statistic, one_draw, target, np.random.default_rng(0))[0]
    except KeyError as missing:
        message = (
            f"target of {program.name!r} by maximum likelihood must be one that the likelihood knows; got {target!r}, "
            f"which needs {missing.args[0]}. Use inference='map' or 'nuts'."
        )
        raise ValueError(message) from missing
    return Point(kind, target, variables, scores)


def _own_mle(program: AnyProgram, statistic: object) -> Mapping[str, FloatArray] | None:
    return None if program.mle is None else program.mle(statistic)


def _mle(model: pm.Model) -> Mapping[str, FloatArray]:
    """Return the variables that the likelihood depends on, at its maximum."""
    mode = find_mode(model, prior=False, jacobian=False)
    _refuse_flat(model, mode)
    positions = np.cumsum([0, *(np.size(value) for value in model.initial_point().values())])
    known = {
        free.name
        for free, start, stop in zip(model.free_RVs, positions, positions[1:], strict=False)
        if mode.moved[start:stop].any()
    }
    values = _one(model, mode)
    unknown = {free.name for free in model.free_RVs} - known
    return {name: value for name, value in values.items() if name not in unknown}


def _one(model: pm.Model, mode: Mode) -> Mapping[str, FloatArray]:
    return {name: value[0] for name, value in variables_at(model, mode.values[None]).items()}


def _refuse_flat(model: pm.Model, mode: Mode) -> None:
    if mode.moved.sum() > MOST_NEWTON:
        return
    at = compiled_program(model).density(data_of(model), prior=False, jacobian=False)
    eigenvalues = np.linalg.eigvalsh(curvature(at, mode.values, mode.moved))
    n_flat = int((eigenvalues <= FLATTEST * eigenvalues[-1]).sum())
    if n_flat:
        message = (
            f"the likelihood must have one maximum; it is flat along {n_flat} of {len(eigenvalues)} directions. "
            f"Use inference='nuts', whose prior decides there, or 'map'."
        )
        raise NotIdentifiedError(message)
