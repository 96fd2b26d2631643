"""The operation does what the loop does, in Python and compiled, and knows its gradient and shapes."""

import numpy as np
import pytensor
import pytensor.tensor as pt
import pytest

from bayesrank.programs.setwise._tied_order_density import NOBODY, order_log_density
from bayesrank.programs.setwise._tied_order_op import OrderLogDensity

ABILITY = np.array([0.3, -1.2, 0.8, 0.1])
MEMBER = np.array([[2, 0, 1, 3], [1, 3, NOBODY, NOBODY]])
PLACE = np.array([[1.0, 1.0, 2.0, 3.0], [1.0, 2.0, 0.0, 0.0]])
WEIGHT = np.array([2.0, 0.5])


def inputs():
    return pt.dvector("ability"), pt.lmatrix("member"), pt.dmatrix("place")


@pytest.mark.parametrize("mode", ["FAST_COMPILE", "NUMBA"])
def test_values_and_gradient_are_those_of_the_loop(mode):
    arguments = inputs()
    density, slope = OrderLogDensity()(*arguments)
    gradient = pt.grad((WEIGHT * density).sum(), arguments[0])
    run = pytensor.function(list(arguments), [density, slope, gradient], mode=mode)
    found = run(ABILITY, MEMBER, PLACE)
    expected, slopes = order_log_density(ABILITY, MEMBER, PLACE, np.empty(0), np.empty((0, 0)))
    np.testing.assert_allclose(found[0], expected, rtol=1e-13)
    np.testing.assert_allclose(found[1], slopes, rtol=1e-13)
    by_hand = 2.0 * slopes[0][[1, 2, 0, 3]] + 0.5 * np.array([0, slopes[1, 0], 0, slopes[1, 1]])
    np.testing.assert_allclose(found[2], by_hand, atol=1e-13)


def test_other_types_of_numbers_are_taken():
    arguments = pt.fvector("ability"), pt.imatrix("member"), pt.lmatrix("place")
    run = pytensor.function(list(arguments), OrderLogDensity()(*arguments)[0], mode="FAST_COMPILE")
    found = run(ABILITY.astype(np.float32), MEMBER.astype(np.int32), PLACE.astype(np.int64))
    expected, _ = order_log_density(ABILITY, MEMBER, PLACE, np.empty(0), np.empty((0, 0)))
    np.testing.assert_allclose(found, expected, rtol=1e-6)  # of numbers in single precision


def test_shapes_are_known_without_values():
    arguments = inputs()
    density, slope = OrderLogDensity()(*arguments)
    shapes = [density.shape[0], slope.shape[0], slope.shape[1]]
    run = pytensor.function(list(arguments), shapes, on_unused_input="ignore", mode="FAST_COMPILE")
    assert not any(isinstance(node.op, OrderLogDensity) for node in run.maker.fgraph.toposort())
    assert [int(shape) for shape in run(ABILITY, MEMBER, PLACE)] == [2, 2, 4]


def test_only_densities_have_a_gradient_and_only_in_abilities():
    arguments = inputs()
    density, slope = OrderLogDensity()(*arguments)
    for cost, wrt in ((density.sum(), arguments[2]), (slope.sum(), arguments[0])):
        with pytest.raises(pytensor.gradient.DisconnectedInputError):
            pt.grad(cost, wrt)


def test_equal_operations_are_one():
    assert OrderLogDensity() == OrderLogDensity()
