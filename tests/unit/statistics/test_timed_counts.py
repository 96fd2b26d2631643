"""Counts of right answers by time."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bayesrank.errors import DataError
from bayesrank.observations.outcomes import Outcomes
from bayesrank.statistics.timed_counts import count_in_time
from tests.strategies import outcomes, rearranged, renamed

NAN = float("nan")


def test_right_answers_are_counted_at_their_times() -> None:
    data = Outcomes.from_array(
        [[[1, 0, NAN], [1, 1, 0], [NAN] * 3], [[0, NAN, 1], [NAN, NAN, 1], [NAN] * 3]],
        models=["a", "b"],
        questions=["p", "q", "never asked"],
    )
    counts = count_in_time(data, time_axis="trials")
    assert sorted(counts.questions) == ["p", "q"]
    order = np.ix_([counts.models.index(name) for name in "ab"], [counts.questions.index(name) for name in "pq"])
    assert counts.right[order].tolist() == [[[1, 0, 0], [1, 1, 0]], [[0, 0, 1], [0, 0, 1]]]
    assert counts.n_trials[order].tolist() == [[[1, 1, 0], [1, 1, 1]], [[1, 0, 1], [0, 0, 1]]]
    assert counts.asked[order[0].ravel()].tolist() == [[2, 2, 1], [1, 0, 2]]
    assert counts.times.tolist() == [0, 0.5, 1]


def test_trials_that_nobody_has_are_gaps() -> None:
    data = Outcomes.from_array([[[1, NAN, NAN, 0, 1]]])
    assert count_in_time(data, time_axis="trials").times.tolist() == [0, 0.75, 1]  # trials 0, 3 and 4


def test_the_category_worth_more_is_right() -> None:
    data = Outcomes.from_array([[[1, 0]]], weights=[2, 0.5])
    counts = count_in_time(data, time_axis="trials")
    assert counts.right.tolist() == [[[0, 1]]]
    assert counts.weights.tolist() == [0.5, 2]


@given(st.data())
def test_order_and_names_touch_no_bit(data: st.DataObject) -> None:
    drawn = data.draw(outcomes().filter(lambda some: len(np.unique(some.trial_index)) > 1))
    right = (drawn.outcome > 0).astype(float)
    original = replace(drawn, outcome=right, weights=np.array([0.0, 1.0]), prior_counts=None)
    there = count_in_time(original, time_axis="trials")
    for other in (data.draw(rearranged(original)), data.draw(renamed(original))):
        here = count_in_time(other, time_axis="trials")
        np.testing.assert_array_equal(here.right, there.right)
        np.testing.assert_array_equal(here.n_trials, there.n_trials)


def test_time_must_be_named() -> None:
    data = Outcomes.from_array([[[1, 0]]])
    with pytest.raises(ValueError, match="time_axis must be 'trials' to say that trial n of all models was run"):
        count_in_time(data)
    with pytest.raises(ValueError, match="time_axis must be one of trials; got 'questions'"):
        count_in_time(data, time_axis="questions")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (Outcomes.from_counts([[[1, 2]]]), "outcomes must say which trial each is for trials to be times; got counts"),
        (Outcomes.from_array([[1, 0]]), "outcomes must have two times or more for abilities to change; got 1"),
        (Outcomes.from_array([[[0.5, 1]]]), "outcomes must be right or wrong .* got fractions"),
        (Outcomes.from_array([[[1, 0]]], prior=[[1]]), "must have no prior outcomes"),
    ],
)
def test_what_has_no_times_is_refused(data: Outcomes, complaint: str) -> None:
    with pytest.raises(DataError, match=complaint):
        count_in_time(data, time_axis="trials")
