"""The mode of a program: the point of greatest posterior density, or of greatest likelihood."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray
from bayesrank.errors import ConvergenceError
from bayesrank.inference.compiled import DensityAndGradient, compiled_program, data_of

if TYPE_CHECKING:
    import pymc as pm

GRADIENT_TOLERANCE = 1e-6  # of the gradient, in units of log density, when the search has ended
FINITE_STEP = 1e-5  # of the gradient's differences that make the curvature
NEWTON_STEPS = 20
POLISHED = 1e-10  # of the gradient: no Newton step makes it smaller than rounding does
MOST_NEWTON = 600  # free values; beyond that the curvature takes longer than it saves


@dataclass(frozen=True, eq=False)
class Mode:
    """Where a density is greatest.

    Parameters
    ----------
    values : array of float, shape (n,)
        The free values of the program as one vector, unconstrained.
    log_density : float
        Log density there.
    moved : array of bool, shape (n,)
        Which of the values the density depends on; a likelihood knows nothing of the spread of abilities.
    """

    values: FloatArray
    log_density: float
    moved: BoolArray


def find_mode(model: pm.Model, *, prior: bool, jacobian: bool) -> Mode:
    """Climb to the mode: L-BFGS, then Newton steps by the curvature, which is worked out from the gradient.

    Parameters
    ----------
    model : pm.Model
    prior : bool
        The posterior, or the likelihood of the observed variables alone.
    jacobian : bool
        The density of the unconstrained values, which a normal approximation needs, or that of the variables.

    Raises
    ------
    ConvergenceError
        If the gradient does not vanish.
    """
    from scipy.optimize import minimize

    at = compiled_program(model).density(data_of(model), prior=prior, jacobian=jacobian)
    start = starting_values(model)
    before, slope = at(start)
    moved = slope != 0
    moved |= at(start + 0.1)[1] != 0  # a gradient can vanish by symmetry at one point

    def downhill(values: FloatArray) -> tuple[float, FloatArray]:
        density, gradient = at(values)
        return -density, -gradient

    asked = {"maxiter": 5_000, "maxfun": 20_000, "gtol": 1e-8, "ftol": 1e-15, "maxcor": 30}
    found = minimize(downhill, start, jac=True, method="L-BFGS-B", options=asked)
    values = _polished(at, np.asarray(found.x, dtype=np.float64), moved)
    density, gradient = at(values)
    steepest = float(np.abs(gradient).max(initial=0.0))
    # in units of the density at its smaller end: one without a mode grows beyond all bounds
    if not steepest <= GRADIENT_TOLERANCE * max(1.0, min(abs(before), abs(density))):
        message = (
            f"the search for the mode must end where the gradient vanishes; got {steepest:.2g} in log density "
            f"{density:.6g}. The density may have no mode: use inference='nuts'."
        )
        raise ConvergenceError(message)
    return Mode(values, density, moved)


def starting_values(model: pm.Model) -> FloatArray:
    """Return the free values from which a search starts, as one vector."""
    return np.concatenate([np.ravel(value) for value in model.initial_point().values()]).astype(np.float64)


def curvature(at: DensityAndGradient, values: FloatArray, moved: BoolArray) -> FloatArray:
    """Return minus the second derivatives of a log density in the values that it depends on, by central differences."""
    places = np.flatnonzero(moved)
    rows = np.empty((len(places), len(places)))
    for row, place in enumerate(places):
        step = np.zeros(len(values))
        step[place] = FINITE_STEP * max(1.0, abs(values[place]))
        rows[row] = (at(values - step)[1] - at(values + step)[1])[places] / (2 * step[place])
    return (rows + rows.T) / 2


def _polished(at: DensityAndGradient, values: FloatArray, moved: BoolArray) -> FloatArray:
    """Take Newton steps while they climb; where the curvature is no hill, leave the point as it is."""
    if moved.sum() > MOST_NEWTON:
        return values
    from scipy.linalg import LinAlgError, cho_factor, cho_solve

    density, gradient = at(values)
    for _ in range(NEWTON_STEPS):
        if np.abs(gradient).max() <= POLISHED * max(1.0, abs(density)):
            break
        try:
            factor = cho_factor(curvature(at, values, moved))
        except LinAlgError:
            break
        candidate = values.copy()
        candidate[moved] += cho_solve(factor, gradient[moved])
        new_density, new_gradient = at(candidate)
        if not (new_density >= density and np.abs(new_gradient).max() < np.abs(gradient).max()):
            break
        values, density, gradient = candidate, new_density, new_gradient
    return values
