"""Figures of answers by hand, and of stacks with missing cells by one loop a cell."""

import numpy as np
import pytest

from bayesrank.diagnosis.answer_figures import answer_figures, variation

# Three models, two questions, two trials a cell.
RIGHT = np.array([[2.0, 1.0], [1.0, 2.0], [0.0, 0.0]])
TRIALS = np.full((3, 2), 2.0)


def test_by_hand():
    figures = answer_figures(RIGHT, TRIALS)
    assert figures["of_models"].tolist() == [3, 3, 0]
    assert figures["of_questions"].tolist() == [3, 3]
    # shares of question 1: 1, 1/2, 0, mean 1/2: 2 (1/4 + 0 + 1/4) = 1
    np.testing.assert_allclose(figures["spread"], [1, 1])
    # shares on the rest of question 1: 1/2, 1, 0, mean 1/2, variance (0 + 1/4 + 1/4) / 3 = 1/6; more right answers than
    # the mean share 1/2 of two trials: 1, 0, -1; sum of products 0 + 0 + 1/2, by sqrt(1/6)
    np.testing.assert_allclose(figures["discrimination"], [0.5 * np.sqrt(6)] * 2)
    assert figures["discrimination_spread"] == pytest.approx(0)
    np.testing.assert_allclose(figures["scores"], [0.75, 0.75, 0])
    # a twentieth of six cells is none: those level with the least, both of the third model
    assert figures["corner"].tolist() == [0]


def test_models_that_are_equal_on_the_rest_say_nothing_of_discrimination():
    figures = answer_figures(np.array([[1.0, 0.3], [0.0, 0.3]]), np.ones((2, 2)))
    assert np.isnan(figures["discrimination"]).tolist() == [True, False]
    figures = answer_figures(np.ones((2, 2)), np.ones((2, 2)))
    assert np.isnan(figures["discrimination"]).all()
    assert np.isnan(figures["discrimination_spread"]).all()


def test_variation_by_hand():
    # chance 1/2: expectation 1, variance 1/2 a cell of two trials. Squares 1, 0; 0, 1; 1, 1.
    figures = variation(RIGHT, TRIALS, np.full((3, 2), 0.5))
    np.testing.assert_allclose(figures["by_model"], [1 / 1, 1 / 1, 2 / 1])
    np.testing.assert_allclose(figures["repeated"], [4 / 3])


def test_one_trial_a_cell_shows_no_dependence():
    figures = variation(np.array([[1.0, 0.0]]), np.ones((1, 2)), np.array([[0.5, 0.2]]))
    assert np.isnan(figures["repeated"]).all()
    assert figures["by_model"][0] == pytest.approx((0.25 + 0.04) / (0.25 + 0.16))


def gaps():
    """Return a stack of two data sets with missing cells."""
    rng = np.random.default_rng(3)
    trials = rng.integers(0, 4, (5, 7)).astype(float)
    trials[0], trials[:, 0] = 2, 1
    return rng.binomial(trials.astype(int), 0.5, (2, 5, 7)).astype(float), trials


def test_stacks_with_missing_cells_question_by_question():
    right, trials = gaps()
    figures = answer_figures(right, trials)
    for number in range(2):
        for question in range(7):
            asked = np.flatnonzero(trials[:, question])
            others = np.arange(7) != question
            n, k = trials[asked, question], right[number][asked, question]
            spread = sum(n * (k / n - k.sum() / n.sum()) ** 2)
            assert figures["spread"][number, question] == pytest.approx(spread)
            rest = right[number][np.ix_(asked, others)].sum(axis=1) / trials[np.ix_(asked, others)].sum(axis=1)
            z = (rest - np.average(rest, weights=n)) / np.sqrt(
                np.average((rest - np.average(rest, weights=n)) ** 2, weights=n)
            )
            assert figures["discrimination"][number, question] == pytest.approx((z * (k - n * k.sum() / n.sum())).sum())
    per_trial = figures["discrimination"] / trials.sum(axis=0)
    np.testing.assert_allclose(figures["discrimination_spread"][:, 0], np.std(per_trial, axis=1))
    shares = np.where(trials > 0, right / np.maximum(trials, 1), np.nan)
    np.testing.assert_allclose(figures["scores"], np.nanmean(shares, axis=2))


def test_the_corner_is_where_least_is_to_be_expected():
    # 40 cells of one trial: the twentieth and those level with it. Model 4 has 2 of 10 right, question 10 one of 4.
    right = np.zeros((1, 4, 10))
    for model, number in enumerate((10, 8, 6, 2)):
        right[0, model, :number] = 1
    trials = np.ones((4, 10))
    # questions 9 and 10 are solved by the first model alone: the least cells are the fourth model's on these, then ...
    # the third (last = int(.05 * 40) = 2) is level with none of the two: the fourth model on 7 and 8, solved by two
    assert answer_figures(right, trials)["corner"][0, 0] == 0
    right[0, 3, 9], right[0, 3, 0] = 1, 0  # the fourth model solves question 10, and no more the first
    # now question 9 alone is solved by one; 7, 8 and 10 by two: 4 cells of model 4, one of them right
    assert answer_figures(right, trials)["corner"][0, 0] == pytest.approx(1 / 4)
