"""Numbers that differ by rounding alone."""

import numpy as np
import pytest

from bayesrank.swiss.rounds.equal_values import without_rounding


def test_values_that_differ_by_rounding_are_the_least_of_them():
    table = np.array([[0.1 + 0.2, 0.3], [0.3 + 1e-9, -1.0]])
    assert table[0, 0] != table[0, 1]  # in binary
    np.testing.assert_array_equal(without_rounding(table), [[0.3, 0.3], [0.3 + 1e-9, -1.0]])


@pytest.mark.parametrize("shape", [(0,), (3, 0)])
def test_no_values_stay_none(shape):
    assert without_rounding(np.zeros(shape)).shape == shape
