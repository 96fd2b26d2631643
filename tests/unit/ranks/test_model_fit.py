"""Models of one's own, with the sampler replaced by draws whose ranks are known."""

import numpy as np
import pymc as pm
import pytest
import xarray as xr

from bayesrank.errors import DataError
from bayesrank.ranks import model_fit
from bayesrank.ranks.model_fit import fit_model, ranked_variable


@pytest.fixture
def sampled(monkeypatch):
    """Give every model the same draws: b is above a in three of four."""

    def sample(program, model, *, draws, **_):  # noqa: ARG001
        (name,) = (variable.name for variable in model.free_RVs)
        values = np.tile([[0.0, 1.0], [0.0, 1.0], [0.0, 1.0], [1.0, 0.0]], (draws, 1)).reshape(4, draws, 2)
        values = values + np.random.default_rng(1).normal(0, 1e-3, values.shape)
        posterior = xr.Dataset({name: (("chain", "draw", "model"), values)}, coords={"model": ["a", "b"]})
        stats = {
            "diverging": np.zeros((4, draws), dtype=bool),
            "energy": np.random.default_rng(2).normal(size=(4, draws)),
        }
        return {
            "posterior": posterior,
            "sample_stats": xr.Dataset({key: (("chain", "draw"), value) for key, value in stats.items()}),
        }

    monkeypatch.setattr(model_fit, "sample_nuts", sample)


def model(name):
    with pm.Model(coords={"model": ["a", "b"]}) as built:
        pm.Normal(name, 0, 1, dims="model")
    return built


@pytest.mark.parametrize("name", ["score", "ability"])
def test_either_name_is_ranked(sampled, name):  # noqa: ARG001
    fit = fit_model(model(name), name="mine", score_unit="points", draws=200, random_seed=1)
    assert fit.superiority().loc["b", "a"] == pytest.approx(0.75)  # as drawn
    assert fit.ranking()["model"].tolist() == ["b", "a"]
    assert (fit.program, fit.score_unit, fit.target, fit.basis) == ("mine", "points", "ability", None)
    assert str(fit.data) == "2 models"
    assert {"prior", "sample_stats", "log_prior"} <= set(fit.posterior.children)


def test_what_has_no_score_is_refused(sampled):  # noqa: ARG001
    with pytest.raises(DataError, match=r"must have a variable score or ability over the dimension 'model'; got merit"):
        fit_model(model("merit"))
    with pytest.raises(DataError, match="got no variable"):
        ranked_variable({})
    with pytest.raises(DataError, match="got score"):
        ranked_variable({"score": ("model", "time")})


def test_odd_options_are_refused():
    with pytest.raises(ValueError, match="draws must be a whole number of at least 1; got 0"):
        fit_model(model("score"), draws=0)


def test_a_model_that_cannot_be_drawn_from_is_fitted_and_said_to_be_one(sampled):  # noqa: ARG001
    with pm.Model(coords={"model": ["a", "b"]}) as built:
        pm.Normal("y", pm.Flat("score", dims="model"), observed=np.zeros(2))
    fit = fit_model(built, draws=200, random_seed=1)
    assert fit.superiority().loc["b", "a"] == pytest.approx(0.75)  # as drawn
    assert any("a variable that cannot be drawn from, as those of pm.Flat" in told for told in fit.warnings)


def test_no_threads_are_refused(sampled):  # noqa: ARG001
    with pytest.raises(ValueError, match="cores must be a whole number of at least 1; got 0"):
        fit_model(model("score"), cores=0)
