"""The power prior against its density in SciPy, its closed forms, and what it must tell."""

import numpy as np
import pytest
from scipy import integrate, stats
from scipy.special import expit

from bayesrank import DataError, Outcomes
from bayesrank.programs.outcomes import bayes, power_prior
from bayesrank.statistics.outcome_counts import count_outcomes


def simulated(n_categories=2, seed=1, shape=(3, 5, 2)):
    rng = np.random.default_rng(seed)
    weights = (np.arange(n_categories) / (n_categories - 1)).tolist()
    outcomes = rng.integers(0, n_categories, shape).astype(float)
    outcomes[0, 0] = np.nan
    prior = rng.integers(0, n_categories, (*shape[:2], 1))
    return count_outcomes(Outcomes.from_array(outcomes, weights=weights, prior=prior))


@pytest.mark.parametrize(("n_categories", "weight_of"), [(2, "all"), (3, "all"), (3, "each")])
def test_density_is_that_of_scipy(n_categories, weight_of):
    counts = simulated(n_categories)
    model = power_prior.power_prior(counts, weight_of=weight_of)
    logit = np.array([-0.4, 0.3, 1.1]) if weight_of == "each" else np.array(0.3)
    share = expit(logit)
    weight = np.broadcast_to(share / (1 - share), 3)
    prior = stats.beta.logpdf(share, 0.5, 1).sum() + np.log(share * (1 - share)).sum()  # and the logit's Jacobian
    likelihood = sum(
        stats.dirichlet_multinomial.logpmf(
            cell.astype(int), 1 + weight[model_index] * counts.prior_counts[model_index, question], int(cell.sum())
        )
        for model_index, row in enumerate(counts.counts)
        for question, cell in enumerate(row)
    )
    point = {"prior_share_logodds__": logit}
    assert model.compile_logp(mode="FAST_COMPILE")(point) == pytest.approx(prior + likelihood, abs=1e-9)
    assert np.isfinite(model.compile_dlogp(mode="FAST_COMPILE")(point)).all()


def test_a_fixed_weight_is_bayes_with_as_many_prior_outcomes():
    # One question, outcome right, prior outcome wrong, weight 1/2: Beta(2, 1.5), mean 4/7, variance mean (3/7) / 4.5.
    counts = count_outcomes(Outcomes.from_array([[1]], prior=[[0]]))
    moments = power_prior.moments(counts, prior_weight=0.5)
    assert moments.mean[0] == pytest.approx(4 / 7, abs=1e-14)
    assert moments.standard_deviation[0] == pytest.approx(np.sqrt(4 / 7 * 3 / 7 / 4.5), abs=1e-14)
    twice = simulated()
    whole, of_bayes = power_prior.moments(twice, prior_weight=1.0), bayes.moments(twice)
    np.testing.assert_allclose(whole.mean, of_bayes.mean, atol=1e-14)
    np.testing.assert_allclose(whole.standard_deviation, of_bayes.standard_deviation, atol=1e-14)
    model = power_prior.power_prior(twice, prior_weight=0.5)
    np.testing.assert_array_equal(model["prior"].get_value(), 1 + twice.prior_counts / 2)


def test_mean_over_the_weight():
    # One cell, right, prior right: E[p given a] = (2 + a) / (3 + a); the density of v is 1 / (2 - v^2), with
    # a = v^2 / (1 - v^2).
    counts = count_outcomes(Outcomes.from_array([[1]], prior=[[1]]))

    def density(v):
        return 1 / (2 - v**2)

    def mean(v):
        return (2 * (1 - v**2) + v**2) / (3 * (1 - v**2) + v**2)

    total = integrate.quad(density, 0, 1)[0]
    expected = integrate.quad(lambda v: density(v) * mean(v), 0, 1)[0] / total
    assert power_prior.moments(counts).mean[0] == pytest.approx(expected, abs=1e-5)  # of the grid's midpoints


@pytest.mark.parametrize(("n_categories", "options"), [(2, {}), (3, {"weight_of": "each"}), (2, {"prior_weight": 0.7})])
def test_exact_draws_have_the_moments(n_categories, options):
    # 40,000 draws of 3 models: 5 standard errors of means and of standard deviations.
    counts = simulated(n_categories)
    draws = power_prior.exact(counts, 40_000, np.random.default_rng(2), **options)["score"]
    moments = power_prior.moments(counts, **options)
    error = moments.standard_deviation / np.sqrt(len(draws))
    assert np.all(np.abs(draws.mean(axis=0) - moments.mean) < 5 * error)
    assert np.all(np.abs(draws.std(axis=0) - moments.standard_deviation) < 5 * error / np.sqrt(2))


def test_scores_given_the_weight():
    # Weight 2 of one wrong prior outcome beside one right trial: Beta(2, 3), mean 2/5, variance 2 * 3 / (25 * 6) = .04
    counts = count_outcomes(Outcomes.from_array([[1]], prior=[[0]]))
    draws = {"prior_weight": np.full(20_000, 2.0)}
    scores = power_prior.score(counts, draws, "benchmark", np.random.default_rng(0))
    assert scores.mean() == pytest.approx(0.4, abs=5 * 0.2 / np.sqrt(20_000))
    known = power_prior.score(counts, {"score": np.array([[0.5]])}, "benchmark", np.random.default_rng(0))
    assert known == 0.5  # of bayes, whose program has its score
    assert power_prior.variates(counts) == 2


def test_each_model_draws_with_its_own_weight():
    prior = np.array([[[1.0], [0.0]], [[0.0], [1.0]]])
    counts = count_outcomes(Outcomes.from_array([[1, 0], [1, 0]], prior=prior, models=["agrees", "differs"]))
    draws = power_prior.exact(counts, 4_000, np.random.default_rng(0), weight_of="each")
    median = dict(zip(counts.models, np.median(draws["prior_weight"], axis=0), strict=True))
    assert median["agrees"] > 2 * median["differs"]
    assert power_prior.exact(counts, 10, np.random.default_rng(0))["prior_weight"].shape == (10,)


def test_a_missing_cell_says_nothing_of_the_weight():
    outcomes = np.array([[1.0, np.nan], [0.0, 1.0]])
    prior = np.array([[[1.0], [0.0]], [[0.0], [1.0]]])
    without = prior.copy()
    without[0, 1] = np.nan
    found = [
        power_prior.exact(
            count_outcomes(Outcomes.from_array(outcomes, prior=given, models=["a", "b"])), 100, np.random.default_rng(0)
        )["prior_weight"]
        for given in (prior, without)
    ]
    np.testing.assert_array_equal(*found)


def test_prior_outcomes_that_foretell_nothing_are_told():
    outcomes = np.tile([[1.0, 0.0]], (2, 40))
    counts = count_outcomes(Outcomes.from_array(outcomes, prior=np.ones((80, 1))))
    assert "prior outcomes foretell the outcomes badly" in power_prior.doubts(counts, "benchmark")[0]
    prior = np.ones((2, 80, 1))
    prior[0, :, 0] = outcomes[0]
    counts = count_outcomes(Outcomes.from_array(outcomes, prior=prior, models=["a", "b"]))
    assert "prior outcomes of 'b' foretell" in power_prior.doubts(counts, "benchmark", weight_of="each")[0]


def test_prior_outcomes_that_agree_about_questions_alone_are_told():
    # Hard and easy questions alike, on two of twenty of which the prior outcomes praise the other model.
    outcomes = np.zeros((2, 20))
    outcomes[:, :10] = 1
    prior = outcomes[:, :, None].copy()
    outcomes[0, 10:12] = 1
    prior[1, 10:12] = 1
    counts = count_outcomes(Outcomes.from_array(outcomes, prior=prior))
    assert "for they agree on how hard the questions are, but score" in power_prior.doubts(counts, "benchmark")[0]
    assert "have a weight of 1.00, for" in power_prior.doubts(counts, "benchmark", prior_weight=1.0)[0]
    agreeing = count_outcomes(Outcomes.from_array(outcomes, prior=outcomes[:, :, None]))
    assert len(power_prior.doubts(agreeing, "benchmark")) == 1
    assert "differs from bayes in the prior outcomes alone" in power_prior.doubts(agreeing, "benchmark")[0]


def test_what_it_cannot_read_is_refused():
    plain = count_outcomes(Outcomes.from_array([[1, 0], [0, 0]]))
    with pytest.raises(DataError, match="data for 'power_prior' must have prior outcomes; got none"):
        power_prior.power_prior(plain)
    with pytest.raises(DataError, match="power_prior must have outcomes in categories; got fractions"):
        power_prior.exact(count_outcomes(Outcomes.from_array([[0.5, 1], [0, 1]], prior=[[1], [0]])), 10, None)
    counts = simulated()
    with pytest.raises(ValueError, match="weight_of must be one of all, each; got 'none'"):
        power_prior.power_prior(counts, weight_of="none")
    with pytest.raises(ValueError, match="prior_weight must be positive and finite; got -1"):
        power_prior.moments(counts, prior_weight=-1)


def test_cells_given_the_weight():
    # Weight 2 of one wrong prior outcome beside one right trial: Beta(2, 3), mean 2/5, variance .04; and 0: Beta(2, 1).
    counts = count_outcomes(Outcomes.from_array([[1], [1]], prior=[[0]], models=["a", "b"]))
    draws = {"score": np.zeros((20_000, 2)), "prior_weight": np.tile([2.0, 0.0], (20_000, 1))}
    cells = power_prior.cells(counts, draws, np.random.default_rng(0))
    error = 5 * np.sqrt(1 / 18 / 20_000)
    np.testing.assert_allclose(cells[:, :, 0, 1].mean(axis=0), [2 / 5, 2 / 3], atol=error)
    shared = power_prior.cells(counts, {"score": np.zeros((20_000, 2))}, np.random.default_rng(0), prior_weight=2.0)
    np.testing.assert_allclose(shared[:, :, 0, 1].mean(axis=0), [2 / 5, 2 / 5], atol=error)
