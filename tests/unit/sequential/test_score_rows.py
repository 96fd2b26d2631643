"""Scores as the wealths read them: their scale, their direction, and what a missing one means."""

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.sequential.score_rows import ScoreReader, as_rows, running_sums

NAMES = ("a", "b", "c")
ALL = np.ones(3, dtype=bool)
NOTHING = float("nan")


def test_scores_are_moved_to_the_unit_interval():
    rows = ScoreReader(score_range=(-10, 30)).rows(np.array([[-10.0, 0.0, 30.0]]), ALL, NAMES)
    for bound in (rows.low, rows.high):
        assert bound.tolist() == [[0.0, 0.25, 1.0]]
    assert rows.plays.tolist() == [[1.0, 1.0, 1.0]]


def test_scores_are_turned_around_where_lower_is_better():
    rows = ScoreReader(score_range=(0, 4), higher_is_better=False).rows(np.array([[0.0, 1.0, 4.0]]), ALL, NAMES)
    assert rows.low.tolist() == [[1.0, 0.75, 0.0]]


@pytest.mark.parametrize(("missing", "plays"), [("pessimistic", [1, 1, 1]), ("skipped_without_looking", [1, 0, 1])])
@pytest.mark.parametrize("higher_is_better", [True, False])
def test_a_missing_score_can_be_anything(missing, plays, higher_is_better):
    reader = ScoreReader(missing, higher_is_better=higher_is_better)
    rows = reader.rows(np.array([[0.5, NOTHING, 0.5]]), ALL, NAMES)
    assert rows.low.tolist() == [[0.5, 0.0, 0.5]]
    assert rows.high.tolist() == [[0.5, 1.0, 0.5]]
    assert rows.plays.tolist() == [plays]


@pytest.mark.parametrize("missing", ["refused", "pessimistic", "skipped_without_looking"])
def test_what_there_is_of_models_that_are_not_awaited_is_not_read(missing):
    rows = ScoreReader(missing).rows(np.array([[0.5, 0.5, 99.0]]), np.array([True, True, False]), NAMES)
    assert (rows.low[0, 2], rows.high[0, 2], rows.plays[0, 2]) == (0, 1, 0)


def test_missing_scores_are_refused_unless_said_what_they_mean():
    with pytest.raises(DataError, match="every live model must have a score on every question; got none of 'b' in row"):
        ScoreReader().rows(np.array([[1.0, 1.0, 1.0], [1.0, NOTHING, 0.0]]), ALL, NAMES)


def test_pairs_cannot_do_without_what_is_missing():
    with pytest.raises(ValueError, match=r"missing must not be 'pairwise_deletion'; got it\. .* no random ones"):
        ScoreReader("pairwise_deletion")
    with pytest.raises(ValueError, match="missing must be one of refused, pessimistic, skipped_without_looking"):
        ScoreReader("zero")


@pytest.mark.parametrize("wrong", [1.5, -0.5, np.inf])
def test_scores_lie_in_their_range(wrong):
    with pytest.raises(DataError, match=f"score must lie in score_range, from 0 to 1; got {wrong:g} of 'c' in row 1"):
        ScoreReader().rows(np.array([[1.0, 1.0, 1.0], [1.0, 0.0, wrong]]), ALL, NAMES)


@pytest.mark.parametrize("score_range", [(1, 0), (0, 0), (0, np.inf), (NOTHING, 1)])
def test_a_range_has_two_ends(score_range):
    with pytest.raises(ValueError, match="score_range must be the lowest and the highest score that there can be; got"):
        ScoreReader(score_range=score_range)


def test_right_or_wrong_is_nothing_between():
    reader = ScoreReader(score_kind="right_or_wrong", score_range=(0, 10))
    assert reader.rows(np.array([[0.0, 10.0, 10.0]]), ALL, NAMES).low.tolist() == [[0, 1, 1]]
    with pytest.raises(DataError, match="score must be right or wrong, 10 or 0; got 5 of 'b' in row 0"):
        reader.rows(np.array([[0.0, 5.0, 10.0]]), ALL, NAMES)
    with pytest.raises(ValueError, match="score_kind must be one of graded, right_or_wrong; got 'binary'"):
        ScoreReader(score_kind="binary")


def test_one_row_may_be_flat():
    assert as_rows([1, 0], 2).tolist() == [[1.0, 0.0]]
    assert as_rows([[True, False], [False, True]], 2).shape == (2, 2)


def test_rows_are_numbers_a_column_a_model():
    with pytest.raises(DataError, match=r"scores must have 3 columns, one a model; got an array of shape \(2, 2\)"):
        as_rows([[1, 0], [0, 1]], 3)
    for wrong in ([["right", "wrong"]], [[1, 0], [1]], [[{}, 1]]):
        with pytest.raises(DataError, match="scores must be rows of numbers, a row a question; got list of something"):
            as_rows(wrong, 2)


def test_running_sums_are_the_same_however_rows_are_grouped():
    scores = np.random.default_rng(0).random((40, 3))
    whole = running_sums(np.zeros(3), scores)
    assert whole[0].tolist() == [0, 0, 0]
    half = running_sums(np.zeros(3), scores[:17])
    assert running_sums(half[-1], scores[17:]).tobytes() == whole[17:].tobytes()
    assert whole[2].tolist() == (scores[0] + scores[1]).tolist()
