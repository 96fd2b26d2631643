"""The mode of a program: the point of greatest posterior density, or of greatest likelihood."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray
from bayesrank.errors import ConvergenceError
from bayesrank.inference.compiled import DensityAndGradient, compiled_program, data_of
from bayesrank.programs.program import AnyProgram

if TYPE_CHECKING:
    import pymc as pm

GRADIENT_TOLERANCE = 1e-6  # of the gradient, in units of log density, when the search has ended
FINITE_STEP = 1e-5  # of the gradient's differences that make the curvature
NEWTON_STEPS = 20
POLISHED = 1e-10  # of the gradient: no Newton step makes it smaller than rounding does
MOST_NEWTON = 1_500  # free values; beyond that the curvature takes longer than it saves
JITTER = 0.1  # of the start, where gradients can vanish by symmetry
WORST = 1e6  # times the density at the start: what stands for a density that is no number


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

    The hyperparameters of the prior wait at their starting values until all other values have climbed. Else, from
    abilities that are all zero, the density rises fastest as their spread shrinks, and the data are never heard.

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
        If the gradient does not vanish, or where it does spreads have shrunk against what the data say.
    """
    compiled, data = compiled_program(model), data_of(model)
    at = compiled.density(data, prior=prior, jacobian=jacobian)
    waiting = _hyperparameters(model)
    start = starting_values(model)
    aside = start + JITTER * np.random.default_rng(0).standard_normal(len(start)) * ~waiting  # off a saddle
    before, slope = at(aside)
    moved = slope != 0
    start = np.where(moved, aside, start)
    first = _climbed(at, start, moved & ~waiting)
    values = _polished(at, _climbed(at, first, moved), moved)
    if (moved & waiting).any():
        likelihood = compiled.likelihood(data)
        _refuse_deaf(likelihood(first), likelihood(values), int(moved.sum()))
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


def refuse_no_likelihood(program: AnyProgram, model: pm.Model, inference: Literal["map", "mle", "laplace"]) -> None:
    """Raise ``ValueError`` for the mode of a program that observes nothing: it is the prior's, whatever the data.

    A potential may hold the data too, but of the likelihood alone it is no part.
    """
    if model.observed_RVs or (model.potentials and inference != "mle"):
        return
    others = "nuts" if program.exact is None else "exact or nuts"
    message = (
        f"inference of {program.name!r} must be {others}, for its program has no likelihood with a mode; got "
        f"{inference!r}. Use 'auto'."
    )
    raise ValueError(message)


def _climbed(at: DensityAndGradient, values: FloatArray, free: BoolArray) -> FloatArray:
    """Climb by L-BFGS in some of the values."""
    from scipy.optimize import minimize

    climbed = values.copy()
    worst = WORST * (1 + abs(at(values)[0]))

    def downhill(part: FloatArray) -> tuple[float, FloatArray]:
        climbed[free] = part
        density, gradient = at(climbed)
        if not np.isfinite(density):
            return worst, np.zeros(len(part))  # far out, where numbers end: no way to go
        return -density, -gradient[free]

    if free.any():
        asked = {"maxiter": 5_000, "maxfun": 20_000, "gtol": 1e-8, "ftol": 1e-15, "maxcor": 30}
        climbed[free] = minimize(downhill, values[free], jac=True, method="L-BFGS-B", options=asked).x
    return climbed


def _hyperparameters(model: pm.Model) -> BoolArray:
    """Say which free values others have as parameters of their prior, shape (n,)."""
    from pytensor.graph.traversal import ancestors

    free = list(model.free_RVs)
    above = {
        parent for variable in free for parent in ancestors(variable.owner.inputs, blockers=free) if parent in set(free)
    }
    sizes = [np.size(value) for value in model.initial_point().values()]
    return np.repeat([variable in above for variable in free], sizes)


def _refuse_deaf(before: float, after: float, n_values: int) -> None:
    """Refuse a mode whose prior has come to fit itself at the cost of the data: more than a nat for each value."""
    if after < before - n_values:
        message = (
            f"the mode must fit the data about as well as with usual spreads; its log likelihood is {after:.6g}, and "
            f"was {before:.6g}. The density grows as spreads shrink to nothing: use inference='nuts'."
        )
        raise ConvergenceError(message)


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
