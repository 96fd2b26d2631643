"""Questions that turn factors, and the turn, against linear algebra."""

import numpy as np
import pytensor.tensor as pt
import pytest
from scipy.special import expit

from bayesrank.programs.item_response._factor_anchors import anchors, turned


def test_anchors_have_the_clearest_patterns_beyond_ability():
    # Log odds of an ability, of a factor on which question 3 loads most, and of one on which question 6 does. With a
    # million trials a cell, answers are their expectation.
    ability = np.array([2.0, 1, 0, -1, -2, 0])
    second, third = np.array([1.0, -1, 0, -1, 1, 0]), np.array([0, 0, 1.0, 0, 0, -1])
    loading_2, loading_3 = np.array([0, 0.1, 0, 1.5, 0, 0, -0.1]), np.array([0.1, 0, 0, 0, 0, -0.1, 1.2])
    logit = ability[:, None] + np.outer(second, loading_2) + np.outer(third, loading_3) + np.linspace(-1, 1, 7)
    trials = np.full(logit.shape, 1e6)
    assert anchors(trials * expit(logit), trials, 3).tolist() == [3, 6]
    assert anchors(trials * expit(logit), trials, 2).tolist() == [3]


def test_questions_that_follow_ability_are_no_anchors():
    # Question 0 tells models apart twice as sharply as the rest, which is a tilt and no other factor.
    ability = np.array([2.0, 1, 0, -1, -2, 0])
    logit = np.outer(ability, [2.0, 1, 1, 1, 1]) + np.outer([1.0, -1, 0, -1, 1, 0], [0, 0, 0.5, 0, 0])
    trials = np.full(logit.shape, 1e6)
    assert anchors(trials * expit(logit), trials, 2).tolist() == [2]


def test_missing_cells_have_no_pattern():
    ability = np.array([2.0, 1, 0, -1, -2, 0])
    logit = ability[:, None] + np.outer([1.0, -1, 0, -1, 1, 0], [0, 0, 0, 1.0])
    trials = np.full(logit.shape, 1e6)
    trials[0, 1] = trials[5, 2] = 0
    assert anchors(trials * expit(logit), trials, 2).tolist() == [3]


@pytest.mark.parametrize("n_others", [1, 2, 3])
def test_the_turn_is_a_rotation_to_a_triangle(n_others):
    loading = np.random.default_rng(1).normal(size=(n_others, n_others))
    turn = turned(pt.constant(loading), n_others).eval(mode="FAST_COMPILE")
    np.testing.assert_allclose(turn @ turn.T, np.eye(n_others), atol=1e-12)
    triangle = turn @ loading  # factors x anchors
    np.testing.assert_allclose(np.tril(triangle, -1), 0, atol=1e-12)
    assert (np.diag(triangle) > 0).all()
