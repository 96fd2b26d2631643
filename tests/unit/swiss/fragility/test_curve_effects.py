import numpy as np
import pytest

from bayesrank.swiss.contests.luck import SURELY
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


def test_ratios_of_draws_are_by_the_delta_method():
    # Two draws: starts 4 and 2, mean 3; slopes -1.5 and -.5, mean -1: ratio -1/3. Of each draw the slope less the ratio
    # times the start: -1.5 + 4/3 = -1/6 and -.5 + 2/3 = 1/6, by 3: -1/3 -+ 1/18. The reference has ends of 3 and 2,
    # slopes -.5 and 0: changes -1 and -.5, mean -.75, ratio -.25, and -1 + 1 = -.5 + .5 = 0 off it.
    draws = np.array([[[4.0], [2.0]], [[2.0], [2.0]], [[1.0], [1.0]]])
    expected = draws.copy()
    expected[2] = [[3.0], [2.0]]
    curves = curve_of(made_up_wins(draws.mean(axis=1), draws=draws))
    reference = curve_of(made_up_wins(expected.mean(axis=1), draws=expected))
    assert curves.uncertainty == "posterior"
    np.testing.assert_allclose(ratio_of(curves, None, SLOPE, 0.95).draws, [[-1 / 3 - 1 / 18], [-1 / 3 + 1 / 18]])
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
    draws[0, :, 1] = 0
    with_draws = ratio_of(curve_of(made_up_wins(draws.mean(axis=1), draws=draws)), None, SLOPE, 0.95)
    np.testing.assert_allclose(with_draws.value, [0, np.nan])


def test_luck_is_taken_out_of_each_difference():
    """Over 200 runs the variances of a difference along the curve and of its ratio are those of the posterior.

    Points of 400 draws share a deviation of .3 at all three numbers of eliminations, and have luck of variances .01,
    .02 and .03 that is independent between them. The difference of the ends has luck of variance (.01 + .03) / 4 = .01
    and a slope of variance .05^2 = .0025: of .0125, a fifth and the margin is left. Of the ratio to a start of 4, slope
    -1: gradients (-.5 + .25) / 4 and .5 / 4 times the ends, (.25^2 * .01 + .5^2 * .03) / 16 = .0005078125; the common
    deviation and the slope count with (.25 * .3 / 4)^2 + (.05 / 4)^2 = .0005078125: a half and the margin. 4 standard
    errors over runs: a false alarm in 1.3e-4.
    """
    noise = np.diag([0.01, 0.02, 0.03])
    start = np.array([4.0, 3.0, 2.0])
    found = []
    for seed in range(200):
        rng = np.random.default_rng(seed)
        common, slope = 0.3 * rng.normal(size=400), 0.05 * rng.normal(size=400)
        true = start[:, None] + common + slope * np.array([0.0, 1.0, 2.0])[:, None]
        luck = np.sqrt(np.diag(noise))[:, None] * rng.normal(size=(3, 400))
        draws = (true + luck)[:, :, None]
        curves = curve_of(made_up_wins(draws.mean(axis=1), draws=draws, noise=noise[None]))
        estimates = contrast_of(curves, SLOPE, 0.95), ratio_of(curves, None, SLOPE, 0.95)
        found.append([float(each.error[0]) ** 2 for each in estimates])
    values = np.array(found)
    error = values.std(axis=0, ddof=1) / np.sqrt(200)
    margin = SURELY * np.sqrt(2 / 399)
    expected = np.array([0.0125 * (0.2 + margin), 2 * 0.0005078125 * (0.5 + margin)])
    assert np.all(error < 0.05 * expected)
    assert np.all(np.abs(values.mean(axis=0) - expected) < 4 * error)


def test_wins_without_contests_are_exact():
    assert curve_of(made_up_wins([[1], [1]], n_contests=None)).uncertainty == "exact"
    assert curve_of(made_up_wins([[1], [1]])).uncertainty == "monte_carlo"
