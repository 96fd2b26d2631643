"""Evenly spread normal points against moments and integrals in closed form."""

import numpy as np
import pytest

from bayesrank.programs.item_response._normal_nodes import normal_nodes


def test_no_dimension_has_one_node():
    assert normal_nodes(0, 16).shape == (1, 0)


@pytest.mark.parametrize("n_dimensions", [1, 2, 3])
def test_means_are_those_of_normals(n_dimensions):
    nodes = normal_nodes(n_dimensions, 64)
    assert nodes.shape == (64, n_dimensions)
    np.testing.assert_allclose(nodes.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(nodes.T @ nodes / 64, np.eye(n_dimensions), atol=1e-12)
    # E exp(z / 2) = exp(1 / 8) in each dimension; the root of the mean square error of 64 draws would be .075
    assert np.exp(nodes / 2).mean(axis=0) == pytest.approx(np.exp(1 / 8), abs=0.02)
    # E exp((z_1 + ... + z_d) / 2) = exp(d / 8), its square is exp(d / 2): half the standard error of 64 draws at most
    error = np.sqrt((np.exp(n_dimensions / 2) - np.exp(n_dimensions / 4)) / 64)
    assert np.exp(nodes.sum(axis=1) / 2).mean() == pytest.approx(np.exp(n_dimensions / 8), abs=error / 2)
