"""Solvers on likelihoods of abilities alone, on likelihoods whose answers are known."""

from types import SimpleNamespace

import numpy as np
import pytest
from scipy import integrate, stats

from bayesrank.programs.nested_laplace import most_likely, nested_laplace
from bayesrank.programs.newton import Derivatives
from bayesrank.programs.setwise._ability_problem import AbilityProblem, approximation_of

PRIOR = {"ability_prior": "normal", "ability_scale": None, "spread_median": 1.0}


def normal(seen, deviation):
    """Values seen of each ability, less their mean, normal about abilities less their mean."""
    centred = np.eye(len(seen)) - 1 / len(seen)

    def at(ability):
        apart = centred @ (seen - ability)
        return Derivatives(-0.5 * (apart @ apart) / deviation**2, apart / deviation**2, centred / deviation**2)

    return at


def battles(won, lost):
    """The first of two models wins with odds of the difference of abilities."""

    def at(ability):
        lead = ability[0] - ability[1]
        chance = 1 / (1 + np.exp(-lead))
        value = -won * np.logaddexp(0, -lead) - lost * np.logaddexp(0, lead)
        sign = np.array([1.0, -1.0])
        bend = (won + lost) * chance * (1 - chance)
        return Derivatives(value, (won - (won + lost) * chance) * sign, bend * np.outer(sign, sign))

    return at


def test_the_most_likely_abilities_are_those_in_closed_form():
    # won of won + lost battles: a lead of log(won / lost)
    few, many = (most_likely(AbilityProblem(battles(*counts), 2))["ability"] for counts in ((30, 10), (10_000, 1)))
    np.testing.assert_allclose(few, [np.log(3) / 2, -np.log(3) / 2], rtol=1e-9)
    np.testing.assert_allclose(many[0], np.log(10_000) / 2, rtol=1e-9)
    seen = np.array([3.0, 0.0, -1.0, 2.0])
    np.testing.assert_allclose(most_likely(AbilityProblem(normal(seen, 0.3), 4))["ability"], seen - 1.0, rtol=1e-9)


def test_the_posterior_is_the_likelihood_times_a_normal_prior():
    # One battle lost at abilities (1, -1), spread 2: log of 1 / (1 + e^2) less (1 + 1) / (2 * 4).
    found = AbilityProblem(battles(0, 1), 2).log_posterior(2.0)(np.array([1.0, -1.0]))
    chance = 1 / (1 + np.exp(-2.0))
    assert found.value == pytest.approx(np.log(1 - chance) - 0.25)
    np.testing.assert_allclose(found.gradient, [-chance - 0.25, chance + 0.25])
    bend = chance * (1 - chance)
    np.testing.assert_allclose(found.curvature, [[bend + 0.25, -bend], [-bend, bend + 0.25]])


def test_draws_are_normal_about_the_mode_at_a_fixed_spread():
    # The posterior of normal values is normal: shrunken by s^2 / (s^2 + d^2), variance (1 - 1/L) s^2 d^2 / (s^2 + d^2).
    seen, deviation, spread = np.array([3.0, 0.0, -1.0, 2.0, 1.0]), 0.5, 2.0
    problem = AbilityProblem(normal(seen, deviation), 5)
    drawn = nested_laplace(problem, 20_000, np.random.default_rng(1), **{**PRIOR, "ability_scale": spread})
    assert set(drawn) == {"ability"}
    assert drawn["ability"].shape == (20_000, 5)
    np.testing.assert_allclose(drawn["ability"].sum(axis=1), 0, atol=1e-12)
    shrunken = spread**2 / (spread**2 + deviation**2)
    variance = 0.8 * shrunken * deviation**2
    # 5 standard errors: of a mean sqrt(variance / 20,000), of a variance sqrt(2 / 20,000) of itself
    np.testing.assert_allclose(drawn["ability"].mean(axis=0), shrunken * (seen - 1.0), atol=5 * (variance / 2e4) ** 0.5)
    np.testing.assert_allclose(drawn["ability"].var(axis=0), variance, rtol=0.05)


@pytest.mark.parametrize("median", [0.3, 1.0, 4.0])
def test_the_spread_has_its_marginal_posterior(median):
    # Contrasts of what was seen are normal with variance spread^2 + deviation^2: one integral over the spread.
    seen, deviation = np.array([1.5, 0.4, -0.5, 0.1, -1.5, 2.0, -2.0, 0.0]), 0.4

    def density(log_spread):
        contrasts = stats.norm.logpdf(0, 0, np.hypot(np.exp(log_spread), deviation)) * 7
        total = np.hypot(np.exp(log_spread), deviation) ** 2
        return np.exp(contrasts - seen @ seen / (2 * total)) * stats.norm.pdf(log_spread, np.log(median), 0.5)

    mass, first, second = (
        integrate.quad(lambda t, power=power: t**power * density(t), -6, 4, epsabs=1e-14, limit=200)[0]
        for power in range(3)
    )
    mean, deviation_of_log = first / mass, (second / mass - (first / mass) ** 2) ** 0.5
    problem = AbilityProblem(normal(seen, deviation), 8)
    drawn = nested_laplace(problem, 20_000, np.random.default_rng(2), **{**PRIOR, "spread_median": median})
    log_spread = np.log(drawn["ability_spread"])
    assert log_spread.mean() == pytest.approx(mean, abs=5 * deviation_of_log / 20_000**0.5)
    # a uniform within a node of .7 least standard deviations adds at most .7^2 / 12 = 4 % to the variance
    assert log_spread.std() == pytest.approx(deviation_of_log, rel=0.045)


def test_few_models_have_the_spread_of_the_prior():
    # The mode of 10 wins of 10 solves 10 / (1 + exp(d)) = d / 2 at spread 1: d = 2.5697...
    laplace = approximation_of(lambda statistic: battles(*statistic.counts))
    drawn = laplace(SimpleNamespace(models=("a", "b"), counts=(10, 0)), 20_000, np.random.default_rng(3))
    assert set(drawn) == {"ability"}
    lead = drawn["ability"][:, 0] - drawn["ability"][:, 1]
    middle = np.median(lead)
    assert 10 / (1 + np.exp(middle)) == pytest.approx(middle / 2, abs=0.06)
