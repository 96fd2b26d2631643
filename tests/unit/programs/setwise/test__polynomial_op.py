"""The operations of the graph do what the loops do, in Python and compiled, and know their gradients and shapes."""

import numpy as np
import pytensor
import pytensor.tensor as pt
import pytest

from bayesrank.programs.setwise import _symmetric_polynomials as polynomials
from bayesrank.programs.setwise._polynomial_op import DrawnWins, ExpectedWins, LogPolynomials

ABILITY = np.array([0.3, -1.2, 0.8])
SCALE = np.array([1.0, 1.0, 0.5])
ATTEMPTS = np.array([[1, 1, 1], [1, 1, 1], [2, 0, 3]])
TOTAL = np.array([1, 2, 3])
WEIGHT = np.array([2.0, 3.0, 0.5])
ROWS = (ABILITY, SCALE, ATTEMPTS, TOTAL)


def inputs():
    return pt.dvector("ability"), pt.dvector("scale"), pt.lmatrix("attempts"), pt.lvector("total")


@pytest.mark.parametrize("mode", ["FAST_COMPILE", "NUMBA"])
def test_values_and_gradient_are_those_of_the_loops(mode):
    arguments = inputs()
    value, tilt = LogPolynomials()(*arguments)
    weighted = (WEIGHT * value).sum()
    run = pytensor.function(list(arguments), [value, tilt, pt.grad(weighted, arguments[0])], mode=mode)
    expected = polynomials.log_polynomials(*ROWS)
    found = run(*ROWS)
    np.testing.assert_allclose(found[:2], expected, rtol=1e-13)
    np.testing.assert_allclose(found[2], polynomials.expected_wins(*ROWS, expected[1], WEIGHT), rtol=1e-13)


def test_the_gradient_is_that_of_differences():
    arguments = inputs()
    weighted = (WEIGHT * LogPolynomials()(*arguments)[0]).sum()
    run = pytensor.function(list(arguments), [weighted, pt.grad(weighted, arguments[0])], mode="FAST_COMPILE")
    _, gradient = run(*ROWS)
    steps = 1e-6 * np.eye(3)
    differences = [(run(ABILITY + s, *ROWS[1:])[0] - run(ABILITY - s, *ROWS[1:])[0]) / 2e-6 for s in steps]
    np.testing.assert_allclose(gradient, differences, atol=1e-8)


@pytest.mark.parametrize("mode", ["FAST_COMPILE", "NUMBA"])
def test_draws_are_those_of_the_loop(mode):
    n_events, uniform = np.array([2, 1, 3]), np.random.default_rng(1).random((6, 3))
    arguments = inputs()
    _, tilt = LogPolynomials()(*arguments)
    drawn = DrawnWins()(*arguments, tilt, n_events, uniform)
    run = pytensor.function(list(arguments), drawn, mode=mode)
    _, expected_tilt = polynomials.log_polynomials(*ROWS)
    expected = polynomials.drawn_wins(*ROWS, expected_tilt, n_events, uniform)
    np.testing.assert_array_equal(run(*ROWS), expected)


def test_shapes_are_known_without_values():
    arguments = inputs()
    value, tilt = LogPolynomials()(*arguments)
    gradient = ExpectedWins()(*arguments, tilt, value)
    drawn = DrawnWins()(*arguments, tilt, np.ones(3, dtype=np.int64), np.zeros((3, 3)))
    shapes = [value.shape[0], gradient.shape[0], drawn.shape[0], drawn.shape[1]]
    run = pytensor.function(list(arguments), shapes, on_unused_input="ignore")
    assert not any(isinstance(node.op, LogPolynomials) for node in run.maker.fgraph.toposort())
    assert [int(shape) for shape in run(*ROWS)] == [3, 3, 3, 3]


def test_only_abilities_have_a_gradient():
    arguments = inputs()
    value, tilt = LogPolynomials()(*arguments)
    for cost, wrt in ((value.sum(), arguments[1]), (tilt.sum(), arguments[0])):
        with pytest.raises(pytensor.gradient.DisconnectedInputError):
            pt.grad(cost, wrt)


def test_equal_operations_are_one():
    assert LogPolynomials() == LogPolynomials()
    assert LogPolynomials() != ExpectedWins()
