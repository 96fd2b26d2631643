"""Solvers for abilities alone, on likelihoods whose answers are known."""

import numpy as np
import pytest
from scipy import integrate, stats

from bayesrank.errors import ConvergenceError
from bayesrank.programs.setwise._ability_solver import Derivatives, most_likely, nested_laplace

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
    np.testing.assert_allclose(most_likely(battles(30, 10), 2), [np.log(3) / 2, -np.log(3) / 2], rtol=1e-9)
    np.testing.assert_allclose(most_likely(battles(10_000, 1), 2)[0], np.log(10_000) / 2, rtol=1e-9)
    seen = np.array([3.0, 0.0, -1.0, 2.0])
    np.testing.assert_allclose(most_likely(normal(seen, 0.3), 4), seen - 1.0, rtol=1e-9)


def test_steps_that_go_too_far_are_halved():
    # -sqrt(1 + z^2) with z = d - 3: from d = 0 Newton goes to z = 27, where it would go on to -19,683.
    def hyperbola(ability):
        z = ability[0] - ability[1] - 3.0
        sign, root = np.array([1.0, -1.0]), np.sqrt(1 + z**2)
        return Derivatives(-root, -z / root * sign, np.outer(sign, sign) / root**3)

    np.testing.assert_allclose(most_likely(hyperbola, 2), [1.5, -1.5], atol=1e-7)


def test_curvature_that_rounding_made_negative_is_no_obstacle():
    # The first of three stands 1.5 above the two others, of whose difference nothing is known but rounding errors.
    known, unknown = np.array([1.0, -0.5, -0.5]), np.array([0.0, 1.0, -1.0])

    def at(ability):
        apart = known @ ability - 1.5
        curvature = np.outer(known, known) - 1e-10 * np.outer(unknown, unknown)
        return Derivatives(-0.5 * apart**2, -apart * known, curvature)

    np.testing.assert_allclose(most_likely(at, 3), [1.0, -0.5, -0.5], atol=1e-7)


def test_a_likelihood_without_maximum_ends_in_an_error():
    def endless(ability):
        slope = np.array([1.0, -1.0])
        return Derivatives(float(slope @ ability), slope, np.zeros((2, 2)))

    with pytest.raises(ConvergenceError, match="must end in 200 steps; got a last step of 5 "):
        most_likely(endless, 2)


def test_draws_are_normal_about_the_mode_at_a_fixed_spread():
    # The posterior of normal values is normal: shrunken by s^2 / (s^2 + d^2), variance (1 - 1/L) s^2 d^2 / (s^2 + d^2).
    seen, deviation, spread = np.array([3.0, 0.0, -1.0, 2.0, 1.0]), 0.5, 2.0
    drawn = nested_laplace(
        normal(seen, deviation), 5, 20_000, np.random.default_rng(1), **{**PRIOR, "ability_scale": spread}
    )
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
    drawn = nested_laplace(
        normal(seen, deviation), 8, 20_000, np.random.default_rng(2), **{**PRIOR, "spread_median": median}
    )
    log_spread = np.log(drawn["ability_spread"])
    assert log_spread.mean() == pytest.approx(mean, abs=5 * deviation_of_log / 20_000**0.5)
    # a uniform within a node of .7 least standard deviations adds at most .7^2 / 12 = 4 % to the variance
    assert log_spread.std() == pytest.approx(deviation_of_log, rel=0.045)


def test_few_models_have_the_spread_of_the_prior():
    # The mode of 10 wins of 10 solves 10 / (1 + exp(d)) = d / 2 at spread 1: d = 2.5697...
    drawn = nested_laplace(battles(10, 0), 2, 20_000, np.random.default_rng(3), **PRIOR)
    assert set(drawn) == {"ability"}
    lead = drawn["ability"][:, 0] - drawn["ability"][:, 1]
    middle = np.median(lead)
    assert 10 / (1 + np.exp(middle)) == pytest.approx(middle / 2, abs=0.06)


def test_other_priors_and_impossible_scales_are_refused():
    def laplace(**options):
        nested_laplace(battles(1, 1), 2, 1, np.random.default_rng(0), **{**PRIOR, **options})

    with pytest.raises(ValueError, match="ability_prior must be normal for inference='laplace'; got 'cauchy'"):
        laplace(ability_prior="cauchy")
    with pytest.raises(ValueError, match="spread_median must be positive and finite; got 0"):
        laplace(spread_median=0)
    with pytest.raises(ValueError, match="ability_scale must be positive and finite; got -1"):
        laplace(ability_scale=-1)
