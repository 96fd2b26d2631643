"""Commensurate Rasch: its density against SciPy, and what it must tell."""

import numpy as np
import pytest
from scipy import stats
from scipy.special import expit

from bayesrank import DataError, NotIdentifiedError, Outcomes
from bayesrank.programs.item_response.commensurate_rasch import PROGRAM, commensurate_rasch, doubts, identified
from bayesrank.statistics.outcome_counts import count_outcomes


def simulated(n_models=4, seed=0):
    rng = np.random.default_rng(seed)
    outcomes = rng.integers(0, 2, (n_models, 6, 3)).astype(float)
    outcomes[0, 1] = np.nan
    prior = rng.integers(0, 2, (n_models, 6, 1)).astype(float)
    prior[1, 2] = np.nan
    return count_outcomes(Outcomes.from_array(outcomes, prior=prior))


def test_density_is_that_of_scipy():
    counts = simulated()
    model = commensurate_rasch(counts)
    rng = np.random.default_rng(1)
    point = {name: rng.normal(0, 0.5, np.shape(value)) for name, value in model.initial_point().items()}
    named = model.compile_fn(
        [
            model.rvs_to_transforms[model[name]].backward(model.rvs_to_values[model[name]])
            for name in ("ability", "prior_deviation")
        ],
        inputs=model.value_vars,
        mode="FAST_COMPILE",
        on_unused_input="ignore",
    )
    ability, deviation = named(point)
    assert ability.sum() == pytest.approx(0, abs=1e-12)
    spread, hard, sharp, prior_spread = (
        np.exp(point[f"{name}_log__"])
        for name in ("ability_spread", "difficulty_spread", "prior_sharpness", "prior_spread")
    )
    share = expit(point["alignment_share_logodds__"])
    alignment = 2 * share - 1
    difficulty, shift = point["difficulty"], point["prior_shift"]
    prior_ability = prior_spread * (alignment * ability / spread + np.sqrt(1 - alignment**2) * deviation)
    trials, prior_trials = counts.n_trials, counts.prior_counts.sum(axis=2)
    chance = expit(ability[:, None] - difficulty)
    prior_chance = expit(sharp * (prior_ability[:, None] - difficulty) + shift)
    terms = [
        stats.binom.logpmf(counts.counts[:, :, 1], trials, chance),
        stats.binom.logpmf(counts.prior_counts[:, :, 1], prior_trials, prior_chance),
        stats.norm.logpdf(difficulty, point["difficulty_mean"], hard),
        stats.norm.logpdf(point["difficulty_mean"], 0, 1.5),
        # on the plane of vectors that sum to zero, of 3 dimensions
        stats.norm.logpdf(np.linalg.norm(ability) / spread) - 2 * np.log(np.sqrt(2 * np.pi)) - 3 * np.log(spread),
        stats.norm.logpdf(np.linalg.norm(deviation)) - 2 * np.log(np.sqrt(2 * np.pi)),
        stats.norm.logpdf(point["ability_spread_log__"], 0, 0.5),
        stats.norm.logpdf(point["difficulty_spread_log__"], np.log(2), 0.5),
        stats.norm.logpdf(point["prior_sharpness_log__"], 0, 0.7),
        stats.norm.logpdf(point["prior_spread_log__"], 0, 0.5),
        stats.norm.logpdf(shift, 0, 1),
        stats.beta.logpdf(share, 2, 2) + np.log(share * (1 - share)),
    ]
    expected = sum(np.sum(term) for term in terms)
    assert model.compile_logp(mode="FAST_COMPILE")(point) == pytest.approx(expected, abs=1e-8)
    assert np.isfinite(model.compile_dlogp(mode="FAST_COMPILE")(point)).all()


def test_cells_without_trials_add_nothing():
    counts = simulated()
    model = commensurate_rasch(counts)
    pointwise = model.compile_fn(
        model.logp(vars=model.observed_RVs, sum=False),
        inputs=model.value_vars,
        mode="FAST_COMPILE",
        on_unused_input="ignore",
    )(model.initial_point())
    for density, trials in zip(pointwise, (counts.n_trials, counts.prior_counts.sum(axis=2)), strict=True):
        assert (trials == 0).sum() == 1
        assert (density[trials == 0] == 0).all()
        assert (density[trials > 0] < 0).all()


def test_scores_are_those_of_rasch():
    # One draw: abilities 1 and -1, difficulties 0: accuracies sigmoid(1) = .7310586 and its complement.
    counts = count_outcomes(Outcomes.from_array([[1, 0], [0, 1]], prior=[[1], [0]]))
    draws = {"ability": np.array([[1.0, -1.0]]), "difficulty": np.zeros((1, 2))}
    found = PROGRAM.scores_of(counts, draws, "benchmark", np.random.default_rng(0))
    np.testing.assert_allclose(found, [[0.7310585786, 0.2689414214]], atol=1e-9)
    assert list(PROGRAM.scores) == ["benchmark", "population", "ability"]


def test_few_models_teach_no_alignment():
    assert "3 models have outcomes and prior outcomes, too few" in doubts(simulated(3), "benchmark")[-1]
    assert not any("too few" in told for told in doubts(simulated(4), "benchmark"))


def test_without_prior_outcomes_it_is_refused():
    with pytest.raises(DataError, match="data for 'commensurate_rasch' must have prior outcomes; got none"):
        commensurate_rasch(count_outcomes(Outcomes.from_array([[1, 0], [0, 1]])))


def test_maximum_likelihood_is_refused():
    with pytest.raises(NotIdentifiedError, match="prior outcomes must inform abilities by the distribution of both"):
        identified(simulated())
