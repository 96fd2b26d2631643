import numpy as np
import pytest

from bayesrank import DataError
from bayesrank.studies.held_out_categories import held_out_categories, target_ranks

ALL = np.ones((3, 3), dtype=bool)
CATEGORIES = {"law": "humanities", "algebra": "mathematics", "history": "humanities", "chess": "games"}


def test_categories_stand_in_the_order_of_their_benchmarks():
    found = held_out_categories(["algebra", "history", "law"], ALL, CATEGORIES)
    assert [(category.name, category.columns.tolist()) for category in found] == [
        ("mathematics", [0]),
        ("humanities", [1, 2]),
    ]


def test_what_is_refused():
    with pytest.raises(DataError, match="every benchmark must have a category; got none of 'go'"):
        held_out_categories(["go", "law"], ALL[:, :2], CATEGORIES)
    with pytest.raises(DataError, match="every benchmark must have a category; got none of 'go'"):
        held_out_categories(["go", "law"], ALL[:, :2], CATEGORIES | {"go": None})
    with pytest.raises(DataError, match="categories must be at least two, to hold one out; got 'humanities' alone"):
        held_out_categories(["history", "law"], ALL[:, :2], CATEGORIES)
    seen = ALL.copy()
    seen[1, 0] = False
    with pytest.raises(DataError, match="score in and outside every category; got 1 without one in 'mathematics'"):
        held_out_categories(["algebra", "history", "law"], seen, CATEGORIES)


SCORES = np.array([[9.0, 1.0], [8.0, 5.0], [1.0, 2.0]])


def test_mean_ranks_and_means():
    # Ranks 1 2 3 and 3 1 2: means 2, 1.5, 2.5. Means 5, 6.5, 1.5.
    assert target_ranks(SCORES, "mean_rank", np.array([1, 1])).tolist() == [2, 1, 3]
    assert target_ranks(SCORES, "mean", np.array([1, 1])).tolist() == [2, 1, 3]
    # Twice the first and once the second: 5/3, 5/3, 8/3; 19/3, 7, 4/3.
    assert target_ranks(SCORES, "mean_rank", np.array([2, 1])).tolist() == [1.5, 1.5, 3]
    assert target_ranks(SCORES, "mean", np.array([2, 1])).tolist() == [2, 1, 3]
    assert target_ranks(SCORES, "mean", np.array([2, 0])).tolist() == [1, 2, 3]


def test_missing_scores_take_no_part():
    # Ranks 1 2 3 and of the others 1 2: means 1, 1.5, 2.5; without the first benchmark the first model is the last.
    scores = SCORES.copy()
    scores[0, 1] = np.nan
    assert target_ranks(scores, "mean_rank", np.array([1, 1])).tolist() == [1, 2, 3]
    for target in ("mean_rank", "mean"):
        assert target_ranks(scores, target, np.array([0, 2])).tolist() == [3, 1, 2]
