"""Integrals over abilities against SciPy, and abilities drawn given answers against their exact moments."""

import numpy as np
import pymc as pm
import pytest
from scipy import integrate, stats

from bayesrank import NotIdentifiedError
from bayesrank.programs.item_response import _marginal
from tests.outcome_stacks import NAN, counts_of
from tests.program_density import log_density

SLOPE, INTERCEPT = np.array([1.5, 0.4, 0.9]), np.array([0.3, -1.0, 0.8])
TENSOR = [[[1, 1], [0, 1], [NAN, NAN]], [[1, 1], [1, 0], [NAN, NAN]], [[0, 0], [1, 0], [0, 1]]]


def posterior(right, trials, slope=SLOPE, intercept=INTERCEPT):
    """Return the integral of a row's likelihood over z ~ Normal(0, 1), and the mean and sd of z given the row."""

    def density(z, power=0):
        chance = 1 / (1 + np.exp(-(slope * z + intercept)))
        return z**power * stats.norm.pdf(z) * stats.binom.pmf(right, trials, chance).prod()

    peak = max(np.linspace(-6, 6, 2001), key=density)
    zero, one, two = (
        integrate.quad(density, -9, 9, args=(power,), points=[peak - 0.1, peak, peak + 0.1], epsabs=0, limit=500)[0]
        for power in (0, 1, 2)
    )
    return zero, one / zero, np.sqrt(two / zero - (one / zero) ** 2)


def test_patterns():
    # The first two models have equal rows: 2 of 2, 1 of 2, and a missing cell.
    counts = counts_of(TENSOR)
    data = _marginal.patterns(counts)
    assert sorted(data.number) == [1, 2]
    row = dict(zip(counts.models, data.of_model, strict=True))
    assert row["a"] == row["b"] != row["c"]
    assert data.number[row["a"]] == 2
    by_question = dict(zip(counts.questions, data.right[row["a"]], strict=True))
    assert by_question == {"p": 2, "q": 1, "r": 0}
    # 2 over 2 = 1, 2 over 1 = 2, an empty cell 1; of model c 1, 2, 2
    assert np.exp(data.coefficient[row["a"]]) == pytest.approx(2, rel=1e-12)
    assert np.exp(data.coefficient[row["c"]]) == pytest.approx(4, rel=1e-12)


@pytest.mark.parametrize("n_trials", [1.0, 40.0, 4000.0])
def test_nodes_integrate_moments_and_sharp_likelihoods(n_trials):
    grid = _marginal.nodes(np.array([[n_trials]]))
    weight = np.exp(grid.log_weight)
    assert weight.sum() == pytest.approx(1, abs=1e-12)
    assert (weight * grid.place**2).sum() == pytest.approx(1, abs=1e-12)
    right = np.round(0.8 * n_trials)
    chance = 1 / (1 + np.exp(-1.8 * grid.place))
    found = (weight * stats.binom.pmf(right, n_trials, chance)).sum()
    expected, _, _ = posterior(right, n_trials, np.array([1.8]), np.zeros(1))
    assert found == pytest.approx(expected, rel=1e-6)


def observed_model(data):
    coords = {"pattern": np.arange(len(data.number)), "question": np.arange(3)}
    with pm.Model(coords=coords) as model:
        shift = pm.Normal("shift", 0, 1)
        _marginal.marginal_answers("right", SLOPE + 0 * shift, INTERCEPT + shift, data)
    return model


def three_rows():
    """Distinct rows in the order of SLOPE: of 2 and of 5 trials, one cell missing, and one row of two models."""
    right = np.array([[2.0, 1.0, 0.0], [0.0, 3.0, 5.0]])
    trials = np.array([[2.0, 2.0, 0.0], [5.0, 5.0, 5.0]])
    coefficient = stats.binom.logpmf(right, trials, 0.5).sum(axis=1) + trials.sum(axis=1) * np.log(2)
    return _marginal.Patterns(right, trials, np.array([2.0, 1.0]), coefficient, np.array([0, 1, 0]))


def test_density_is_the_integral_as_often_as_there_are_models():
    data = three_rows()
    expected = sum(
        number * np.log(posterior(right, trials, SLOPE, INTERCEPT + 0.5)[0])
        for right, trials, number in zip(data.right, data.trials, data.number, strict=True)
    )
    assert log_density(observed_model(data), {"shift": 0.5}, ["right"]) == pytest.approx(expected, abs=1e-8)


def test_predictions_share_an_ability_over_the_questions_of_a_model():
    # Mean of 5 sigmoid(1.5 z + .3) over z, and the covariance of two questions, which independent abilities would
    # leave at 0: both by SciPy; 20,000 draws of counts up to 5 with sd below 2: 5 errors are .07 and .15.
    with observed_model(three_rows()) as model:
        drawn = pm.draw(pm.do(model, {"shift": 0.0})["right"], 20_000, random_seed=1, mode="FAST_COMPILE")[:, 1]
    z = np.linspace(-8, 8, 2001)
    chance = 1 / (1 + np.exp(-(SLOPE[:, None] * z + INTERCEPT[:, None])))
    weight = stats.norm.pdf(z) * (z[1] - z[0])
    np.testing.assert_allclose(drawn.mean(axis=0), 5 * chance @ weight, atol=0.07)
    covariance = 25 * ((chance[0] * chance[2]) @ weight - (chance[0] @ weight) * (chance[2] @ weight))
    assert covariance > 0.5
    assert np.cov(drawn[:, 0], drawn[:, 2])[0, 1] == pytest.approx(covariance, abs=0.15)


def drawn(data, slope, intercept, n_draws):
    repeated = np.tile(slope, (n_draws, 1)), np.tile(intercept, (n_draws, 1))
    return _marginal.standard_abilities(data, *repeated, np.random.default_rng(0))


def test_quantiles_of_one_set_of_questions_have_the_moments_of_the_posterior():
    # Evenly spaced quantiles: their mean misses by far less than a standard error, sd / 45 for 2,000; their sd by the
    # tails beyond the outermost, half a per cent.
    data = three_rows()
    found = drawn(data, SLOPE, INTERCEPT, 2_000)
    for model, row in enumerate(data.of_model):
        _, mean, sd = posterior(data.right[row], data.trials[row])
        assert abs(found[:, model].mean() - mean) < 1e-3 * sd
        assert found[:, model].std() == pytest.approx(sd, rel=0.005)
    np.testing.assert_array_equal(np.sort(found[:, 0]), np.sort(found[:, 2]))  # equal rows
    assert abs(np.corrcoef(found[:, 0], found[:, 2])[0, 1]) < 5 / np.sqrt(2_000)  # yet drawn for each model


def test_quantiles_are_those_of_the_posterior():
    # The second row: its distribution function by SciPy at five points, against the share of draws below.
    data = three_rows()
    found = drawn(data, SLOPE, INTERCEPT, 2_000)[:, 1]

    def density(z):
        chance = 1 / (1 + np.exp(-(SLOPE * z + INTERCEPT)))
        return stats.norm.pdf(z) * stats.binom.pmf(data.right[1], data.trials[1], chance).prod()

    total = integrate.quad(density, -9, 9)[0]
    for z in np.quantile(found, [0.025, 0.25, 0.5, 0.75, 0.975]):
        assert (found < z).mean() == pytest.approx(integrate.quad(density, -9, z)[0] / total, abs=0.004)


def test_each_draw_of_questions_has_its_posterior():
    # Intercepts far apart: abilities follow, as the exact means do, within 5 standard errors of 500 draws.
    data = three_rows()
    intercept = np.repeat([INTERCEPT - 1, INTERCEPT + 1], 500, axis=0)
    found = _marginal.standard_abilities(data, np.tile(SLOPE, (1000, 1)), intercept, np.random.default_rng(0))
    for half, shifted in ((found[:500], INTERCEPT - 1), (found[500:], INTERCEPT + 1)):
        for model, row in enumerate(data.of_model):
            _, mean, sd = posterior(data.right[row], data.trials[row], SLOPE, shifted)
            assert abs(half[:, model].mean() - mean) < 5 * sd / np.sqrt(500)


def test_a_sharp_posterior_is_drawn_with_its_width_whatever_the_slope():
    # 900 of 1,000 right with slope 3, where a step between nodes is .03 and the posterior's sd .035
    data = _marginal.Patterns(np.array([[900.0]]), np.array([[1000.0]]), np.ones(1), np.zeros(1), np.array([0]))
    found = drawn(data, np.array([3.0]), np.zeros(1), 2_000)
    _, mean, sd = posterior(np.array([900]), np.array([1000]), np.array([3.0]), np.zeros(1))
    assert abs(found.mean() - mean) < 0.01 * sd
    assert found.std() == pytest.approx(sd, rel=0.01)


def test_categories_are_in_the_order_of_the_data():
    chance = np.array([[[0.2, 0.6]]])
    right_first = counts_of([[1, 0], [0, 1]], weights=[1, 0])
    np.testing.assert_allclose(_marginal.in_categories(right_first, chance)[0, 0], [[0.2, 0.8], [0.6, 0.4]], atol=1e-12)
    right_last = counts_of([[1, 0], [0, 1]])
    np.testing.assert_allclose(_marginal.in_categories(right_last, chance)[0, 0], [[0.8, 0.2], [0.4, 0.6]], atol=1e-12)


def test_unanimous_questions_are_refused():
    with pytest.raises(NotIdentifiedError, match=r"'p' right every time; 'r' wrong every time. Use inference='nuts'"):
        _marginal.refuse_unanimous_questions(counts_of([[1, 0, 0], [1, 1, 0]]), "marginal_rasch")
    _marginal.refuse_unanimous_questions(counts_of([[1, 0], [0, 1]]), "marginal_rasch")
