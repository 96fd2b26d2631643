"""The Bayesian bootstrap over questions."""

import numpy as np
import pytest
from scipy.stats import beta, kstest

from bayesrank.errors import DataError
from bayesrank.observations.outcomes import Outcomes
from bayesrank.swiss.rounds import draws_from_outcomes
from bayesrank.swiss.rounds.draws_from_outcomes import win_draws_from_outcomes

NAN = float("nan")


def data(outcomes, labels=None, models=None, **options):
    table = np.array(outcomes, dtype=float)
    known = {"benchmark": np.array(labels or ["law"] * table.shape[1])} | options.pop("known", {})
    return Outcomes.from_array(table, models=models, question_metadata=known, **options)


def test_an_accuracy_is_a_sum_of_dirichlet_weights():
    # 2 of 5 weights of Dirichlet(1, 1, 1, 1, 1): Beta(2, 3)
    drawn = win_draws_from_outcomes(data([[1, 1, 0, 0, 0], [0, 0, 0, 1, 0]]), draws=4000, random_seed=0)
    assert kstest(drawn.scores[:, 0, 0], beta(2, 3).cdf).pvalue > 1e-5
    assert kstest(drawn.scores[:, 1, 0], beta(1, 4).cdf).pvalue > 1e-5


def test_models_share_the_weights_of_questions():
    # a is right where b is and on one question more: better in every draw, though their intervals overlap
    drawn = win_draws_from_outcomes(data([[1, 1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 1]]), draws=200, random_seed=0)
    assert (drawn.scores[:, 0, 0] > drawn.scores[:, 1, 0]).all()
    # c is right exactly where a is wrong
    np.testing.assert_allclose(drawn.scores[:, 0] + drawn.scores[:, 2], 1, rtol=1e-12)


def test_rounds_have_weights_of_their_own():
    drawn = win_draws_from_outcomes(
        data([[1, 0, 1, 0], [0, 1, 0, 1]], ["law", "law", "art", "art"]), draws=2000, random_seed=0
    )
    assert drawn.rounds == ("law", "art")
    assert abs(np.corrcoef(drawn.scores[:, 0].T)[0, 1]) < 5 / np.sqrt(2000)


def test_questions_of_a_cluster_share_their_weight():
    known = {"cluster": np.array(["s", "s", "t"])}
    drawn = win_draws_from_outcomes(data([[1, 0, 0], [0, 1, 0]], known=known), draws=4000, random_seed=0).scores
    # e / (2 e + f) with exponential e and f, the same for both models: 1/2 of a Beta-like share, at most 1/2
    np.testing.assert_array_equal(drawn[:, 0], drawn[:, 1])
    assert drawn.max() < 0.5
    # P(e / (2 e + f) < 1/4) = P(2 e < f) = 1/3
    assert (drawn[:, 0] < 0.25).mean() == pytest.approx(1 / 3, abs=5 * 0.5 / np.sqrt(4000))


def test_a_missing_cell_has_no_weight():
    # b was asked questions 1 and 2 alone: weights of two, Beta(1, 1), as if the third were not there
    drawn = win_draws_from_outcomes(data([[1, 0, 1], [1, 0, NAN]]), draws=4000, random_seed=0)
    assert kstest(drawn.scores[:, 0, 0], beta(2, 1).cdf).pvalue > 1e-5
    assert kstest(drawn.scores[:, 1, 0], beta(1, 1).cdf).pvalue > 1e-5


def test_repeated_trials_and_categories_count_by_their_mean_utility():
    graded = Outcomes.from_array(
        [[[2, 1]], [[1, NAN]]], weights=[0.0, 0.25, 1.0], question_metadata={"benchmark": ["law"]}
    )
    # one question has all the weight: (1 + .25) / 2 and .25
    np.testing.assert_allclose(
        win_draws_from_outcomes(graded, draws=2).scores[:, :, 0], [[0.625, 0.25]] * 2, rtol=1e-14
    )


def test_the_same_answers_tie_exactly():
    rng = np.random.default_rng(0)
    answers = rng.integers(2, size=(6, 301)).astype(float)
    answers[3], answers[4, :200], answers[4, 200:], answers[5] = answers[0], 1.0, NAN, 1.0
    drawn = win_draws_from_outcomes(data(answers), draws=50, random_seed=0).scores[:, :, 0]
    np.testing.assert_array_equal(drawn[:, 3], drawn[:, 0])
    np.testing.assert_array_equal(drawn[:, 4:], 1.0)  # all right, whatever was asked


def test_blocks_of_draws_change_nothing(monkeypatch):
    few = data([[1, 0, 1, 1], [0, 1, 1, 0]])
    at_once = win_draws_from_outcomes(few, draws=9, random_seed=0).scores
    monkeypatch.setattr(draws_from_outcomes, "MOST_WEIGHTS", 8)  # 2 draws of 4 weights
    np.testing.assert_allclose(win_draws_from_outcomes(few, draws=9, random_seed=0).scores, at_once, rtol=1e-15)


@pytest.mark.parametrize("cluster", [list("aabbccddeeff"), list("abcdeabcdeab"), list("abcdefghijkl")])
def test_neither_names_nor_order_nor_sequence_touch_the_draws(cluster):
    answers = np.random.default_rng(4).integers(2, size=(4, 12)).astype(float)
    labels = ["law"] * 5 + ["art"] * 7
    known = {"cluster": np.array(cluster)}
    drawn = win_draws_from_outcomes(data(answers, labels, known=known), draws=20, random_seed=1).scores
    order, questions = [2, 0, 3, 1], np.random.default_rng(5).permutation(12)
    known = {"cluster": np.array(cluster)[questions]}
    there = data(answers[np.ix_(order, questions)], [labels[q] for q in questions], list("zyxw"), known=known)
    back = win_draws_from_outcomes(there, sequence=["law", "art"], draws=20, random_seed=1).scores
    np.testing.assert_array_equal(back, drawn[:, order])
    alone = win_draws_from_outcomes(there, sequence=["art"], draws=20, random_seed=1).scores
    np.testing.assert_array_equal(alone[:, :, 0], back[:, :, 1])


def test_a_question_that_nobody_was_asked_changes_nothing():
    more = win_draws_from_outcomes(data([[1, 0, NAN], [0, 0, NAN]]), draws=5, random_seed=0).scores
    np.testing.assert_array_equal(win_draws_from_outcomes(data([[1, 0], [0, 0]]), draws=5, random_seed=0).scores, more)


def test_every_model_is_asked_in_every_round():
    with pytest.raises(DataError, match="must have an outcome in every round; got none of 'model 2' in round 'art'"):
        win_draws_from_outcomes(data([[1, 0], [1, NAN]], ["law", "art"]))
    with pytest.raises(DataError, match="must have no prior outcomes"):
        win_draws_from_outcomes(data([[1, 0], [1, 0]], prior=[[1], [1]]))
    with pytest.raises(ValueError, match="draws must be a whole number of at least 2; got 1"):
        win_draws_from_outcomes(data([[1, 0], [1, 0]]), draws=1)
