"""Chances of reaching grades, by hand and against simulation."""

import numpy as np
import pytest
from scipy.special import expit

from bayesrank.programs.item_response import _grade_chances
from bayesrank.programs.item_response._grade_chances import reached, reached_on_new, reached_on_these

LOG3 = np.log(3)
# one draw, one model of ability log 3, two questions of two steps
DRAWS = {"ability": np.array([[LOG3]]), "threshold": np.array([[[0.0, LOG3], [-LOG3, 2 * LOG3]]])}


def test_chances_by_hand():
    # log odds (log 3, 0) and (2 log 3, -log 3): chances (3/4, 1/2) and (9/10, 1/4)
    assert reached(DRAWS, 0)[0, 0] == pytest.approx([3 / 4, 9 / 10], abs=1e-12)
    assert reached_on_these(DRAWS, 2)[0, 0] == pytest.approx([(3 / 4 + 9 / 10) / 2, (1 / 2 + 1 / 4) / 2], abs=1e-12)
    twice = DRAWS | {"discrimination": np.array([[2.0, 1.0]])}  # log odds 2 log 3 on the first
    assert reached(twice, 0)[0, 0] == pytest.approx([9 / 10, 9 / 10], abs=1e-12)


def test_draws_are_taken_in_blocks(monkeypatch):
    rng = np.random.default_rng(0)
    draws = {"ability": rng.normal(size=(5, 3)), "threshold": rng.normal(size=(5, 4, 2))}
    whole = reached_on_these(draws, 2)
    monkeypatch.setattr(_grade_chances, "BLOCK_OF_CELLS", 24)  # two draws at once
    np.testing.assert_array_equal(reached_on_these(draws, 2), whole)


@pytest.mark.parametrize("by_question", [False, True])
def test_new_questions_are_those_of_the_prior(by_question):
    # One draw of the parameters; 200,000 simulated questions have standard errors below .5 / sqrt(200,000) = .0011.
    n = 200_000
    rng = np.random.default_rng(3)
    ability = np.array([-1.5, 0.0, 2.0])
    draws = {"ability": ability[None], "gap_log_mean": np.array([[0.2, 0.8]]), "gap_log_spread": np.array([0.4])}
    gaps = np.exp(np.array([0.2, 0.8]) + 0.4 * rng.normal(size=(n, 2)))
    offset = np.column_stack([np.zeros(n), gaps.cumsum(axis=1)])
    offset -= offset.mean(axis=1, keepdims=True)
    slope = np.ones(n)
    if by_question:
        draws |= {"discrimination": np.ones((1, 2)), "discrimination_spread": np.array([0.3])}
        draws |= {"easiness_mean": np.array([-0.5]), "easiness_spread": np.array([1.2])}
        slope = np.exp(0.3 * rng.normal(size=n))
    else:
        draws |= {"difficulty_mean": np.array([0.5]), "difficulty_spread": np.array([1.2])}
    difficulty = 0.5 + 1.2 * rng.normal(size=n)
    simulated = [[expit(slope * model - difficulty - step).mean() for step in offset.T] for model in ability]
    np.testing.assert_allclose(reached_on_new(draws, 3)[0], simulated, atol=0.005)


def test_two_grades_need_no_gaps():
    # difficulty without spread: sigmoid(log 3 - 0) = 3/4
    draws = {"ability": np.array([[LOG3]]), "difficulty_mean": np.zeros(1), "difficulty_spread": np.zeros(1)}
    assert reached_on_new(draws, 1)[0, 0] == pytest.approx([3 / 4], abs=1e-12)
