import numpy as np
import pytest

from bayesrank.swiss.fragility.curve_effects import contrast_of, curve_of, ratio_of
from tests.swiss_wins import made_up_wins

SLOPE = np.array([-0.5, 0.0, 0.5])


def test_variance_of_a_difference_reads_the_covariance():
    # (E(2) - E(0)) / 2 with variances .04, .09, .16 and covariance of the ends .01: (.04 + .16 - .02) / 4 = .045.
    covariance = np.diag([0.04, 0.09, 0.16])
    covariance[0, 2] = covariance[2, 0] = 0.01
    estimate = contrast_of(curve_of(made_up_wins([[4], [3], [1]], covariance=[covariance])), SLOPE, 0.95)
    assert estimate.value == pytest.approx([-1.5])
    assert estimate.error == pytest.approx([np.sqrt(0.045)])


def test_ratio_has_the_error_of_the_delta_method():
    # Slope -1.5 of a start of 4: -.375. Gradient of (E(2) - E(0)) / 2 / E(0): of E(0), (-.5 + .375) / 4 = -.03125; of
    # E(2), .125. Independent errors of variances .04 and .16: .04 * .03125^2 + .16 * .125^2 = .0025390625.
    curves = curve_of(made_up_wins([[4], [3], [1]], covariance=[np.diag([0.04, 0.09, 0.16])]))
    estimate = ratio_of(curves, None, SLOPE, 0.95)
    assert estimate.value == pytest.approx([-0.375])
    assert estimate.error == pytest.approx([np.sqrt(0.0025390625)])


def test_reference_is_taken_off_and_adds_its_error():
    # Less a slope of the reference of -.5: (-1.5 + .5) / 4 = -.25. Of E(0) (-.5 + .25) / 4 = -.0625, of E(2) .125,
    # and the reference's slope has variance (.01 + .03) / 4 = .01 and is divided by 4: .01 / 16.
    curves = curve_of(made_up_wins([[4], [3], [1]], covariance=[np.diag([0.04, 0.09, 0.16])]))
    reference = curve_of(made_up_wins([[4], [3], [3]], covariance=[np.diag([0.01, 0.02, 0.03])]))
    estimate = ratio_of(curves, reference, SLOPE, 0.95)
    assert estimate.value == pytest.approx([-0.25])
    assert estimate.error == pytest.approx([np.sqrt(0.04 * 0.0625**2 + 0.16 * 0.125**2 + 0.01 / 16)])


def test_delta_method_is_the_spread_of_simulated_ratios():
    """100,000 normal errors of 2 % of the start: terms left out are of that order squared; 5 errors of a deviation."""
    rng = np.random.default_rng(0)
    root = 0.05 * rng.normal(size=(3, 3))
    start = np.array([4.0, 3.0, 1.0])
    simulated = start + rng.normal(size=(100_000, 3)) @ root.T
    ratio = (simulated @ SLOPE) / simulated[:, 0]
    estimate = ratio_of(curve_of(made_up_wins(start[:, None], covariance=[root @ root.T])), None, SLOPE, 0.95)
    assert estimate.error[0] == pytest.approx(ratio.std(), rel=5 / np.sqrt(2 * 100_000) + 0.002)


def test_ratios_of_draws_are_those_of_each_draw():
    # Two draws: starts 4 and 2, ends 1 and 1: ratios -1.5 / 4 = -.375 and -.5 / 2 = -.25, mean -.3125. The reference
    # has ends of 3 and 2, slopes -.5 and 0: excess -1 / 4 and -.5 / 2, both -.25.
    draws = np.array([[[4.0], [2.0]], [[2.0], [2.0]], [[1.0], [1.0]]])
    expected = draws.copy()
    expected[2] = [[3.0], [2.0]]
    curves = curve_of(made_up_wins(draws.mean(axis=1), draws=draws))
    reference = curve_of(made_up_wins(expected.mean(axis=1), draws=expected))
    assert curves.uncertainty == "posterior"
    np.testing.assert_allclose(ratio_of(curves, None, SLOPE, 0.95).draws, [[-0.375], [-0.25]])
    excess = ratio_of(curves, reference, SLOPE, 0.95)
    np.testing.assert_allclose(excess.draws, [[-0.25], [-0.25]])
    assert excess.error == pytest.approx([0.0])


def test_covariance_of_draws_is_that_of_the_posterior():
    draws = np.random.default_rng(1).normal(size=(3, 50, 2))
    curves = curve_of(made_up_wins(draws.mean(axis=1), draws=draws))
    for model in range(2):
        np.testing.assert_allclose(curves.covariance[model], np.cov(draws[:, :, model]))


def test_sums_of_draws_keep_points_and_models_apart():
    draws = np.random.default_rng(2).normal(size=(3, 50, 2))
    estimate = contrast_of(curve_of(made_up_wins(draws.mean(axis=1), draws=draws)), np.eye(3), 0.95)
    np.testing.assert_allclose(estimate.value, draws.mean(axis=1))
    np.testing.assert_allclose(estimate.upper[1, 0], np.quantile(draws[1, :, 0], 0.975))


def test_no_share_of_no_wins():
    curves = curve_of(made_up_wins([[4, 0], [3, 0], [1, 0]]))
    np.testing.assert_allclose(ratio_of(curves, None, SLOPE, 0.95).value, [-0.375, np.nan])
    draws = np.ones((3, 4, 2))
    draws[0, 2, 1] = 0
    with_draws = ratio_of(curve_of(made_up_wins(draws.mean(axis=1), draws=draws)), None, SLOPE, 0.95)
    np.testing.assert_allclose(with_draws.value, [0, np.nan])


def test_wins_without_contests_are_exact():
    assert curve_of(made_up_wins([[1], [1]], n_contests=None)).uncertainty == "exact"
    assert curve_of(made_up_wins([[1], [1]])).uncertainty == "monte_carlo"
