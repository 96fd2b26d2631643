"""Scores of abilities over time, by hand."""

import numpy as np
import pytest

from bayesrank.programs.item_response._paths import score_of_path, unseen_ends
from bayesrank.statistics.timed_counts import TimedCounts

LOG3 = np.log(3)
# one draw, two models: chances at difficulty 0 are 1/4, 1/2, 3/4 and 1/2, 1/2, 1/2
PATH = np.array([[[-LOG3, 0.0, LOG3], [0.0, 0.0, 0.0]]])
DRAWS = {
    "difficulty": np.array([[0.0, LOG3]]),
    "difficulty_mean": np.array([0.0]),
    "difficulty_spread": np.array([1e-9]),  # new questions are all of difficulty 0
}
TRIALS = np.ones((2, 2, 3))
COUNTS = TimedCounts(
    ("a", "b"), ("p", "q"), np.array([0, 0.5, 1]), np.zeros((2, 2, 3)), TRIALS, weights=np.array([0.0, 1.0])
)


@pytest.mark.parametrize(
    ("at", "ability", "new", "these"),
    [
        # on these: log odds of a are (-log 3, -2 log 3), (0, -log 3), (log 3, 0): chances 1/4 and 1/10, ...
        ("initial", [-LOG3, 0], [1 / 4, 1 / 2], [(1 / 4 + 1 / 10) / 2, (1 / 2 + 1 / 4) / 2]),
        ("final", [LOG3, 0], [3 / 4, 1 / 2], [(3 / 4 + 1 / 2) / 2, (1 / 2 + 1 / 4) / 2]),
        ("gain", [2 * LOG3, 0], [1 / 2, 0], [5 / 8 - 7 / 40, 0]),
        ("mean", [0, 0], [1 / 2, 1 / 2], [(7 / 40 + 3 / 8 + 5 / 8) / 3, 3 / 8]),
    ],
)
def test_scores_by_hand(at, ability, new, these):
    for target, expected in (("ability", ability), ("population", new), ("benchmark", these)):
        assert score_of_path(COUNTS, PATH, DRAWS, target, at)[0] == pytest.approx(expected, abs=1e-7)


def test_scores_are_on_the_scale_of_utilities():
    counts = TimedCounts(*(getattr(COUNTS, name) for name in ("models", "questions", "times", "right", "n_trials")),
                         weights=np.array([-1.0, 3.0]))  # fmt: skip
    # -1 + 4 chance; a gain has no origin: 4 (3/4 - 1/4)
    assert score_of_path(counts, PATH, DRAWS, "population", "final")[0] == pytest.approx([2, 1], abs=1e-7)
    assert score_of_path(counts, PATH, DRAWS, "population", "gain")[0] == pytest.approx([2, 0], abs=1e-7)


def test_draws_are_taken_in_blocks(monkeypatch):
    whole = score_of_path(COUNTS, np.repeat(PATH, 5, axis=0), {"difficulty": np.arange(10.0).reshape(5, 2)},
                          "benchmark", "mean")  # fmt: skip
    monkeypatch.setattr("bayesrank.programs.item_response._paths.BLOCK_OF_CELLS", 8)  # two draws at once
    parts = score_of_path(COUNTS, np.repeat(PATH, 5, axis=0), {"difficulty": np.arange(10.0).reshape(5, 2)},
                          "benchmark", "mean")  # fmt: skip
    np.testing.assert_array_equal(parts, whole)


def test_models_that_were_not_there_are_named():
    trials = TRIALS.copy()
    trials[1, :, 2] = 0
    counts = TimedCounts(("a", "b"), ("p", "q"), COUNTS.times, np.zeros((2, 2, 3)), trials, COUNTS.weights)
    assert "'b' has no trial at the last time" in unseen_ends(counts, "final")[0]
    assert "'b' has no trial at the first or last time" in unseen_ends(counts, "gain")[0]
    assert unseen_ends(counts, "initial") == unseen_ends(counts, "mean") == []
    trials[0, :, 2] = 0
    nobody = TimedCounts(("a", "b"), ("p", "q"), COUNTS.times, np.zeros((2, 2, 3)), trials, COUNTS.weights)
    assert "'a', 'b' have no trial" in unseen_ends(nobody, "final")[0]
