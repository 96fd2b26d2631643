"""Mean utility by hand."""

import numpy as np
import pytest

from bayesrank.rules.metrics.avg import avg
from tests.outcome_stacks import NAN, assert_scored_as_members, by_name, counts_of, probabilities, resampled, weighed


def test_by_hand():
    # a: 2 of 3, 0 of 3; b: 1 of 3, and q, which it was not asked, is no zero
    counts = counts_of([[[1, 1, 0], [0, 0, 0]], [[1, 0, 0], [NAN, NAN, NAN]]])
    assert by_name(counts, avg(counts)) == pytest.approx({"a": 1 / 3, "b": 1 / 3}, abs=1e-15)


def test_trials_are_averaged_before_questions():
    # 1 of 1 and 1 of 3: (1 + 1/3) / 2, not 2 of 4
    counts = counts_of([[[1, NAN, NAN], [1, 0, 0]]])
    assert avg(counts)[0] == pytest.approx(2 / 3, abs=1e-15)


def test_grades_and_fractions_are_utilities():
    graded = counts_of([[[0, 1], [2, 2]]], weights=[-1, 0.5, 2])
    assert avg(graded)[0] == pytest.approx((-0.25 + 2) / 2, abs=1e-15)
    assert avg(counts_of([[[0.25], [0.5]]]))[0] == pytest.approx(0.375, abs=1e-15)


def test_questions_count_what_they_weigh():
    counts = weighed(counts_of([[[1, 1], [0, 1]], [[0, 0], [NAN, NAN]]]), p=0.0, q=2.0)
    scores = by_name(counts, avg(counts))
    assert scores["a"] == 0.5
    assert np.isnan(scores["b"])  # asked nothing that counts


def test_a_stack_is_scored_as_its_members():
    gappy = np.random.default_rng(1).integers(0, 3, (4, 5, 6)).astype(float)
    gappy[1, 2], gappy[3, 0, 4:] = NAN, NAN
    assert_scored_as_members(avg, resampled(counts_of(gappy, weights=[0, 0.3, 1]), 7))
    counts = counts_of(np.minimum(gappy, 1))
    assert_scored_as_members(avg, probabilities(counts, np.random.default_rng(2).random((7, 4, 5))))
