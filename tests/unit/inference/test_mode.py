"""The search for a mode, on densities whose mode is known."""

import numpy as np
import pymc as pm
import pytest

from bayesrank import ConvergenceError, Outcomes
from bayesrank.inference import mode
from bayesrank.inference.compiled import compiled_program, data_of
from bayesrank.inference.mode import _hyperparameters, curvature, find_mode, starting_values
from bayesrank.programs.registry import find_program
from bayesrank.statistics.outcome_counts import count_outcomes
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


def test_a_saddle_at_the_start_holds_nobody():
    # (a^2 + b^2) / 2 + (a b - 1)^2 / .02 is least where a = b up to signs, and 1 + (a b - 1) / .01 = 0.
    with pm.Model() as model:
        pm.Normal("y", pm.Normal("a") * pm.Normal("b"), 0.1, observed=1.0)
    np.testing.assert_allclose(np.abs(find_mode(model, prior=True, jacobian=False).values), np.sqrt(0.99), rtol=1e-7)


def test_where_the_density_is_no_number_the_search_turns_back():
    # 100 log(3 - x) + 200 x, which is nothing beyond 3: greatest where 100 / (3 - x) = 200.
    def log_density(x):
        return 100 * pm.math.log(3 - x) + 200 * x

    with pm.Model() as model:
        pm.CustomDist("x", logp=log_density, dist=lambda size: pm.Normal.dist(size=size))
    np.testing.assert_allclose(find_mode(model, prior=True, jacobian=False).values, 2.5, rtol=1e-7)


# Hyperparameters


def one_way(seen, deviation):
    """Values about means of their own, which have a common spread."""
    with pm.Model() as model:
        spread = pm.LogNormal("spread", 0.0, 0.5)
        mean = pm.Normal("mean", 0.0, spread, shape=len(seen))
        pm.Normal("y", mean, deviation, observed=seen)
    return model


def test_the_data_are_heard_before_spreads_shrink():
    # 60 values of size 1 that are known to .1: their means are all but the values, and the spread s is greatest in
    # -61 log s - 60 / (2 s^2) - (log s)^2 / .5 up to the little that the means are drawn to 0; at s = e^-15 it is
    # greater still.
    found = find_mode(one_way(np.resize([1.0, -1.0], 60), 0.1), prior=True, jacobian=False)
    s = np.linspace(0.5, 2, 10_000)
    expected = s[np.argmax(-61 * np.log(s) - 30 / s**2 - 2 * np.log(s) ** 2)]
    assert np.exp(found.values[0]) == pytest.approx(expected, rel=0.02)
    np.testing.assert_allclose(np.abs(found.values[1:]), 1.0, atol=0.02)


def test_a_mode_that_does_not_hear_the_data_is_refused():
    # Values of size 1.9 known to 1, less than twice as large: the density has no mode but that of spread nothing. The
    # log likelihood falls from 60 log N(1.9; 1.9 / 2, 1) to 60 log N(1.9; 0, 1) = -60 (1.9^2 + log(2 pi)) / 2 = -163.
    model = one_way(np.resize([1.9, -1.9], 60), 1.0)
    with pytest.raises(
        ConvergenceError, match=r"the mode must fit the data .* its log likelihood is -163\.\d+, and was"
    ):
        find_mode(model, prior=True, jacobian=False)


def test_hyperparameters_are_what_others_have_in_their_prior():
    counts = count_outcomes(Outcomes.from_array(np.eye(4)))
    model = find_program("rasch").build(counts)
    waiting = iter(_hyperparameters(model))
    shapes = {
        free.name: np.size(value) for free, value in zip(model.free_RVs, model.initial_point().values(), strict=True)
    }
    assert {name: {bool(next(waiting)) for _ in range(size)} for name, size in shapes.items()} == {
        "ability_spread": {True}, "difficulty_mean": {True}, "difficulty_spread": {True}, "ability": {False},
        "difficulty": {False},
    }  # fmt: skip
    assert not _hyperparameters(toy()).any()


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
