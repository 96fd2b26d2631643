import numpy as np
import pytest
from scipy.stats import binom

from bayesrank.swiss.fragility.linear_fit import linear_fit, slope_contrast

THREE = np.array([0.0, 1.0, 2.0])


def test_least_squares_slope_of_three_points_is_that_of_the_ends():
    # Points less their mean, (-1, 0, 1), by the sum of their squares, 2.
    np.testing.assert_allclose(slope_contrast(THREE), [-0.5, 0.0, 0.5])


def test_equal_and_independent_errors_give_ordinary_least_squares():
    curve = np.array([[4.0, 3.0, 1.0]])
    fit = linear_fit(THREE, curve, 0.09 * np.eye(3)[None])
    # Slope (1 - 4) / 2; variance .09 / 2. Second difference 4 - 6 + 1 = -1 with variance .09 (1 + 4 + 1) = .54.
    assert fit.slope == pytest.approx([-1.5])
    assert fit.error == pytest.approx([np.sqrt(0.045)])
    assert fit.statistic == pytest.approx([1 / 0.54])
    assert fit.dof.tolist() == [1]
    # With one degree of freedom the chi-square tail is twice the normal one: z = sqrt(1 / .54) = 1.3608.
    assert fit.p_value == pytest.approx([0.1736], abs=1e-4)


def test_unequal_and_correlated_errors_give_aitken_s_line():
    rng = np.random.default_rng(0)
    points = np.array([0.0, 1.0, 2.0, 5.0])
    curves = rng.normal(size=(3, 4))
    root = rng.normal(size=(3, 4, 4))
    covariance = root @ root.swapaxes(1, 2)
    fit = linear_fit(points, curves, covariance)
    design = np.stack([np.ones(4), points], axis=1)
    for model in range(3):  # the normal equations of generalised least squares, with the inverse
        inverse = np.linalg.inv(covariance[model])
        information = design.T @ inverse @ design
        line = np.linalg.solve(information, design.T @ inverse @ curves[model])
        rest = curves[model] - design @ line
        assert fit.slope[model] == pytest.approx(line[1])
        assert fit.error[model] == pytest.approx(np.sqrt(np.linalg.inv(information)[1, 1]))
        assert fit.statistic[model] == pytest.approx(rest @ inverse @ rest)
    assert fit.dof.tolist() == [2, 2, 2]


def test_two_points_are_always_on_a_line():
    fit = linear_fit(np.array([0.0, 2.0]), np.array([[5.0, 1.0]]), np.diag([0.01, 0.03])[None])
    # The slope is (1 - 5) / 2, its variance (.01 + .03) / 4.
    assert fit.slope == pytest.approx([-2.0])
    assert fit.error == pytest.approx([0.1])
    assert fit.dof.tolist() == [0]
    assert np.isnan(fit.statistic[0])
    assert np.isnan(fit.p_value[0])


def test_a_point_without_error_is_on_the_line():
    # The first point is exact, the others have variance 1: the line through (0, 4) of least squares has slope
    # (1 (3 - 4) + 2 (1 - 4)) / (1 + 4) = -7/5, variance 1/5. Residuals 3 - 2.6 = .4 and 1 - 1.2 = -.2: .16 + .04.
    fit = linear_fit(THREE, np.array([[4.0, 3.0, 1.0]]), np.diag([0.0, 1.0, 1.0])[None])
    assert fit.slope == pytest.approx([-1.4])
    assert fit.error == pytest.approx([np.sqrt(0.2)])
    assert fit.statistic == pytest.approx([0.2])
    assert fit.dof.tolist() == [1]


def test_exact_points_on_a_line_leave_nothing_to_test():
    fit = linear_fit(THREE, np.array([[4.0, 3.0, 2.0]]), np.zeros((1, 3, 3)))
    assert fit.slope == pytest.approx([-1.0])
    assert fit.dof.tolist() == [0]
    assert np.isnan(fit.p_value[0])


def test_exact_points_on_no_line_are_certainly_on_none():
    fit = linear_fit(THREE, np.array([[4.0, 3.0, 1.0]]), np.zeros((1, 3, 3)))
    assert np.isposinf(fit.statistic[0])
    assert fit.p_value.tolist() == [0.0]


def test_departures_without_error_are_no_degrees_of_freedom():
    # Four points, errors along the straight line and along one departure, (1, -3, 3, -1), alone.
    points = np.arange(4.0)
    cubic = np.array([1.0, -3.0, 3.0, -1.0]) / np.sqrt(20)
    covariance = np.outer(cubic, cubic) + np.outer(points, points)
    fit = linear_fit(points, (3 - points + 2 * cubic)[None], covariance[None])
    assert fit.dof.tolist() == [1]
    assert fit.statistic == pytest.approx([4.0])  # two standard errors, squared
    assert fit.slope == pytest.approx([-1.0])


def test_straight_curves_are_rejected_as_often_as_promised():
    """4,000 straight curves of four correlated points: p is uniform, here at .05, binomial limits at 1e-6 each side."""
    rng = np.random.default_rng(1)
    points, replications = np.arange(4.0), 4000
    root = rng.normal(size=(4, 4))
    curves = 7 - 0.6 * points + rng.normal(size=(replications, 4)) @ root.T
    fit = linear_fit(points, curves, np.repeat((root @ root.T)[None], replications, axis=0))
    rejected = int((fit.p_value < 0.05).sum())
    assert binom.ppf(1e-6, replications, 0.05) <= rejected <= binom.ppf(1 - 1e-6, replications, 0.05)
    # The slope's z has variance one: a chi-square of 4,000 degrees by 4,000, within 5 of its errors sqrt(2 / 4000).
    z = (fit.slope + 0.6) / fit.error
    assert np.mean(z**2) == pytest.approx(1, abs=5 * np.sqrt(2 / replications))
