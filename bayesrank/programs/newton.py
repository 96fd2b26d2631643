"""Newton's method for log densities of few variables, with a line search."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from bayesrank.arrays import FloatArray
from bayesrank.errors import ConvergenceError

MOST_STEPS = 200
LONGEST_STEP = 5.0  # in any variable, all of which are logits or logarithms
TOLERANCE = 1e-7  # of the last step; convergence is quadratic, so that the error is that of rounding
SHARE_OF_SLOPE = 1e-4  # by which a step must climb
ROUNDING = 1e-9  # of the log density, relative: that of an integral worked out numerically
LEAST_LIFT = 1e-12  # of the curvature, relative: rounding can hide what curvature there is far from other variables


class Derivatives(NamedTuple):
    """A log density at a point of n variables, its gradient (n,), and minus its second derivatives (n, n)."""

    value: float
    gradient: FloatArray
    curvature: FloatArray


type Density = Callable[[FloatArray], Derivatives]


def climb(at: Density, start: FloatArray) -> tuple[FloatArray, Derivatives]:
    """Return the maximum of a log density, and the derivatives there.

    Raises
    ------
    ConvergenceError
        If the steps do not become small.
    """
    point, here = start, at(start)
    for _ in range(MOST_STEPS):
        step = _uphill(here)
        point, here = _stepped(at, point, here, step)
        if np.abs(step).max() <= TOLERANCE:
            return point, here
    message = (
        f"the search for the mode must end in {MOST_STEPS} steps; got a last step of {np.abs(step).max():.2g} at log "
        f"density {here.value:.6g}. Use inference='nuts'."
    )
    raise ConvergenceError(message)


def _uphill(here: Derivatives) -> FloatArray:
    """Return Newton's step; where the density is not concave, one that is turned towards the gradient."""
    size = max(float(np.abs(here.curvature).max()), float(np.abs(here.gradient).max()), TOLERANCE)
    lift = 0.0
    while True:
        try:
            factor = cho_factor(here.curvature + lift * np.eye(len(here.gradient)))
            break
        except LinAlgError:
            lift = max(4 * lift, LEAST_LIFT * size)
    step: FloatArray = np.asarray(cho_solve(factor, here.gradient))
    return step * (LONGEST_STEP / max(float(np.abs(step).max()), LONGEST_STEP))


def _stepped(at: Density, point: FloatArray, here: Derivatives, step: FloatArray) -> tuple[FloatArray, Derivatives]:
    """Take a step, halved until it climbs as much as the slope lets expect."""
    slope = here.gradient @ step
    slack = ROUNDING * (1 + abs(here.value))
    length = 1.0
    while length > ROUNDING:
        there = at(point + length * step)
        if there.value >= here.value + SHARE_OF_SLOPE * length * slope - slack:
            return point + length * step, there
        length /= 2
    return point, here
