import numpy as np
import pytest

from bayesrank.programs.program import Moments


def test_quantile_of_a_normal():
    # Phi(1.6448536269514722) = .95, tables of the normal distribution.
    moments = Moments(np.array([1.0, 2.0]), np.array([0.5, 1.0]))
    assert moments.quantile(0.95) == pytest.approx([1 + 0.5 * 1.6448536269514722, 2 + 1.6448536269514722], abs=1e-12)
    assert moments.quantile(0.05)[1] == pytest.approx(2 - 1.6448536269514722, abs=1e-12)
