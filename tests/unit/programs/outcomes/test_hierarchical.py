"""The Dirichlet-multinomial program: its density against SciPy, its predictions, and one real fit."""

import numpy as np
import pytest
from scipy import stats

from bayesrank import DataError, Outcomes, fit
from bayesrank.programs.outcomes import hierarchical
from bayesrank.statistics.outcome_counts import count_outcomes
from tests.outcome_stacks import counts_of


def test_distinct_cells_keep_every_cell():
    # Model a: counts (1 wrong, 1 right) twice and (0, 2) once; model b: (2, 0) once, two cells missing.
    tensor = np.full((2, 3, 2), np.nan)
    tensor[0] = [[0, 1], [1, 0], [1, 1]]
    tensor[1, 0] = [0, 0]
    cells = hierarchical._distinct_cells(count_outcomes(Outcomes.from_array(tensor)))
    assert sorted(zip(cells.counts.tolist(), cells.number, strict=True)) == [([0, 2], 1), ([1, 1], 2), ([2, 0], 1)]


@pytest.mark.parametrize("n_categories", [2, 3])
def test_likelihood_is_dirichlet_multinomial(n_categories):
    # SciPy's dirichlet_multinomial (betabinom for two categories) summed over all cells, at a random point.
    rng = np.random.default_rng(2)
    weights = np.arange(n_categories) / (n_categories - 1)
    outcomes = Outcomes.from_array(rng.integers(0, n_categories, (4, 5, 3)), weights=weights.tolist())
    counts = count_outcomes(outcomes)
    model = hierarchical.hierarchical(counts)
    point = {name: value + rng.normal(0, 0.5, np.shape(value)) for name, value in model.initial_point().items()}
    log_likelihood = float(model.compile_logp(vars=model.observed_RVs)(point))
    by_values = model.replace_rvs_by_values([model["category_mean"], model["concentration"]])
    mean, concentration = model.compile_fn(by_values, inputs=model.value_vars, on_unused_input="ignore")(point)
    expected = sum(
        stats.dirichlet_multinomial.logpmf(cell.astype(int), concentration[index] * mean[index], int(cell.sum()))
        for index in range(4)
        for cell in counts.counts[index]
    )
    assert log_likelihood == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize("n_models", [2, 5])
def test_density_has_a_finite_gradient_and_abilities_are_identified(n_models):
    outcomes = Outcomes.from_array(np.eye(n_models, 6)[:, :, None])
    model = hierarchical.hierarchical(count_outcomes(outcomes))
    point = model.initial_point()
    assert np.isfinite(model.compile_logp(mode="FAST_COMPILE")(point))
    assert np.isfinite(model.compile_dlogp(mode="FAST_COMPILE")(point)).all()
    assert model["ability"].eval().sum() == pytest.approx(0, abs=1e-12)
    assert ("ability_spread" in [variable.name for variable in model.free_RVs]) == (n_models > 3)


def test_scores_given_the_parameters():
    # mu = (.5, .5), kappa = 2 is the uniform prior, so that scores on these questions are those of bayes: with one
    # right trial each, E = 2/3; on questions like these w . mu = 1/2 in every draw.
    counts = count_outcomes(Outcomes.from_array(np.ones((2, 30, 1))))
    draws = {"category_mean": np.full((4_000, 2, 2), 0.5), "concentration": np.full((4_000, 2), 2.0)}
    on_these = hierarchical.score(counts, draws, "benchmark", np.random.default_rng(0))
    # sd of a draw sqrt((1/18) / 30) = .043, so 5 standard errors of the mean of 4,000 are .0034
    assert np.abs(on_these.mean(axis=0) - 2 / 3).max() < 0.0034
    assert (hierarchical.score(counts, draws, "population", np.random.default_rng(0)) == 0.5).all()


def test_scores_of_three_categories():
    # Dirichlet(1, 1, 1) updated by one trial in category 2: expected shares (1, 1, 2)/4, utility .25 * .5 + .5 = .625.
    outcomes = Outcomes.from_array(np.full((2, 20, 1), 2), weights=[0, 0.5, 1])
    draws = {"category_mean": np.full((4_000, 2, 3), 1 / 3), "concentration": np.full((4_000, 2), 3.0)}
    scores = hierarchical.score(count_outcomes(outcomes), draws, "benchmark", np.random.default_rng(0))
    # variance of a cell: (.25 * .25 + .5 - .625**2) / 5 = .0344; 5 standard errors of 4,000 draws of 20 cells: .0033
    assert np.abs(scores.mean(axis=0) - 0.625).max() < 0.0033


def test_fractions_and_priors_are_refused():
    with pytest.raises(DataError, match="hierarchical must have outcomes in categories; got fractions"):
        fit(Outcomes.from_array([[0.5, 1.0], [0.2, 0.0]]), "hierarchical")
    with pytest.raises(DataError, match="data for 'hierarchical' must have no prior outcomes"):
        fit(Outcomes.from_array([[1, 0], [0, 0]], prior=[[1], [1]]), "hierarchical")


def test_what_it_leaves_out_is_told():
    tensor = np.array([[1.0, np.nan], [0.0, 1.0]])
    outcomes = Outcomes.from_array(tensor, question_metadata={"cluster": ["c", "c"]})
    told = " ".join(hierarchical.doubts(count_outcomes(outcomes), "population"))
    assert "25.0% of the cells are missing" in told
    assert "keeps clusters" in told


def test_a_real_fit_recovers_both_targets():
    # Ten models with known Beta(6 mu, 6 (1 - mu)) questions, 40 questions, 2 trials. In 20 intervals (10 a target) at
    # 95 % nominal, 14 or fewer hits have probability 3e-4 under independence.
    rng = np.random.default_rng(8)
    mean = np.linspace(0.2, 0.8, 10)
    p = rng.beta(6 * mean[:, None], 6 * (1 - mean[:, None]), size=(10, 40))
    outcomes = Outcomes.from_array(rng.random((10, 40, 2)) < p[:, :, None])
    fitted = fit(outcomes, "hierarchical", random_seed=1)
    assert fitted.target == "benchmark"
    assert fitted.warnings == ()
    names = list(count_outcomes(outcomes).models)
    posterior = fitted.posterior["posterior"].to_dataset().sel(model=names).stack(sample=("chain", "draw"))
    draws = {"category_mean": posterior["category_mean"].transpose("sample", "model", "category").to_numpy()}
    new = hierarchical.score(count_outcomes(outcomes), draws | {"concentration": None}, "population", rng)
    place = [names.index(model) for model in outcomes.models]
    hits = 0
    for scores, truth in ((fitted.draws, p.mean(axis=1)), (new[:, place], mean)):
        lower, upper = np.quantile(scores, [0.025, 0.975], axis=0)
        hits += int(((lower < truth) & (truth < upper)).sum())
    assert hits > 14
    assert set(fitted.posterior["posterior"].data_vars) >= {"score", "ability", "concentration", "category_mean"}


def test_cells_given_the_parameters():
    # mu = (.5, .5), kappa = 2 and one right trial: Beta(2, 1), mean 2/3, variance 1/18; without a trial uniform.
    counts = count_outcomes(Outcomes.from_array([[1.0, 1.0], [1.0, np.nan]], models=["a", "b"]))
    draws = {"category_mean": np.full((20_000, 2, 2), 0.5), "concentration": np.full((20_000, 2), 2.0)}
    cells = hierarchical.cells(counts, draws, np.random.default_rng(0))
    np.testing.assert_allclose(cells.sum(axis=-1), 1, atol=1e-12)
    expected = np.where(counts.n_trials > 0, 2 / 3, 1 / 2)
    # the larger deviation, sqrt(1/12), by 5 standard errors of 20,000 draws
    np.testing.assert_allclose(cells[..., 1].mean(axis=0), expected, atol=5 * np.sqrt(1 / 12 / 20_000))


def test_what_is_left_to_the_prior_is_said():
    def told(answers):
        return " ".join(hierarchical.doubts(counts_of(answers), "benchmark"))

    assert told([[[1, 0], [1, 1]], [[0, 1], [0, 0]]]) == ""
    assert "there is one question" in told([[[1, 0, 1]], [[0, 1, 0]]])
    assert "there is one trial of each question" in told([[1, 0, 1], [0, 1, 0]])
    unanimous = told([[[1, 1], [1, 1]], [[0, 1], [0, 0]]])
    assert unanimous == "'a' had one outcome every time: how often there are others is told by the prior alone."
