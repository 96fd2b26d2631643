"""The population program against Beta posteriors, its closed form, and its own PyMC program under NUTS."""

import numpy as np
import pytest
from scipy import stats

from bayesrank import DataError, Outcomes, fit
from bayesrank.programs.outcomes import population
from bayesrank.statistics.outcome_counts import count_outcomes


def draws_of(outcomes, n_draws=40_000, seed=1):
    return population.exact(count_outcomes(outcomes), n_draws, np.random.default_rng(seed))


def binary(right, questions, repeats=1):
    """One model that gets the first ``right`` questions right in every trial."""
    tensor = np.zeros((1, questions, repeats))
    tensor[0, :right] = 1
    return Outcomes.from_array(tensor)


@pytest.mark.parametrize(("right", "questions"), [(18, 30), (0, 30), (30, 30), (1, 2), (0, 1)])
def test_one_binary_trial_is_the_beta_posterior(right, questions):
    # The Dirichlet process with two categories is Beta(1, 1): Beta(k + 1, M - k + 1). Kolmogorov-Smirnov on 40,000
    # independent draws; five cases at p > 1e-6 each.
    draws = draws_of(binary(right, questions))[:, 0]
    assert stats.kstest(draws, stats.beta(right + 1, questions - right + 1).cdf).pvalue > 1e-6


def test_18_of_30_and_repeats_that_are_no_new_questions():
    # Beta(19, 13): 2.5 % and 97.5 % at .42187 and .75465 (scipy.stats.beta.ppf). Standard error of these
    # quantiles with 40,000 draws: .0009 and .0008; bounds of 5.
    once = fit(binary(18, 30), random_seed=0).ranking()
    assert once["lower"][0] == pytest.approx(0.42187, abs=0.0045)
    assert once["upper"][0] == pytest.approx(0.75465, abs=0.0045)
    repeated = fit(binary(18, 30, repeats=80), random_seed=0).ranking()
    assert repeated["upper"][0] - repeated["lower"][0] == pytest.approx(once["upper"][0] - once["lower"][0], rel=0.03)
    on_these = fit(binary(18, 30, repeats=80), "bayes", random_seed=0).ranking()
    assert on_these["upper"][0] - on_these["lower"][0] < 0.05 * (once["upper"][0] - once["lower"][0])


def test_nothing_right_still_has_a_width():
    # Beta(1, 31): upper end 1 - .025 ** (1 / 31) = .11218; its standard error with 40,000 draws is
    # sqrt(.025 * .975 / 40000) / (31 * .025 ** (30 / 31)) = .0009.
    table = fit(binary(0, 30, repeats=8), random_seed=0).ranking()
    assert table["upper"][0] == pytest.approx(0.1122, abs=0.002 + 5 * 0.0009)
    assert 0 < table["lower"][0] < 0.002


def test_moments_worked_by_hand():
    # y = (1, 1/2, 0), binary, K = 2, T = 5: mean (1.5 + 2 * .5) / 5 = .5. U is uniform: variance 1/12, second
    # moment 1/3. Second moment of the score's atoms (1 + .25 + 2/3) / 5 = 23/60; between (1/12) * 4/25 = 1/75;
    # variance (23/60 - 1/4 - 1/75) / 6 + 1/75 = .02 + 1/75 = 1/30.
    counts = count_outcomes(Outcomes.from_array([[[1, 1], [1, 0], [0, 0]]]))
    moments = population.moments(counts)
    assert moments.mean[0] == pytest.approx(0.5, abs=1e-15)
    assert moments.standard_deviation[0] ** 2 == pytest.approx(1 / 30, abs=1e-15)


@pytest.mark.parametrize("weights", [None, [0.0, 0.2, 1.0], [-1.0, 0.5, 0.5, 2.0]])
def test_exact_draws_have_the_exact_moments(weights):
    # 40,000 draws, 3 models, bounds of 5 standard errors (of 6 for standard deviations, whose error grows with the
    # kurtosis); false alarms below 1e-5.
    rng = np.random.default_rng(12)
    outcomes = Outcomes.from_array(rng.integers(0, 2 if weights is None else len(weights), (3, 7, 2)), weights=weights)
    counts = count_outcomes(outcomes)
    draws = population.exact(counts, 40_000, np.random.default_rng(5))
    moments = population.moments(counts)
    error = moments.standard_deviation / np.sqrt(len(draws))
    assert np.all(np.abs(draws.mean(axis=0) - moments.mean) < 5 * error)
    assert np.all(np.abs(draws.std(axis=0) - moments.standard_deviation) < 6 * error / np.sqrt(2))


def test_models_stay_paired_on_questions():
    # b = a but for one question that b alone gets right: b is behind only through the prior share.
    a = np.tile([1.0, 0.0], 50)
    b = a.copy()
    b[1] = 1
    paired = fit(Outcomes.from_array([a, b], models=["a", "b"]), random_seed=0)
    # Given G = prior mass and independent U: b - a = (g_1 + G (U_b - U_a)) / (sum g + G), so
    # Pr(b > a) = Pr(g_1 > G (U_a - U_b)) = E exp(-G D+), D = U_a - U_b with density 1 - |d|, G ~ Gamma(2, 1):
    # 1/2 + integral_0^1 (1 - d) (1 + d)^-2 dd = 1/2 + 1 - log 2 = .80685.
    exact = 1.5 - np.log(2)
    found = paired.superiority().loc["b", "a"]
    assert found == pytest.approx(exact, abs=5 * np.sqrt(exact * (1 - exact) / 40_000))


def test_clusters_are_the_units():
    # 10 clusters of 4 equal questions carry what 10 questions do: Beta(6 + 1, 4 + 1). KS at p > 1e-6.
    right = np.repeat([1, 1, 1, 1, 1, 1, 0, 0, 0, 0], 4)
    outcomes = Outcomes.from_array(right[None, :], question_metadata={"cluster": np.repeat(list("abcdefghij"), 4)})
    assert stats.kstest(draws_of(outcomes)[:, 0], stats.beta(7, 5).cdf).pvalue > 1e-6


def test_missing_cells_are_left_out_and_told():
    # The second model was asked 10 of 20 questions, 6 right: Beta(7, 5), as if there were no others.
    tensor = np.array([[1.0, 0.0] * 10, [1.0] * 6 + [0.0] * 4 + [np.nan] * 10])
    outcomes = Outcomes.from_array(tensor, models=["all", "half"])
    fitted = fit(outcomes, random_seed=0)
    half = fitted.draws[:, fitted.models.index("half")]
    assert stats.kstest(half, stats.beta(7, 5).cdf).pvalue > 1e-6
    assert "coverage is unequal: between 50% ('half') and 100%" in fitted.warnings[0]
    assert "program='hierarchical'" in fitted.warnings[0]


def test_models_asked_different_questions_are_told_though_equally_many():
    tensor = np.array([[1.0, 1.0, np.nan, np.nan], [np.nan, np.nan, 0.0, 1.0]])
    assert "coverage is unequal" in fit(Outcomes.from_array(tensor), draws=100, random_seed=0).warnings[0]


def test_one_question_is_told():
    assert "one question" in fit(Outcomes.from_array([[1], [0]]), draws=100, random_seed=0).warnings[0]


def test_prior_outcomes_are_refused():
    outcomes = Outcomes.from_array([[1, 0]], prior=[[1], [1]])
    with pytest.raises(DataError, match="data for 'population' must have no prior outcomes"):
        fit(outcomes)


def test_nuts_on_the_program_finds_the_exact_posterior(assert_same_posterior):
    outcomes = Outcomes.from_array([[[1, 1], [1, 0], [0, 0], [1, 0]], [[1, 0], [0, 0], [np.nan, np.nan], [0, 1]]])
    reference = population.exact(count_outcomes(outcomes), 400_000, np.random.default_rng(0))
    assert_same_posterior(outcomes, "population", reference)
