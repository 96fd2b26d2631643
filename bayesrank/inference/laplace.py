"""Draws from the normal approximation to a posterior at its mode."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.errors import ConvergenceError
from bayesrank.inference.compiled import compiled_program, data_of
from bayesrank.inference.mode import curvature, find_mode
from bayesrank.inference.variables import variables_at
from bayesrank.programs.program import Draws

if TYPE_CHECKING:
    import pymc as pm


def draw_laplace(model: pm.Model, n_draws: int, rng: np.random.Generator) -> Draws:
    """Draw the variables of a program from the normal distribution with its mode and curvature.

    The approximation is made for the unconstrained values, on which scales are logarithms.

    Returns
    -------
    mapping of str to array
        Free and deterministic variables by name, each with a leading axis of draws.

    Raises
    ------
    ConvergenceError
        If there is no mode, or the density does not fall off from it in every direction.
    """
    mode = find_mode(model, prior=True, jacobian=True)
    at = compiled_program(model).density(data_of(model), prior=True, jacobian=True)
    deviation = _deviations(
        curvature(at, mode.values, mode.moved), rng.standard_normal((int(mode.moved.sum()), n_draws))
    )
    values = np.repeat(mode.values[None], n_draws, axis=0)
    values[:, mode.moved] += deviation.T
    return variables_at(model, values)


def _deviations(precision: FloatArray, standard: FloatArray) -> FloatArray:
    """Turn standard normal numbers, shape (n, draws), into those with this precision."""
    from scipy.linalg import LinAlgError, cholesky, solve_triangular

    try:
        upper = cholesky(precision)
    except LinAlgError as error:
        message = (
            "the log density must fall off from its mode in every direction for a normal approximation; it does not. "
            "Use inference='nuts'."
        )
        raise ConvergenceError(message) from error
    deviations: FloatArray = solve_triangular(upper, standard)
    return deviations
