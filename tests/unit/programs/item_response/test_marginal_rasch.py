"""Rasch with abilities integrated out: its density against SciPy, scores by hand."""

import numpy as np
import pytest
from scipy import integrate, stats

from bayesrank import DataError, NotIdentifiedError, Outcomes
from bayesrank.programs.item_response import marginal_rasch
from bayesrank.statistics.outcome_counts import count_outcomes
from tests.outcome_stacks import NAN, by_name, counts_of
from tests.program_density import gradient_is_finite, log_density

TENSOR = np.random.default_rng(6).integers(0, 2, (5, 3, 4)).astype(float)
TENSOR[1, 2] = NAN
VALUES = {
    "ability_spread": 0.8,
    "difficulty": np.array([0.5, -1.0, 2.0]),
    "difficulty_mean": 0.3,
    "difficulty_spread": 1.7,
}


def log_likelihood(counts, spread):
    """Integrate SciPy's binomial over Normal(0, spread), a model after the other."""
    total = 0.0
    for right, trials in zip(counts.counts[:, :, 1], counts.n_trials, strict=True):

        def density(ability, right=right, trials=trials):
            chance = 1 / (1 + np.exp(VALUES["difficulty"] - ability))
            return stats.norm.pdf(ability, 0, spread) * stats.binom.pmf(right, trials, chance).prod()

        total += np.log(integrate.quad(density, -12, 12, points=[0.0])[0])
    return total


def test_density_is_that_of_its_parts():
    counts = counts_of(TENSOR)
    model = marginal_rasch.marginal_rasch(counts)
    expected = stats.lognorm.logpdf(0.8, 0.5, scale=1.0) + stats.lognorm.logpdf(1.7, 0.5, scale=2.0)
    expected += stats.norm.logpdf(0.3, 0, 1.5) + stats.norm.logpdf(VALUES["difficulty"], 0.3, 1.7).sum()
    assert log_density(model, VALUES) == pytest.approx(log_likelihood(counts, 0.8) + expected, abs=1e-7)
    assert gradient_is_finite(model, VALUES)


def test_scales_fix_the_spreads():
    counts = counts_of(TENSOR)
    model = marginal_rasch.marginal_rasch(counts, ability_scale=1.5, difficulty_scale=3.0)
    assert {variable.name for variable in model.free_RVs} == {"difficulty", "difficulty_mean"}
    assert log_density(model, VALUES, ["right"]) == pytest.approx(log_likelihood(counts, 1.5), abs=1e-7)


def test_few_models_cannot_teach_a_spread():
    counts = counts_of(TENSOR[:3])
    model = marginal_rasch.marginal_rasch(counts, spread_median=1.5)
    assert "ability_spread" not in [variable.name for variable in model.free_RVs]
    draws = {"difficulty": np.zeros((2_000, 3))}
    found = marginal_rasch.score(counts, draws, "ability", np.random.default_rng(0), spread_median=1e-3).mean(axis=0)
    # spread^2 times the slope of the log likelihood at 0
    slope = counts.counts[:, :, 1].sum(axis=1) - counts.n_trials.sum(axis=1) / 2
    np.testing.assert_allclose(found, 1e-6 * slope, atol=1e-8)


def test_scores_follow_from_abilities_by_hand():
    # Two questions of difficulty 0, one trial each. With k of 2 right the likelihood is s^k (1 - s)^(2 - k): one right
    # of two has ability 0 and accuracy 1/2 by symmetry; two right and none mirror each other.
    counts = counts_of([[1, 0], [1, 1], [0, 0]])
    zero = {"difficulty": np.zeros((2_000, 2)), "difficulty_mean": np.zeros(2_000), "difficulty_spread": np.ones(2_000)}
    scores = {
        target: by_name(counts, scored(counts, zero, target).mean(axis=0))
        for target in ("ability", "benchmark", "population")
    }
    assert scores["ability"]["a"] == pytest.approx(0, abs=1e-6)

    def expected(function):
        """Average a function of ability over the posterior of a model with two of two right."""
        weighted, weight = (
            integrate.quad(lambda z, f=f: f(z) * stats.norm.pdf(z) / (1 + np.exp(-z)) ** 2, -9, 9)[0]
            for f in (function, lambda _: 1.0)
        )
        return weighted / weight

    mean = expected(lambda z: z)
    assert scores["ability"]["b"] == pytest.approx(mean, abs=1e-4)
    assert scores["ability"]["c"] == pytest.approx(-mean, abs=1e-4)
    assert scores["benchmark"]["b"] == pytest.approx(expected(lambda z: 1 / (1 + np.exp(-z))), abs=1e-4)
    assert scores["population"]["a"] == pytest.approx(0.5, abs=1e-6)
    assert scores["population"]["b"] + scores["population"]["c"] == pytest.approx(1, abs=1e-6)


def scored(counts, draws, target):
    return marginal_rasch.score(counts, draws, target, np.random.default_rng(0), ability_scale=1.0)


def test_probabilities_of_cells_are_those_of_drawn_abilities():
    counts = counts_of([[1, 0], [1, 1], [0, 0]])
    draws = {"difficulty": np.tile([0.0, 1.0], (4, 1))}
    cells = marginal_rasch.cells(counts, draws, np.random.default_rng(0), ability_scale=1.0)
    assert cells.shape == (4, 3, 2, 2)
    np.testing.assert_allclose(cells.sum(axis=3), 1, atol=1e-12)
    odds = cells[..., 1] / cells[..., 0]
    ability = scored(counts, draws, "ability")
    np.testing.assert_allclose(np.log(odds[:, :, 0]), ability, atol=1e-9)
    np.testing.assert_allclose(np.log(odds[:, :, 1]), ability - 1, atol=1e-9)


def test_many_draws_are_drawn():
    counts = counts_of(TENSOR)
    draws = {
        name: np.tile(value, (300, *[1] * np.ndim(value))).reshape(300, *np.shape(value))
        for name, value in VALUES.items()
    }
    found = marginal_rasch.score(counts, draws, "ability", np.random.default_rng(0))
    assert found.shape == (300, 5)
    assert found.std(axis=0).min() > 0.2  # 12 answers leave an ability of prior sd .8 open
    again = marginal_rasch.score(counts, draws, "ability", np.random.default_rng(0))
    np.testing.assert_array_equal(found, again)


def test_what_it_cannot_read_or_identify():
    with pytest.raises(DataError, match="data for 'marginal_rasch' must have no prior outcomes"):
        marginal_rasch.marginal_rasch(count_outcomes(Outcomes.from_array([[1, 0], [0, 1]], prior=[[1], [0]])))
    with pytest.raises(NotIdentifiedError, match="'p' right every time"):
        marginal_rasch.identified(counts_of([[1, 0], [1, 1]]))


def test_doubts_are_told():
    assert marginal_rasch.doubts(counts_of(TENSOR), "benchmark")[0].startswith("6.7% of the cells are missing")
