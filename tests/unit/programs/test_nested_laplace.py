"""Draws by nested Laplace where it is exact: a normal likelihood, whose posterior is an integral over the spread."""

import numpy as np
import pytest
from scipy import stats

from bayesrank.programs.nested_laplace import most_likely, nested_laplace
from bayesrank.programs.pairs._solver import BattleLikelihood, Slopes, problem_of
from tests.battle_rows import battle_counts

# Each of four models met each other once, and "wins of the first" is a measured difference with variance 1/4.
MEASURED = {("a", "b"): 1.0, ("a", "c"): 1.5, ("a", "d"): 4.0, ("b", "c"): 0.0, ("b", "d"): 2.5, ("c", "d"): 2.0}
BATTLES = battle_counts("abcd", [(*pair, value, 0, 0) for pair, value in MEASURED.items()])
PRECISION = 4.0
OPTIONS = {"ability_prior": "normal", "ability_scale": None, "spread_median": 0.7}
N_DRAWS = 40_000


def normal(odds, tie, counts):  # noqa: ARG001
    miss = counts[:, 0] - odds
    return Slopes(-PRECISION * float(miss @ miss) / 2, PRECISION * miss, np.full(len(odds), PRECISION))


def exact_spreads():
    """Return a fine grid of log spreads and the exact posterior weight of each.

    The row sums of measured differences over L = 4 are the least squares abilities y, with covariance 1/(4 L) on
    contrasts; given the spread s they are normal with variance s^2 + 1/16 along each of 3 contrasts.
    """
    letters = "abcd"
    y = np.zeros(4)
    for (first, second), value in MEASURED.items():
        y[letters.index(first)] += value / 4
        y[letters.index(second)] -= value / 4
    log_spread = np.linspace(np.log(0.7) - 3, np.log(0.7) + 3, 2001)
    variance = np.exp(2 * log_spread) + 1 / (PRECISION * 4)
    log_weight = -1.5 * np.log(variance) - (y @ y) / (2 * variance) + stats.norm.logpdf(log_spread, np.log(0.7), 0.5)
    weight = np.exp(log_weight - log_weight.max())
    return log_spread, weight / weight.sum(), y


def test_the_most_likely_abilities_are_those_of_least_squares() -> None:
    assert most_likely(problem_of(BATTLES, (), BattleLikelihood(normal)))["ability"] == pytest.approx(
        exact_spreads()[2]
    )


def test_spread_and_abilities_have_their_exact_posterior() -> None:
    problem = problem_of(BATTLES, (), BattleLikelihood(normal))
    drawn = nested_laplace(problem, N_DRAWS, np.random.default_rng(1), **OPTIONS)
    log_spread, weight, y = exact_spreads()
    mean = weight @ log_spread
    sd = np.sqrt(weight @ (log_spread - mean) ** 2)
    found = np.log(drawn["ability_spread"])
    assert found.mean() == pytest.approx(mean, abs=5 * sd / np.sqrt(N_DRAWS) + 0.002)  # the rest is the grid's
    assert found.std() == pytest.approx(sd, rel=0.03)
    shrunk = np.exp(2 * log_spread) / (np.exp(2 * log_spread) + 1 / 16)
    expected = (weight @ shrunk) * y
    # given the spread each contrast has variance shrunk / 16, of which a model has 3/4
    variance = weight @ (shrunk / 16) * 0.75 + (weight @ shrunk**2 - (weight @ shrunk) ** 2) * y**2
    error = np.sqrt(variance / N_DRAWS)
    assert (np.abs(drawn["ability"].mean(axis=0) - expected) < 5 * error + 1e-3).all()
    assert drawn["ability"].std(axis=0) == pytest.approx(np.sqrt(variance), rel=0.03)
    assert np.abs(drawn["ability"].sum(axis=1)).max() < 1e-12


def test_a_fixed_spread_is_no_variable() -> None:
    problem = problem_of(BATTLES, (), BattleLikelihood(normal))
    drawn = nested_laplace(problem, N_DRAWS, np.random.default_rng(1), **(OPTIONS | {"ability_scale": 0.25}))
    assert set(drawn) == {"ability"}
    # shrunk by 1/16 / (1/16 + 1/16) = 1/2, with variance 1/32 times 3/4
    error = 5 * np.sqrt(0.75 / 32 / N_DRAWS)
    assert drawn["ability"].mean(axis=0) == pytest.approx(exact_spreads()[2] / 2, abs=error)
    assert drawn["ability"].var(axis=0) == pytest.approx(np.full(4, 0.75 / 32), rel=0.04)


def test_three_models_have_the_median_as_spread() -> None:
    rows = [("a", "b", 1, 0, 0), ("b", "c", 1, 0, 0)]
    problem = problem_of(battle_counts("abc", rows), (), BattleLikelihood(normal))
    assert set(nested_laplace(problem, 10, np.random.default_rng(1), **OPTIONS)) == {"ability"}


def test_the_same_seed_gives_the_same_draws() -> None:
    problem = problem_of(BATTLES, (), BattleLikelihood(normal))
    one, other = (nested_laplace(problem, 100, np.random.default_rng(7), **OPTIONS) for _ in range(2))
    np.testing.assert_array_equal(one["ability"], other["ability"])


def test_draws_are_in_no_order() -> None:
    # The first and the second half differ by no more than chance: 5 standard errors.
    problem = problem_of(BATTLES, (), BattleLikelihood(normal))
    spread = np.log(nested_laplace(problem, 10_000, np.random.default_rng(2), **OPTIONS)["ability_spread"])
    error = 5 * spread.std() * np.sqrt(2 / 5_000)
    assert spread[:5_000].mean() == pytest.approx(spread[5_000:].mean(), abs=error)


def test_other_priors_are_refused() -> None:
    problem = problem_of(BATTLES, (), BattleLikelihood(normal))
    with pytest.raises(ValueError, match="ability_prior must be normal for inference='laplace'; got 'cauchy'"):
        nested_laplace(problem, 10, np.random.default_rng(1), **(OPTIONS | {"ability_prior": "cauchy"}))
