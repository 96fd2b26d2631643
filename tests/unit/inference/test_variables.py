"""From free values to variables, and from a posterior to its draws."""

import numpy as np
import pymc as pm
import xarray as xr

from bayesrank.inference.variables import draws_of, variables_at


def test_free_values_become_variables_of_their_shapes():
    with pm.Model(coords={"model": ["a", "b"]}) as model:
        scale = pm.LogNormal("scale")
        matrix = pm.Normal("matrix", shape=(2, 3))
        pm.Deterministic("sum", scale * matrix.sum(axis=1), dims="model")
        pm.Normal("y", 0.0, scale, observed=[1.0])
    values = np.array([[np.log(2.0), 1, 2, 3, 4, 5, 6], [0.0, 0, 0, 0, 0, 0, 1]])
    found = variables_at(model, values)
    assert set(found) == {"scale", "matrix", "sum"}  # neither what was observed nor logarithms
    np.testing.assert_allclose(found["scale"], [2, 1])
    np.testing.assert_array_equal(found["matrix"], [[[1, 2, 3], [4, 5, 6]], [[0, 0, 0], [0, 0, 1]]])
    np.testing.assert_allclose(found["sum"], [[12, 30], [0, 1]])  # 2 (1 + 2 + 3), 2 (4 + 5 + 6); 0, 1


def test_zero_sums_are_put_back():
    with pm.Model(coords={"model": ["a", "b", "c"]}) as model:
        pm.ZeroSumNormal("ability", dims="model")
    ability = variables_at(model, np.array([[1.0, -2.0]]))["ability"]
    assert ability.shape == (1, 3)
    np.testing.assert_allclose(ability.sum(axis=1), 0, atol=1e-12)


def test_draws_are_chain_by_chain_whatever_the_order_of_the_axes():
    values = np.arange(12.0).reshape(2, 3, 2)  # chain, draw, model
    posterior = xr.Dataset(
        {
            "score": (("model", "draw", "chain"), values.transpose(2, 1, 0)),
            "whole": (("chain", "draw"), np.array([[1, 2, 3], [4, 5, 6]])),
        }
    )
    draws = draws_of(posterior)
    np.testing.assert_array_equal(draws["score"], [[0, 1], [2, 3], [4, 5], [6, 7], [8, 9], [10, 11]])
    np.testing.assert_array_equal(draws["whole"], [1, 2, 3, 4, 5, 6])
    assert draws["whole"].dtype == np.float64


def test_a_variable_of_no_free_values_is_zero():
    with pm.Model(coords={"model": ["alone"]}) as model:
        pm.ZeroSumNormal("ability", 1.0, dims="model")
        pm.Normal("mean", 0.0, 1.0)
    variables = variables_at(model, np.array([[0.5], [0.7]]))
    assert variables["ability"].tolist() == [[0.0], [0.0]]  # one number that sums to zero
    assert variables["mean"].tolist() == [0.5, 0.7]
