"""Judging by the greatest deviation, by hand and against the rate that it states."""

import numpy as np
import pytest

from bayesrank.diagnosis.findings import Findings, judge, threshold

# Two rows in four data sets. Row 0: mean 0, squares 1, 1, 1, 1, standard deviation 1. Row 1: mean 0, squares 0, 0, 4,
# 4, standard deviation sqrt 2. Greatest deviation of a set: 1, 1, sqrt 2, sqrt 2.
REPLICATED = np.array([[-1.0, 0.0], [1.0, 0.0], [-1.0, 2.0], [1.0, -2.0]])


def test_a_row_is_compared_with_the_greatest_deviation_of_each_data_set():
    found = judge(np.array([1.2, 3.0]), REPLICATED, false_alarm_rate=0.2)
    np.testing.assert_allclose(found.deviation, [1.2, 3 / np.sqrt(2)])
    # at least 1.2: two sets of four, (1 + 2) / 5; at least 2.12: none, 1 / 5
    np.testing.assert_allclose(found.p, [0.6, 0.2])
    # one of five data sets is to give an alarm: beyond the greatest of the four, sqrt 2
    np.testing.assert_allclose(found.upper, [np.sqrt(2), 2])
    np.testing.assert_allclose(found.lower, [-np.sqrt(2), -2])
    assert found.alarming.tolist() == [False, True]
    assert found.expected.tolist() == [0, 0]


def test_what_lies_on_the_bound_is_no_alarm():
    assert not judge(np.array([0.0, 2.0]), REPLICATED, false_alarm_rate=0.2).alarming.any()


def test_a_higher_rate_has_closer_bounds():
    # two of five: beyond the second greatest of the four, sqrt 2 again; four of five: beyond the least, 1
    assert judge(np.zeros(2), REPLICATED, false_alarm_rate=0.4).upper[0] == pytest.approx(np.sqrt(2))
    assert judge(np.zeros(2), REPLICATED, false_alarm_rate=0.8).upper[0] == pytest.approx(1)


def test_half_a_step_is_added_in_squares():
    found = judge(np.array([1.0]), REPLICATED[:, :1], false_alarm_rate=0.2, step=0.75)
    assert found.deviation[0] == pytest.approx(1 / np.sqrt(1 + 0.75**2))


@pytest.mark.parametrize(
    ("step", "alarming", "upper"), [(0, True, 1), (0.5, True, 1), (0.75, False, 1.5), (1, False, 2)]
)
def test_one_row_within_twice_half_a_step_is_no_alarm(step, alarming, upper):
    # The row alone is 1.4 from its mean, and its greatest deviation in a data set is 1.
    found = judge(np.array([1.4]), REPLICATED[:, :1], false_alarm_rate=0.2, step=step)
    assert found.alarming.tolist() == [alarming]
    assert (found.lower[0], found.upper[0]) == pytest.approx((-upper, upper))


def test_a_count_that_never_moves_may_be_off_by_one():
    found = judge(np.array([1.0, 2.0]), np.zeros((9, 2)), false_alarm_rate=0.1, step=0.5)
    assert found.alarming.tolist() == [False, True]


def test_what_never_varies_is_alarming_if_it_differs_and_else_not():
    found = judge(np.array([0.3, 0.3]), np.full((9, 2), [0.3, 0.1 + 0.1]), false_alarm_rate=0.1)
    assert found.deviation.tolist() == [0, np.inf]
    assert found.alarming.tolist() == [False, True]
    assert found.p[1] == pytest.approx(1 / 10)


def test_a_figure_that_few_data_sets_have_is_not_judged():
    few = np.where(np.arange(4)[:, None] < 3, np.nan, REPLICATED)
    half = np.where(np.arange(4)[:, None] < 2, np.nan, REPLICATED)
    assert np.isnan(judge(np.array([9.0, 9.0]), few, false_alarm_rate=0.2).p).all()
    assert judge(np.array([9.0, 9.0]), half, false_alarm_rate=0.2).alarming.all()
    unknown = judge(np.array([np.nan, 9.0]), REPLICATED, false_alarm_rate=0.2)
    assert np.isnan(unknown.deviation[0])
    assert unknown.alarming.tolist() == [False, True]


@pytest.mark.parametrize("rows", [1, 50])
def test_false_alarms_of_any_row_are_as_frequent_as_stated(rows):
    rng = np.random.default_rng(0)
    shared = rng.normal(size=(1999, 1))
    replicated = shared + rng.normal(size=(1999, rows))  # rows depend on each other
    fresh = rng.normal(size=(2000, 1)) + rng.normal(size=(2000, rows))
    found = judge(fresh[0], replicated, false_alarm_rate=0.1)
    alarms = ((fresh < found.lower) | (fresh > found.upper)).any(axis=1)
    # standard error sqrt(.1 .9 / 2000) = .0067 of the alarms, and as much of the bound: 3 of both
    assert alarms.mean() == pytest.approx(0.1, abs=0.028)


def test_a_threshold_is_passed_on_it_and_not_by_nan():
    def alarm(value):
        return bool(threshold("convergence", "R-hat", value, upper=1.01, sentence="too large").judged.alarming[0])

    assert [alarm(value) for value in (1.0, 1.01, 1.02, np.nan)] == [False, False, True, True]
    assert threshold("convergence", "ESS", 399, lower=400, sentence="few").sentences == ["few"]
    assert threshold("convergence", "ESS", 400, lower=400, sentence="few").sentences == [""]


def test_the_table_has_a_row_for_each_that_the_figure_is_of():
    judged = judge(np.array([1.2, 3.0]), REPLICATED, false_alarm_rate=0.2)
    table = Findings("predictions", "win rate", [("a", "b"), ("a", "c")], judged, ["", "off"]).table()
    assert table["about"].tolist() == [("a", "b"), ("a", "c")]
    assert table["alarming"].tolist() == [False, True]
    assert table["sentence"].tolist() == ["", "off"]
    assert table["observed"].tolist() == [1.2, 3.0]
