"""Two-parameter logistic with abilities integrated out: its density against SciPy, what fixed slopes reduce it to."""

import numpy as np
import pytest
from scipy import integrate, stats

from bayesrank import DataError, NotIdentifiedError, Outcomes
from bayesrank.programs.item_response import marginal_rasch, marginal_two_pl
from bayesrank.statistics.outcome_counts import count_outcomes
from tests.outcome_stacks import NAN, by_name, counts_of
from tests.program_density import gradient_is_finite, log_density

TENSOR = np.random.default_rng(6).integers(0, 2, (5, 3, 4)).astype(float)
TENSOR[1, 2] = NAN
VALUES = {
    "ability_spread": 0.8,
    "easiness": np.array([0.5, -1.0, 2.0]),
    "easiness_mean": 0.3,
    "easiness_spread": 1.7,
    "log_discrimination": np.array([0.4, -0.1, -0.3]),
    "discrimination_spread": 0.5,
}


def test_likelihood_is_the_integral():
    counts = counts_of(TENSOR)
    total = 0.0
    for right, trials in zip(counts.counts[:, :, 1], counts.n_trials, strict=True):

        def density(ability, right=right, trials=trials):
            logit = np.exp(VALUES["log_discrimination"]) * ability + VALUES["easiness"]
            chance = 1 / (1 + np.exp(-logit))
            return stats.norm.pdf(ability, 0, 0.8) * stats.binom.pmf(right, trials, chance).prod()

        total += np.log(integrate.quad(density, -9, 9, points=[0.0])[0])
    model = marginal_two_pl.marginal_two_pl(counts)
    assert log_density(model, VALUES, ["right"]) == pytest.approx(total, abs=1e-7)
    assert gradient_is_finite(model, VALUES)


def test_priors_are_those_of_two_pl():
    # LogNormal spreads, normal easiness about its mean, contrasts of log slopes in M - 1 = 2 dimensions.
    model = marginal_two_pl.marginal_two_pl(counts_of(TENSOR))
    names = [variable.name for variable in model.free_RVs]
    expected = sum(stats.lognorm.logpdf(s, 0.5, scale=m) for s, m in ((0.8, 1.0), (1.7, 2.0), (0.5, 0.3)))
    expected += stats.norm.logpdf(0.3, 0, 1.5) + stats.norm.logpdf(VALUES["easiness"], 0.3, 1.7).sum()
    expected += -0.5 * (VALUES["log_discrimination"] ** 2).sum() / 0.25 - 2 * np.log(0.5 * np.sqrt(2 * np.pi))
    assert log_density(model, VALUES, names) == pytest.approx(expected, abs=1e-7)


def test_equal_slopes_score_as_rasch():
    counts = counts_of(TENSOR)
    draws = {
        "ability_spread": np.array([0.8]), "easiness": np.array([[0.5, -1.0, 2.0]]), "discrimination": np.ones((1, 3)),
        "easiness_mean": np.array([0.3]), "easiness_spread": np.array([1.7]), "discrimination_spread": np.array([1e-9]),
        "difficulty": np.array([[-0.5, 1.0, -2.0]]), "difficulty_mean": np.array([-0.3]),
        "difficulty_spread": np.array([1.7]),
    }  # fmt: skip
    for target in ("ability", "benchmark", "population"):
        found = marginal_two_pl.score(counts, draws, target, np.random.default_rng(0))
        expected = marginal_rasch.score(counts, draws, target, np.random.default_rng(0))
        np.testing.assert_allclose(found, expected, atol=1e-9)


def test_slopes_weigh_answers():
    # One right answer of two: on the steep question it says more than on the flat one. z has posterior mean of the sign
    # of the difference of slopes, by symmetry of the likelihood under exchange of right and wrong.
    counts = counts_of([[1, 0], [0, 1]])
    steep_first = {"p": 2.0, "q": 0.5}
    draws = {
        "ability_spread": np.ones(1), "easiness": np.zeros((1, 2)),
        "discrimination": np.array([[steep_first[question] for question in counts.questions]]),
    }  # fmt: skip
    repeated = {name: np.repeat(value, 500, axis=0) for name, value in draws.items()}
    drawn = marginal_two_pl.score(counts, repeated, "ability", np.random.default_rng(0))
    scores = by_name(counts, drawn.mean(axis=0))
    assert scores["a"] == pytest.approx(-scores["b"], abs=1e-6)
    assert scores["a"] > 0.3
    cells = marginal_two_pl.cells(counts, repeated, np.random.default_rng(0))
    log_odds = np.log(cells[:, :, counts.questions.index("p"), 1] / cells[:, :, counts.questions.index("p"), 0])
    np.testing.assert_allclose(log_odds, 2 * drawn, atol=1e-9)


def test_options():
    scales = {"easiness_scale": 3.0, "discrimination_scale": 0.7}
    model = marginal_two_pl.marginal_two_pl(counts_of(TENSOR), **scales)
    names = {variable.name for variable in model.free_RVs}
    assert names == {"ability_spread", "easiness", "easiness_mean", "log_discrimination"}
    two = marginal_two_pl.marginal_two_pl(counts_of(TENSOR[:2]), spread_median=1.5)
    assert two["ability_spread"].get_value() == 1.5
    fixed = {"easiness": np.zeros((2_000, 3)), "discrimination": np.ones((2_000, 3))}
    counts = counts_of([[1, 1, 1], [0, 1, 0]])  # 3/2 above, 1/2 below what is expected at ability 0
    narrow = marginal_two_pl.score(counts, fixed, "ability", np.random.default_rng(0), spread_median=1e-3)
    # spread^2 times the slope of the log likelihood at 0
    assert by_name(counts, narrow.mean(axis=0)) == pytest.approx({"a": 1.5e-6, "b": -0.5e-6}, abs=1e-8)


def test_what_it_cannot_read_or_identify():
    with pytest.raises(DataError, match="data for 'marginal_two_pl' must have no prior outcomes"):
        marginal_two_pl.marginal_two_pl(count_outcomes(Outcomes.from_array([[1, 0], [0, 1]], prior=[[1], [0]])))
    with pytest.raises(NotIdentifiedError, match="'p' right every time"):
        marginal_two_pl.identified(counts_of([[1, 0], [1, 1]]))


def test_doubts_are_told():
    assert marginal_two_pl.doubts(counts_of(TENSOR), "benchmark")[0].startswith("6.7% of the cells are missing")
