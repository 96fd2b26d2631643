"""What stands beside a sampled posterior, from one real and short run; ArviZ reads it as it is."""

import warnings

import arviz as az
import matplotlib.pyplot as plt
import numpy as np
import pymc as pm
import pytest
import xarray as xr
from scipy import stats

from bayesrank import Outcomes, fit
from bayesrank.inference import groups
from bayesrank.inference.groups import groups_beside, undrawn_doubts
from bayesrank.inference.variables import variables_at
from tests.toy_programs import Rights, Values, normal_means, right_shares

MODELS, N_TRIALS = ("strong", "middle", "weak"), 5


QUESTIONS = [f"q{number}" for number in range(6)]


def answers(seed):
    """Return right answers of three models to six questions, by the Rasch model, shape (3, 6, 5)."""
    chance = 1 / (1 + np.exp(-(np.array([1.0, 0.0, -1.0])[:, None] - np.linspace(-2, 2, 6))))
    return (np.random.default_rng(seed).random((3, 6, N_TRIALS)) < chance[:, :, None]).astype(int)


def simulated(seed):
    return Outcomes.from_array(answers(seed), models=MODELS, questions=QUESTIONS)


@pytest.fixture(scope="module")
def fitted():
    return fit(simulated(0), "rasch", inference="nuts", draws=100, random_seed=1)


@pytest.fixture(scope="module")
def tree(fitted):
    return fitted.posterior


def test_the_groups_are_those_that_arviz_knows(tree):
    assert set(tree.children) == {
        "posterior", "sample_stats", "prior", "prior_predictive", "posterior_predictive", "log_likelihood", "log_prior",
        "observed_data", "constant_data", "trials",
    }  # fmt: skip


def test_dimensions_are_named_and_models_are_in_the_order_of_the_data(tree):
    assert tree["posterior"].sizes == {"chain": 4, "draw": 100, "model": 3, "question": 6}
    assert tree["posterior"]["ability"].dims == ("chain", "draw", "model")
    assert tree["posterior"]["difficulty"].dims == ("chain", "draw", "question")
    for group in ("posterior", "prior", "posterior_predictive", "log_likelihood", "observed_data"):
        assert tree[group]["model"].to_numpy().tolist() == list(MODELS)
    assert sorted(tree["constant_data"]["model"].to_numpy()) == sorted(MODELS)  # in an order of their own


def test_observed_and_constant_data_are_the_counts(tree):
    right = tree["observed_data"]["right"].sel(model=list(MODELS), question=QUESTIONS)
    np.testing.assert_array_equal(right.transpose("model", "question"), answers(0).sum(axis=2))
    assert (tree["constant_data"]["right_trials"] == N_TRIALS).all()


def test_the_log_likelihood_is_that_of_each_cell(tree):
    ability, difficulty = (tree["posterior"][name] for name in ("ability", "difficulty"))
    chance = 1 / (1 + np.exp(-(ability - difficulty)))
    expected = stats.binom.logpmf(tree["observed_data"]["right"], N_TRIALS, chance.transpose(..., "model", "question"))
    np.testing.assert_allclose(tree["log_likelihood"]["right"], expected, rtol=1e-9)


def test_the_log_prior_is_that_of_the_free_variables(tree):
    posterior, log_prior = tree["posterior"], tree["log_prior"]
    expected = stats.norm.logpdf(
        posterior["difficulty"],
        posterior["difficulty_mean"].to_numpy()[..., None],
        posterior["difficulty_spread"].to_numpy()[..., None],
    )
    np.testing.assert_allclose(log_prior["difficulty"], expected, rtol=1e-9)
    np.testing.assert_allclose(log_prior["difficulty_mean"], stats.norm.logpdf(posterior["difficulty_mean"], 0, 1.5))


def test_predictions_are_outcomes_that_could_have_been(tree):
    predicted, observed = tree["posterior_predictive"]["right"], tree["observed_data"]["right"]
    assert ((predicted >= 0) & (predicted <= N_TRIALS) & (predicted == predicted.round())).all()
    # Of 18 cells nearly all lie within what the fitted program foretells; the prior foretells nothing of them.
    low, high = predicted.quantile([0.005, 0.995], dim=("chain", "draw"))
    assert ((observed >= low) & (observed <= high)).sum() >= 17
    assert tree["prior_predictive"]["right"].mean().item() == pytest.approx(N_TRIALS / 2, abs=0.5)


def test_arviz_summarises_it(tree):
    table = az.summary(tree, var_names=["ability"], ci_prob=0.95)
    assert list(table.index) == [f"ability[{model}]" for model in MODELS]
    assert table["mean"].iloc[0] > table["mean"].iloc[2]


def test_arviz_leaves_cells_out(tree):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", category=UserWarning)  # five trials in a cell weigh much, as ArviZ says
        found = az.loo(tree)
    assert (found.n_data_points, found.n_samples) == (18, 400)
    within = np.log(np.exp(tree["log_likelihood"]["right"]).mean(dim=("chain", "draw"))).sum().item()
    assert found.elpd < within < 0  # what is left out is foretold worse than what is known


def test_arviz_powers_prior_and_likelihood(tree):
    table = az.psense_summary(tree, var_names=["ability"])
    assert np.isfinite(table[["prior", "likelihood"]].to_numpy()).all()


def test_arviz_plots_it(tree):
    drawn = az.plot_forest(tree, var_names=["ability"], backend="matplotlib").viz
    plt.close(drawn["figure"].item())
    assert drawn["point_estimate"]["ability"]["model"].to_numpy().tolist() == list(MODELS)


def test_other_data_of_this_shape_need_no_compiler(fitted, monkeypatch):
    monkeypatch.setattr("nutpie.compile_pymc_model", None)
    other = fit(simulated(1), "rasch", inference="nuts", draws=100, random_seed=1)
    right = {name: node["observed_data"]["right"].sum("question") for name, node in
             (("first", fitted.posterior), ("other", other.posterior))}  # fmt: skip
    assert not right["first"].equals(right["other"])
    # The posterior is that of these data: the model with more right answers has more ability.
    ability = other.posterior["posterior"]["ability"].mean(dim=("chain", "draw"))
    assert (np.argsort(ability.to_numpy()) == np.argsort(right["other"].to_numpy(), kind="stable")).all()


def drawn(model, n_draws=3):
    """Return a posterior of a program of these draws, two chains of them."""
    free = sum(np.size(value) for value in model.initial_point().values())
    values = variables_at(model, np.random.default_rng(0).normal(size=(2 * n_draws, free)))
    return xr.Dataset(
        {"score": (("chain", "draw", "model"), values["score"].reshape(2, n_draws, -1))},
        coords={"model": list(model.coords["model"])},
    )


def test_what_is_no_likelihood_of_observations_has_no_group():
    model = right_shares(Rights((3, 1), 4))
    found = groups_beside(model, drawn(model), comparable=False, random_seed=0)
    assert "log_likelihood" not in found
    assert {"posterior_predictive", "log_prior", "prior"} <= set(found)


def test_predictions_that_would_fill_the_memory_are_left_out(monkeypatch):
    model = normal_means(Values(np.zeros((2, 3))))
    monkeypatch.setattr(groups, "MOST_VALUES", 6 * 6 - 1)  # 6 draws of 6 values
    found = groups_beside(model, drawn(model), comparable=True, random_seed=0)
    assert not found.keys() & {"log_likelihood", "posterior_predictive"}
    assert {"log_prior", "prior", "observed_data"} <= set(found)
    monkeypatch.setattr(groups, "MOST_VALUES", 6 * 6)
    assert "log_likelihood" in groups_beside(model, drawn(model), comparable=True, random_seed=0)


def test_the_seed_decides_the_predictions():
    model = right_shares(Rights((3, 1), 4))
    one, same, other = (
        groups_beside(model, drawn(model), comparable=False, random_seed=seed)["posterior_predictive"]["y"]
        for seed in (1, 1, 2)
    )
    assert one.equals(same)
    assert not one.equals(other)


def test_variables_with_a_density_alone_are_not_drawn():
    def log_density(value, centre):
        return -((value - centre) ** 2) / 2

    with pm.Model(coords={"model": ["a", "b"]}) as flat:
        score = pm.Flat("score", dims="model")
        pm.Normal("y", score, observed=np.zeros(2), dims="model")
    found = groups_beside(flat, drawn(flat), comparable=True, random_seed=0)
    assert not found.keys() & {"prior", "prior_predictive"}
    assert {"posterior_predictive", "log_likelihood", "log_prior"} <= set(found)  # given the scores, y can be drawn
    assert (found["log_prior"]["score"] == 0).all()
    (told,) = undrawn_doubts(found)
    assert told.startswith("the model has a variable that cannot be drawn from")
    with pm.Model(coords={"model": ["a", "b"]}) as custom:
        score = pm.Normal("score", dims="model")
        pm.CustomDist("y", score, logp=log_density, observed=np.zeros(2), dims="model")
    found = groups_beside(custom, drawn(custom), comparable=True, random_seed=0)
    assert not found.keys() & {"prior", "prior_predictive", "posterior_predictive"}
    assert {"log_likelihood", "log_prior"} <= set(found)
    model = right_shares(Rights((3, 1), 4))
    assert undrawn_doubts(groups_beside(model, drawn(model), comparable=True, random_seed=0)) == []
