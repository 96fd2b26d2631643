"""Log densities at all draws, against SciPy."""

import numpy as np
import pymc as pm
import pytest
import xarray as xr
from scipy import stats

from bayesrank.inference import log_densities as module
from bayesrank.inference.log_densities import log_densities
from bayesrank.programs.binomial_logit import binomial_logit

DRAWS = np.random.default_rng(0).normal(size=(2, 3, 4))  # chains, draws, models


@pytest.fixture
def model():
    with pm.Model(coords={"model": list("abcd")}) as built:
        scale = pm.LogNormal("scale", 0.0, 1.0)
        ability = pm.Normal("ability", 0.0, scale, dims="model")
        binomial_logit("right", ability, np.array([0.0, 1, 2, 5]), np.full(4, 5.0), "model")
    return built


@pytest.fixture
def posterior():
    ability = (("chain", "draw", "model"), 30 * DRAWS)  # logits far out, where exp alone would overflow
    return xr.Dataset({"ability": ability, "scale": (("chain", "draw"), np.exp(DRAWS[:, :, 0]))})


def test_they_are_those_of_the_distributions(model, posterior):
    found = log_densities(model, [*model.free_RVs, *model.observed_RVs], posterior)
    ability, scale = posterior["ability"].to_numpy().reshape(6, 4), posterior["scale"].to_numpy().reshape(6)
    np.testing.assert_allclose(found["ability"], stats.norm.logpdf(ability, 0, scale[:, None]), rtol=1e-12)
    np.testing.assert_allclose(found["scale"], stats.lognorm.logpdf(scale, 1), rtol=1e-12)
    # log of the binomial density, written with log(1 + exp(x)) as SciPy has it
    chance = -5 * np.logaddexp(0, ability) + np.array([0, 1, 2, 5]) * ability
    np.testing.assert_allclose(found["right"], np.log([1, 5, 10, 1]) + chance, rtol=1e-12)


def test_blocks_of_draws_change_nothing(model, posterior, monkeypatch):
    whole = log_densities(model, model.observed_RVs, posterior)["right"]
    monkeypatch.setattr(module, "BLOCK_OF_VALUES", 8)  # two draws of four cells
    np.testing.assert_array_equal(log_densities(model, model.observed_RVs, posterior)["right"], whole)


def test_no_variables_no_densities(model, posterior):
    assert log_densities(model, [], posterior) == {}
