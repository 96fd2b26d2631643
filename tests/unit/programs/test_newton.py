"""Newton's method on functions whose maximum is known."""

import numpy as np
import pytest

from bayesrank import ConvergenceError
from bayesrank.programs.newton import MOST_STEPS, Derivatives, climb


def test_a_parabola_takes_one_step() -> None:
    calls = []

    def at(x):
        calls.append(x)
        return Derivatives(-float((x - 3) @ (x - 3)), -2 * (x - 3), 2 * np.eye(2))

    point, there = climb(at, np.array([0.0, 1.0]))
    assert point == pytest.approx([3, 3], abs=1e-12)
    assert there.value == pytest.approx(0, abs=1e-12)
    assert len(calls) == 3  # the start, the maximum, and a step of length zero there


def test_steps_that_overshoot_are_halved() -> None:
    # The maximum of -log cosh(x - 2) is at 2; from 20 Newton's own step is of the order of exp(36).
    def at(x):
        y = x - 2
        return Derivatives(-float(np.logaddexp(y, -y)[0]), -np.tanh(y), np.diag(1 / np.cosh(y) ** 2))

    assert climb(at, np.array([20.0]))[0] == pytest.approx([2], abs=1e-9)


def test_a_start_where_the_density_is_not_concave() -> None:
    # -log(1 + x^2) of a Cauchy distribution is convex beyond |x| = 1; its maximum is at 0.
    def at(x):
        square = float(x[0] ** 2)
        curvature = 2 * (1 - square) / (1 + square) ** 2
        return Derivatives(-np.log1p(square), -2 * x / (1 + square), np.array([[curvature]]))

    assert climb(at, np.array([4.0]))[0] == pytest.approx([0], abs=1e-9)


def test_curvature_that_rounding_made_negative_is_no_obstacle() -> None:
    # The first of two is 1.5; nothing is known of the other but a rounding error.
    def at(x):
        apart = np.array([x[0] - 1.5, 0.0])
        return Derivatives(-0.5 * float(apart @ apart), -apart, np.diag([1.0, -1e-10]))

    assert climb(at, np.zeros(2))[0] == pytest.approx([1.5, 0.0], abs=1e-7)


def test_no_maximum_is_an_error() -> None:
    with pytest.raises(
        ConvergenceError, match=f"mode must end in {MOST_STEPS} steps; got a last step of 5 at log density"
    ):
        climb(lambda x: Derivatives(float(x[0]), np.ones(1), np.full((1, 1), 1e-3)), np.zeros(1))
