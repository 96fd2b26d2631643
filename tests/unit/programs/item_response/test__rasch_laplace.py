"""Nested Laplace approximations of Rasch against draws from the prior, weighted by the likelihood."""

import numpy as np
import pytest
from scipy import stats

from bayesrank.errors import ConvergenceError
from bayesrank.programs.abilities import Spread
from bayesrank.programs.item_response import _rasch_laplace as module
from bayesrank.programs.item_response._rasch_laplace import nested_laplace
from bayesrank.programs.item_response._rasch_newton import totals
from bayesrank.statistics.outcome_counts import RightAnswers

RIGHT = np.array([[5.0, 3.0], [4.0, 1.0], [2.0, 1.0], [3.0, 0.0]])
TRIALS = np.full((4, 2), 6.0)
SPREADS = Spread(1.0, 0.5), Spread(2.0, 0.5)


@pytest.fixture(scope="module")
def by_weighting():
    """Draw 1,000,000 times from the prior and return means and standard deviations, weighted by the likelihood."""
    rng = np.random.default_rng(7)
    n = 1_000_000
    ability_spread = np.exp(rng.normal(0, 0.5, n))
    ability = rng.normal(0, 1, (n, 4))
    ability = (ability - ability.mean(axis=1, keepdims=True)) * ability_spread[:, None]
    difficulty_spread = np.exp(rng.normal(np.log(2), 0.5, n))
    mean = rng.normal(0, 1.5, n)
    difficulty = mean[:, None] + difficulty_spread[:, None] * rng.normal(0, 1, (n, 2))
    log_weight = np.zeros(n)
    for model in range(4):
        for question in range(2):
            logit = ability[:, model] - difficulty[:, question]
            log_weight += RIGHT[model, question] * logit - 6 * np.logaddexp(0, logit)
    weight = np.exp(log_weight - log_weight.max())
    weight /= weight.sum()
    assert 1 / (weight**2).sum() > 4_000  # effective draws: 5 errors of a mean are .08 of its standard deviation
    values = {
        "first": ability[:, 0], "last": ability[:, 3], "difficulty": difficulty[:, 1], "difficulty_mean": mean,
        "ability_spread": np.log(ability_spread), "difficulty_spread": np.log(difficulty_spread),
    }  # fmt: skip
    means = {name: weight @ value for name, value in values.items()}
    return {name: (means[name], np.sqrt(weight @ (value - means[name]) ** 2)) for name, value in values.items()}


# A normal knows nothing of the skewness that 6 trials a cell leave; spreads are integrated by their own density.
@pytest.mark.parametrize(
    ("name", "shift"),
    [("first", 0.25), ("last", 0.25), ("difficulty", 0.3), ("difficulty_mean", 0.1), ("ability_spread", 0.1),
     ("difficulty_spread", 0.1)],
)  # fmt: skip
def test_moments(by_weighting, name, shift):
    draws = nested_laplace(totals(RightAnswers(RIGHT, TRIALS)), SPREADS, 1.5, 40_000, np.random.default_rng(1))
    found = {
        "first": draws["ability"][:, 0], "last": draws["ability"][:, 3], "difficulty": draws["difficulty"][:, 1],
        "difficulty_mean": draws["difficulty_mean"],
        "ability_spread": np.log(draws["ability_spread"]), "difficulty_spread": np.log(draws["difficulty_spread"]),
    }[name]  # fmt: skip
    mean, spread = by_weighting[name]
    assert abs(found.mean() - mean) < shift * spread
    assert found.std() == pytest.approx(spread, rel=0.1)


def test_abilities_sum_to_zero_and_seeds_repeat():
    data = totals(RightAnswers(RIGHT, TRIALS))
    first, again = (nested_laplace(data, SPREADS, 1.5, 100, np.random.default_rng(3)) for _ in range(2))
    np.testing.assert_allclose(first["ability"].sum(axis=1), 0, atol=1e-9)
    for name, values in first.items():
        np.testing.assert_array_equal(values, again[name])


def test_more_data_about_spreads_than_any_prior():
    # 60 models of abilities of standard deviation 1/2, known almost exactly from 3 questions with 10,000 trials: the
    # posterior of log spread is normal about log of their sd, standard deviation 1 / sqrt(2 * 59) = .092.
    ability = stats.norm.ppf((np.arange(60) + 0.5) / 60) / 2
    difficulty = np.array([-1.0, 0.0, 1.0])
    right = np.round(10_000 / (1 + np.exp(difficulty - ability[:, None])))
    data = totals(RightAnswers(right, np.full((60, 3), 10_000.0)))
    found = np.log(nested_laplace(data, SPREADS, 1.5, 20_000, np.random.default_rng(1))["ability_spread"])
    sd = 1 / np.sqrt(2 * 59)
    # pulled to the prior's log 1 by its precision 4 against 118
    expected = 118 / 122 * np.log(ability.std(ddof=1))
    assert found.mean() == pytest.approx(expected, abs=0.2 * sd)
    assert found.std() == pytest.approx(1 / np.sqrt(122), rel=0.06)


def test_interpolation_is_linear_between_nodes():
    points = np.array([[0.25, -1.0], [2.5, 3.0]])
    share = module._interpolation(points)
    np.testing.assert_allclose(share.sum(axis=1), 1, atol=1e-12)
    nodes = np.array([[x, y] for x in module.NODES for y in module.NODES])
    np.testing.assert_allclose(share @ nodes, points, atol=1e-12)  # linear functions are kept


def test_a_mode_that_is_not_reached_is_told(monkeypatch):
    # The spread of these abilities is far from its prior median, 1, and a step is at most one unit of log spread.
    data = totals(RightAnswers(np.array([[1e6], [1.0]]), np.full((2, 1), 1e6 + 1)))
    monkeypatch.setattr(module, "MOST_STEPS", 1)
    with pytest.raises(ConvergenceError, match=r"the mode of log spreads must be found to 0\.02 in 1 steps; the last"):
        nested_laplace(data, SPREADS, 1.5, 10, np.random.default_rng(1))


def test_where_the_density_bends_the_other_way_a_step_is_of_the_least_curvature(monkeypatch):
    # A log density that rises with slope 1/4 and bends upwards, far from its mode: the step is 1/4 over the least
    # curvature, not over the negative one.
    places = []

    def differences(conditional, at):  # noqa: ARG001
        places.append(at.copy())
        return np.array([0.25 if len(places) == 1 else 0.0]), np.array([[-3.0]])

    monkeypatch.setattr(module, "_differences", differences)
    conditional = module._Conditional(totals(RightAnswers(RIGHT, TRIALS)), (SPREADS[0], Spread(2.0, 0.0)), 1.5)
    module._mode(conditional)
    monkeypatch.setattr(module, "LEAST_CURVATURE", 2.0)
    first = places[1] - places[0]
    places.clear()
    module._mode(conditional)
    np.testing.assert_allclose([first, places[1] - places[0]], [[0.25], [0.125]])
