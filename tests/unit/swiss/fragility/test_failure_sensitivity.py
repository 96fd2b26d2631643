import json

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.swiss.fragility.estimates import Estimate
from bayesrank.swiss.fragility.failure_sensitivity import failure_sensitivity
from bayesrank.swiss.fragility.profile_spread import ProfileSpread
from tests.swiss_wins import made_up_wins

CURVES = np.array([[4.0, 2.0], [3.0, 2.0], [1.0, 2.0]])  # a falls by 1, then by 2; b does not fall
EVEN = np.array([[4.0, 2.0], [3.5, 2.0], [3.0, 2.0]])
COVARIANCE = np.repeat(np.diag([0.04, 0.09, 0.16])[None], 2, axis=0)


def spread_of(*models):
    each = np.ones(len(models))
    return ProfileSpread(models, *[Estimate(each, each, each, each)] * 3, n_worst=3)


def made_up_sensitivity(curves=CURVES, reference=EVEN, **options):
    wins = made_up_wins(curves, covariance=COVARIANCE)
    return failure_sensitivity(wins, made_up_wins(reference, covariance=COVARIANCE), spread_of("a", "b"), **options)


def test_what_a_curve_says():
    sensitivity = made_up_sensitivity()
    assert sensitivity.grid == (0, 1, 2)
    np.testing.assert_allclose(sensitivity.two_point.value, [-1.5, 0])  # (1 - 4) / 2
    np.testing.assert_allclose(sensitivity.slope.value, [-1.5, 0])  # the same with three points
    np.testing.assert_allclose(sensitivity.curvature.value, [-1, 0])  # 1 - 2 * 3 + 4
    np.testing.assert_allclose(sensitivity.curvature.error, np.sqrt([0.56, 0.56]))  # .16 + 4 * .09 + .04
    np.testing.assert_allclose(sensitivity.normalised.value, [-0.375, 0])  # -1.5 / 4
    np.testing.assert_allclose(sensitivity.excess.value, [-0.25, 0])  # the reference's slope is -.5: (-1.5 + .5) / 4
    assert sensitivity.mean_sensitivity == pytest.approx(-0.75)
    assert repr(sensitivity) == (
        "FailureSensitivity(2 models, eliminations 0, 1, 2, mean sensitivity -0.750 wins, uncertainty: monte_carlo)"
    )


def test_line_is_that_of_the_covariance():
    # -1 squared by .16 + 4 * .09 + .04 = .56; one degree of freedom.
    linear = made_up_sensitivity().linear
    np.testing.assert_allclose(linear.statistic, [1 / 0.56, 0], atol=1e-12)
    assert linear.dof.tolist() == [1, 1]


def test_least_squares_slope_of_a_longer_grid_reads_all_points():
    # Wins 4, 4, 4, 1: ends (1 - 4) / 3 = -1; least squares (-1.5 * 4 - .5 * 4 + .5 * 4 + 1.5 * 1) / 5 = -.9.
    wins = made_up_wins([[4.0, 1.0], [4.0, 1.0], [4.0, 1.0], [1.0, 1.0]])
    by_ends = failure_sensitivity(wins, wins, spread_of("a", "b"))
    by_slope = failure_sensitivity(wins, wins, spread_of("a", "b"), coefficient="slope")
    assert (by_ends.two_point.value[0], by_ends.slope.value[0]) == pytest.approx((-1, -0.9))
    assert by_ends.normalised.value == pytest.approx([-0.25, 0])
    assert by_slope.normalised.value == pytest.approx([-0.225, 0])
    assert by_ends.excess.value == pytest.approx([0, 0])  # nothing beyond itself


def test_two_points_have_no_curvature():
    wins = made_up_wins([[4.0, 2.0], [1.0, 2.0]], schedules=["0", "2"])
    sensitivity = failure_sensitivity(wins, wins, spread_of("a", "b"))
    assert sensitivity.two_point.value == pytest.approx([-1.5, 0])
    assert np.isnan(sensitivity.curvature.value[0])
    assert np.isnan(sensitivity.linear.p_value[0])


def test_with_draws_all_intervals_are_quantiles():
    draws = CURVES[:, None] + np.random.default_rng(0).normal(size=(3, 400, 2)) / 10
    wins = made_up_wins(draws.mean(axis=1), covariance=COVARIANCE, draws=draws)
    reference = made_up_wins(EVEN, draws=np.repeat(EVEN[:, None], 400, axis=1))
    sensitivity = failure_sensitivity(wins, reference, spread_of("a", "b"), ci_prob=0.9)
    assert sensitivity.uncertainty == "posterior"
    assert not [said for said in sensitivity.warnings if "win tensor" in said]
    slopes = (draws[2] - draws[0]) / 2
    np.testing.assert_allclose(sensitivity.two_point.lower, np.quantile(slopes, 0.05, axis=0))
    start = draws[0].mean(axis=0)
    ratio = slopes.mean(axis=0) / start  # and of each draw by the delta method
    np.testing.assert_allclose(
        sensitivity.normalised.upper, np.quantile(ratio + (slopes - ratio * draws[0]) / start, 0.95, axis=0)
    )
    more = (slopes[:, 0] + 0.5).mean() / start[0]
    of_draws = more + (slopes[:, 0] + 0.5 - more * draws[0, :, 0]) / start[0]
    np.testing.assert_allclose(sensitivity.excess.upper[0], np.quantile(of_draws, 0.95))
    np.testing.assert_allclose(sensitivity.expected.upper[1], np.quantile(draws[1], 0.95, axis=0))
    second = draws[2] - 2 * draws[1] + draws[0]
    np.testing.assert_allclose(sensitivity.linear.statistic, second.mean(axis=0) ** 2 / second.var(axis=0, ddof=1))


def test_contests_alone_are_said_to_leave_the_data_out():
    assert (
        made_up_sensitivity()
        .warnings[0]
        .startswith("intervals hold the luck of the contests alone: they are conditional on the win tensor")
    )
    exact = made_up_wins(CURVES, n_contests=None)
    sensitivity = failure_sensitivity(exact, exact, spread_of("a", "b"))
    assert sensitivity.warnings[0].startswith("expected wins are exact given the win tensor")
    np.testing.assert_array_equal(sensitivity.two_point.lower, sensitivity.two_point.upper)
    assert np.isposinf(sensitivity.linear.statistic[0])  # a is exactly not on a line, b exactly is
    assert np.isnan(sensitivity.linear.p_value[1])


def test_doubts_of_the_grid_and_of_models_without_wins_are_said():
    wins = made_up_wins([[4.0, 0.0], [3.0, 0.0], [1.0, 0.0]])
    said = failure_sensitivity(wins, wins, spread_of("a", "b")).warnings
    assert any(text.startswith("eliminations of 1, 2 may leave fewer than two of 2 models") for text in said)
    assert said[-1] == "sensitivity is no share of the wins of models that have none without eliminations: b"


def test_frame_has_a_row_for_each_model():
    frame = made_up_sensitivity().frame()
    assert frame["model"].tolist() == ["a", "b"]
    assert frame.loc[0, "wins"] == 4
    assert frame.loc[0, "normalised"] == pytest.approx(-0.375)
    # At the end of the grid a model has left before the last of five rounds with probability .02 (1 + 2 + 3 + 4).
    assert frame.loc[0, "p_eliminated"] == pytest.approx(0.2)
    assert frame.loc[0, "rounds_played"] == 3
    assert frame.loc[0, "byes"] == 1  # without eliminations
    assert "robust_z" in frame


def test_curve_has_a_row_for_each_point():
    curve = made_up_sensitivity().curve()
    assert curve["model"].tolist() == ["a", "a", "a", "b", "b", "b"]
    assert curve["eliminate"].tolist() == [0, 1, 2, 0, 1, 2]
    assert curve["wins"].tolist() == [4, 3, 1, 2, 2, 2]
    assert curve["reference"].tolist() == [4, 3.5, 3, 2, 2, 2]
    np.testing.assert_allclose(curve["error"], [0.2, 0.3, 0.4] * 2)
    np.testing.assert_allclose(curve["p_eliminated"], [0, 0.1, 0.2] * 2)


def test_record_is_plain():
    wins = made_up_wins([[4.0, 2.0], [1.0, 2.0]], schedules=["0", "1"])
    record = failure_sensitivity(wins, wins, spread_of("a", "b")).record()
    assert json.loads(json.dumps(record, allow_nan=False)) == record
    assert record["grid"] == [0, 1]
    assert record["mean_sensitivity"] == -1.5
    assert record["models"][0]["curvature"] is None
    assert [row["wins"] for row in record["curve"]] == [4, 1, 2, 2]


@pytest.mark.parametrize("schedules", [["0"], ["1", "2"], ["0", "2", "1"], ["0", "halving"], ["0", "0"]])
def test_schedules_that_are_no_grid_are_refused(schedules):
    wins = made_up_wins([[4.0, 2.0]] * len(schedules), schedules=schedules)
    with pytest.raises(ValueError, match=r"schedules must be 0 and larger numbers .*; got .*\. Play eliminate="):
        failure_sensitivity(wins, wins, spread_of("a", "b"))


def test_a_reference_of_other_models_is_refused():
    with pytest.raises(DataError, match="the reference must have the same models as the tournament"):
        failure_sensitivity(made_up_wins(CURVES), made_up_wins(CURVES, models="xy"), spread_of("a", "b"))


def test_a_reference_at_other_schedules_is_refused():
    with pytest.raises(DataError, match="the reference must have the same schedules as the tournament"):
        failure_sensitivity(made_up_wins(CURVES), made_up_wins(CURVES[:2]), spread_of("a", "b"))


def test_a_profile_of_other_models_is_refused():
    with pytest.raises(DataError, match="the profile spread must be of the models of the tournament"):
        failure_sensitivity(made_up_wins(CURVES), made_up_wins(CURVES), spread_of("b", "a"))


def test_a_reference_of_other_draws_is_refused():
    draws = made_up_wins(CURVES, draws=np.ones((3, 7, 2)))
    with pytest.raises(DataError, match="played from the same draws as the tournament; got None and 7"):
        failure_sensitivity(draws, made_up_wins(CURVES), spread_of("a", "b"))


def test_an_unknown_coefficient_is_refused():
    with pytest.raises(ValueError, match="coefficient must be one of two_point, slope; got 'gls'"):
        made_up_sensitivity(coefficient="gls")
