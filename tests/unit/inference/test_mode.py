"""The search for a mode, on densities whose mode is known."""

import numpy as np
import pymc as pm
import pytest

from bayesrank import ConvergenceError
from bayesrank.inference import mode
from bayesrank.inference.compiled import compiled_program, data_of
from bayesrank.inference.mode import curvature, find_mode, starting_values
from tests.toy_programs import Rights, Values, normal_means, right_shares

SEEN = np.array([[1.0, 2.0, 4.0], [0.0, -1.0, 3.0]])
# Three values under N(mean, 1) and the mean under N(0, .5): precision 3 + 4, mean (sum of values) / 7.
POSTERIOR_MEANS, PRECISION = SEEN.sum(axis=1) / 7, 7.0


def toy():
    return normal_means(Values(SEEN), prior_deviation=0.5)


def test_the_mode_of_a_normal_posterior_is_its_mean():
    found = find_mode(toy(), prior=True, jacobian=True)
    np.testing.assert_allclose(found.values, POSTERIOR_MEANS, rtol=1e-9)
    # log N(mean; 0, .5) for both, and log N(value; mean, 1) for all six.
    squares = (POSTERIOR_MEANS**2).sum() * 4 + ((SEEN - POSTERIOR_MEANS[:, None]) ** 2).sum()
    assert found.log_density == pytest.approx(-squares / 2 - 2 * np.log(0.5) - 8 * np.log(2 * np.pi) / 2)
    assert found.moved.all()


def test_the_mode_of_the_likelihood_is_the_mean_of_the_values():
    np.testing.assert_allclose(find_mode(toy(), prior=False, jacobian=False).values, SEEN.mean(axis=1), rtol=1e-9)


@pytest.mark.parametrize(
    ("prior", "jacobian", "share"),
    [
        # Beta(2, 3), 3 right of 4: the posterior is Beta(5, 4), whose mode is (5 - 1) / (5 + 4 - 2); with the Jacobian
        # of the log odds, s^5 (1 - s)^4, it is 5 / 9; the likelihood has 3 / 4.
        (True, False, 4 / 7),
        (True, True, 5 / 9),
        (False, False, 3 / 4),
    ],
)
def test_the_jacobian_moves_the_mode_of_a_share(prior, jacobian, share):
    found = find_mode(right_shares(Rights((3,), 4, models=("a",))), prior=prior, jacobian=jacobian)
    np.testing.assert_allclose(found.values, np.log(share / (1 - share)), rtol=1e-7)


def test_newton_alone_would_do_as_well(monkeypatch):
    # The same without Newton steps: L-BFGS is nearly as close.
    monkeypatch.setattr(mode, "MOST_NEWTON", 0)
    found = find_mode(right_shares(Rights((3, 1), 4)), prior=True, jacobian=False)
    np.testing.assert_allclose(1 / (1 + np.exp(-found.values)), [4 / 7, 2 / 7], rtol=1e-5)  # Beta(5, 4), Beta(3, 6)


def test_what_the_density_does_not_depend_on_stays():
    with pm.Model() as model:
        mean = pm.Normal("mean", 0.0, 1.0)
        pm.Normal("spread", 0.0, 1.0)
        pm.Normal("y", mean, 1.0, observed=[1.0, 3.0])
    found = find_mode(model, prior=False, jacobian=False)
    assert found.moved.tolist() == [True, False]
    np.testing.assert_allclose(found.values, [2.0, 0.0], atol=1e-8)


def test_a_gradient_that_vanishes_by_symmetry_is_no_sign_of_not_depending():
    with pm.Model() as model:
        x = pm.Normal("x", 0.0, 1.0)
        pm.Normal("y", x**2, 1.0, observed=[4.0])  # d/dx is 2 x (4 - x^2), zero at the start
    assert find_mode(model, prior=False, jacobian=False).moved.tolist() == [True]


def test_a_density_without_a_mode_is_told():
    with pm.Model() as model:
        pm.CustomDist("x", logp=lambda value: 2 * value, dist=lambda size: pm.Normal.dist(size=size))  # rises for ever
    with pytest.raises(ConvergenceError, match=r"must end where the gradient vanishes; got .*use inference='nuts'"):
        find_mode(model, prior=True, jacobian=True)


def test_the_curvature_is_minus_the_second_derivatives():
    # Of the likelihood: 3 values of deviation 1 for each mean, and nothing between the means.
    model = toy()
    at = compiled_program(model).density(data_of(model), prior=False, jacobian=False)
    everywhere = np.ones(2, dtype=bool)
    np.testing.assert_allclose(curvature(at, np.array([0.3, -2.0]), everywhere), [[3, 0], [0, 3]], atol=1e-8)
    np.testing.assert_allclose(curvature(at, np.zeros(2), np.array([False, True])), [[3]], atol=1e-8)


def test_a_search_starts_at_the_initial_point_of_the_program():
    # Free values are log odds; those of the mean of Beta(2, 3), .4.
    np.testing.assert_allclose(starting_values(right_shares(Rights((1, 1), 2))), np.full(2, np.log(0.4 / 0.6)))
