"""Accuracy weighed by difficulty, by hand."""

import numpy as np
import pytest

from bayesrank.rules.metrics.avg import avg
from bayesrank.rules.metrics.inverse_difficulty import inverse_difficulty
from tests.outcome_stacks import NAN, assert_scored_as_members, by_name, counts_of, probabilities, resampled, weighed


def test_by_hand():
    # Solve rates: p (1 + 1/2)/2 = 3/4, q (0 + 1/2)/2 = 1/4; weights 4/3 and 4, shares 1/4 and 3/4.
    counts = counts_of([[[1, 1], [0, 0]], [[0, 1], [1, 0]]])
    assert by_name(counts, inverse_difficulty(counts)) == pytest.approx({"a": 1 / 4, "b": 1 / 2}, abs=1e-15)


def test_clipping_bounds_the_weights():
    # Solve rates 1, 0, 1/2 are clipped to 0.8, 0.4, 0.5: weights 5/4, 5/2, 2, of 23/4
    counts = counts_of([[[1], [0], [1]], [[1], [0], [0]]])
    scores = by_name(counts, inverse_difficulty(counts, clip=(0.4, 0.8)))
    assert scores == pytest.approx({"a": 13 / 23, "b": 5 / 23}, abs=1e-15)


def test_missing_cells_count_neither_for_the_question_nor_for_the_model():
    # q was put to b alone, once: solve rate 1 -> 0.99; p: (1 + 0)/2. b: (0 * 2 + 1 / .99) / (2 + 1 / .99).
    counts = counts_of([[[1, 1], [NAN, NAN]], [[0, 0], [1, NAN]]])
    expected = {"a": 1.0, "b": (1 / 0.99) / (2 + 1 / 0.99)}
    assert by_name(counts, inverse_difficulty(counts)) == pytest.approx(expected, abs=1e-15)


def test_every_model_counts_once_for_the_solve_rate():
    # p: a 4 of 4, b 0 of 1: 1/2, not 4/5; q: 1 and 1/2: 3/4. Weights 2 and 4/3: a (2 + 4/3)/(10/3), b (2/3)/(10/3).
    counts = counts_of([[[1, 1, 1, 1], [1, 1, NAN, NAN]], [[0, NAN, NAN, NAN], [1, 0, NAN, NAN]]])
    assert by_name(counts, inverse_difficulty(counts)) == pytest.approx({"a": 1, "b": 1 / 5}, abs=1e-15)


def test_the_scale_of_utilities_does_not_move_the_weights():
    binary = np.random.default_rng(3).integers(0, 2, (3, 4, 5))
    plain, scaled = counts_of(binary), counts_of(binary, weights=[-2, 8])
    expected = {name: 10 * score - 2 for name, score in by_name(plain, inverse_difficulty(plain)).items()}
    assert by_name(scaled, inverse_difficulty(scaled)) == pytest.approx(expected, abs=1e-13)


def test_questions_of_one_difficulty_weigh_the_same():
    counts = counts_of([[[1, 0], [0, 0]], [[0, 0], [1, 0]], [[1, 1], [1, 1]]])  # solve rates 1/2 and 1/2
    np.testing.assert_allclose(inverse_difficulty(counts), avg(counts), atol=1e-15)


def test_questions_count_what_they_weigh():
    counts = weighed(counts_of([[[1, 1], [0, 0]], [[0, 1], [1, 0]]]), p=3.0)  # 3 * 4/3 and 4: shares 1/2
    assert by_name(counts, inverse_difficulty(counts)) == pytest.approx({"a": 1 / 2, "b": 1 / 2}, abs=1e-15)


def test_a_stack_is_scored_as_its_members():
    gappy = np.random.default_rng(1).integers(0, 2, (4, 5, 6)).astype(float)
    gappy[1, 2], gappy[3, 0, 4:], gappy[:3, 4] = NAN, NAN, NAN
    counts = counts_of(gappy)
    assert_scored_as_members(inverse_difficulty, resampled(counts, 7))
    assert_scored_as_members(inverse_difficulty, probabilities(counts, np.random.default_rng(2).random((7, 4, 5))))


@pytest.mark.parametrize("clip", [(0, 0.5), (0.5, 0.5), (0.1, 1.1)])
def test_solve_rates_are_clipped_to_a_range(clip):
    with pytest.raises(ValueError, match=r"^clip must be two solve rates, 0 < low < high <= 1; got \("):
        inverse_difficulty(counts_of([[[1, 0]]]), clip=clip)
