"""One point of a program: the maximum of its likelihood, or the mode of its posterior."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from threadpoolctl import threadpool_limits

from bayesrank.arrays import FloatArray
from bayesrank.errors import NotIdentifiedError
from bayesrank.inference.compiled import compiled_program, data_of
from bayesrank.inference.mode import MOST_NEWTON, Mode, curvature, find_mode, refuse_no_likelihood, starting_values
from bayesrank.inference.posterior import KNOWN_DIMS
from bayesrank.inference.variables import variables_at
from bayesrank.programs.program import AnyProgram, Target

if TYPE_CHECKING:
    import pymc as pm

type PointKind = Literal["map", "mle"]
SCORE_DRAWS = 1_000  # their mean strays by a thirtieth of what a draw does
FLATTEST = 1e-7  # of the curvature's eigenvalues against the largest: a likelihood flatter than that has no maximum


@dataclass(frozen=True, eq=False)
class Point:
    """Values of a program's variables by name at a mode, and the scores that follow from them, shape (L,).

    ``dims`` names the axes of the variables, of those that have names.
    """

    kind: PointKind
    target: Target
    variables: Mapping[str, FloatArray]
    dims: Mapping[str, Sequence[str | None]]
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
        If the target is a score that the likelihood knows nothing of, the program has no likelihood, or an option is of
        the prior where the likelihood alone is asked for.
    ConvergenceError
        If the search for the mode does not end at one.
    """
    if kind == "mle":
        _refuse_prior_options(program)
        if program.identified is not None:
            program.identified(statistic)
    variables = _own_mle(program, statistic) if kind == "mle" else None
    dims: Mapping[str, Any] = KNOWN_DIMS
    if variables is None:
        model = _built(program, statistic, kind)
        dims = model.named_vars_to_dims
        variables = _mle(model) if kind == "mle" else _one(model, find_mode(model, prior=True, jacobian=False))
    try:
        scores = _scores(program, statistic, target, variables)
    except KeyError as missing:
        message = (
            f"target of {program.name!r} by maximum likelihood must be one that the likelihood knows; got {target!r}, "
            f"which needs {missing.args[0]}. Use inference='map' or 'nuts'."
        )
        raise ValueError(message) from missing
    return Point(kind, target, variables, dims, scores)


def _refuse_prior_options(program: AnyProgram) -> None:
    """Refuse options that the program's own solver of the likelihood would pass over; built programs check theirs."""
    if program.mle is None:
        return
    # an option of the score may be of the prior too; a normal approximation, which has the prior, names it then
    known = _parameters(program.mle) | (_parameters(program.score) - _parameters(program.laplace))
    for name, value in program.chosen.items():
        if name not in known:
            message = (
                f"{name} of {program.name!r} is of the prior, which maximum likelihood has not, and must be left out; "
                f"got {value!r}. Use inference='map' or 'nuts', or leave it out."
            )
            raise ValueError(message)


def _parameters(function: Callable[..., Any] | None) -> set[str]:
    return set() if function is None else set(inspect.signature(function).parameters)


def _built(program: AnyProgram, statistic: object, kind: PointKind) -> pm.Model:
    model = program.build(statistic)
    refuse_no_likelihood(program, model, kind)
    return model


def _scores(program: AnyProgram, statistic: object, target: Target, variables: Mapping[str, FloatArray]) -> FloatArray:
    """Return the scores at a point; where they are drawn given the variables, the mean of many draws."""
    for number in (2, SCORE_DRAWS):
        repeated = {name: np.repeat(np.asarray(value)[None], number, axis=0) for name, value in variables.items()}
        scores = program.scores_of(statistic, repeated, target, np.random.default_rng(0))
        if (scores == scores[0]).all():
            break
    return np.asarray(scores.mean(axis=0))


def _own_mle(program: AnyProgram, statistic: object) -> Mapping[str, FloatArray] | None:
    if program.mle is None:
        return None
    with threadpool_limits(1, user_api="blas"):  # small systems: more threads only wait for one another
        return program.mle(statistic)


def _mle(model: pm.Model) -> Mapping[str, FloatArray]:
    """Return the variables that the likelihood depends on, at its maximum."""
    mode = find_mode(model, prior=False, jacobian=False)
    _refuse_flat(model, mode)
    positions = np.cumsum([0, *(np.size(value) for value in model.initial_point().values())])
    unknown = [
        free
        for free, start, stop in zip(model.free_RVs, positions, positions[1:], strict=False)
        if not mode.moved[start:stop].any()
    ]
    left_out = {variable.name for variable in (*unknown, *_depending(model, unknown))}
    return {name: value for name, value in _one(model, mode).items() if name not in left_out}


def _depending(model: pm.Model, unknown: Sequence[Any]) -> list[Any]:
    """Return the deterministic variables that depend on free ones of which nothing is known."""
    from pytensor.graph.traversal import ancestors

    return [
        variable
        for variable in model.deterministics
        if set(unknown) & set(ancestors([variable], blockers=model.free_RVs))
    ]


def _one(model: pm.Model, mode: Mode) -> Mapping[str, FloatArray]:
    return {name: value[0] for name, value in variables_at(model, mode.values[None]).items()}


def _refuse_flat(model: pm.Model, mode: Mode) -> None:
    """Refuse a point where the likelihood is flat beside what it was: it goes on rising towards infinity."""
    if mode.moved.sum() > MOST_NEWTON:
        return
    at = compiled_program(model).density(data_of(model), prior=False, jacobian=False)
    here, before = (
        np.linalg.eigvalsh(curvature(at, values, mode.moved)) for values in (mode.values, starting_values(model))
    )
    n_flat = int((here <= FLATTEST * max(here[-1], before[-1])).sum())
    if n_flat:
        message = (
            f"the likelihood must have one maximum; it is flat along {n_flat} of {len(here)} directions. "
            f"Use inference='nuts', whose prior decides there, or 'map'."
        )
        raise NotIdentifiedError(message)
