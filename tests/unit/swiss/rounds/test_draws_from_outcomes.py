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


@pytest.mark.parametrize("cluster", ["sstt", "ssss"])
def test_as_many_right_in_each_cluster_tie_exactly(cluster):
    # b swaps what a knows within clusters: sums that differ by rounding would tell them apart
    answers = data([[1, 0, 0, 1, 1], [0, 1, 1, 0, 1]], known={"cluster": np.array([*cluster, "u"])})
    drawn = win_draws_from_outcomes(answers, draws=300, random_seed=0).scores[:, :, 0]
    np.testing.assert_array_equal(drawn[:, 0], drawn[:, 1])
    assert len(np.unique(drawn[:, 0])) == 300


def test_the_same_share_of_all_clusters_ties_exactly():
    # a was asked three questions of each cluster and b one: (3 e + 0 f) / (3 e + 3 f) and e / (e + f)
    answers = data([[1, 1, 1, 0, 0, 0], [1, NAN, NAN, 0, NAN, NAN]], known={"cluster": np.array(list("sssttt"))})
    drawn = win_draws_from_outcomes(answers, draws=300, random_seed=0).scores[:, :, 0]
    np.testing.assert_array_equal(drawn[:, 0], drawn[:, 1])


def test_fractions_that_sum_to_the_same_but_for_rounding_tie_exactly():
    known = {"cluster": np.array(list("ssst"))}
    assert 0.1 + 0.2 + 0.3 != 0.3 + 0.3  # in binary, which is what the test is about
    answers = data([[0.1, 0.2, 0.3, 0.5], [0.3, 0.3, 0, 0.5]], known=known)
    drawn = win_draws_from_outcomes(answers, draws=50, random_seed=0).scores
    np.testing.assert_array_equal(drawn[:, 0], drawn[:, 1])


def test_the_same_answers_in_one_round_tie_there():
    rng = np.random.default_rng(0)
    answers = rng.integers(2, size=(7, 202)).astype(float)
    answers[5, :101] = answers[2, :101]
    drawn = win_draws_from_outcomes(data(answers, ["law"] * 101 + ["art"] * 101), draws=50, random_seed=0).scores
    np.testing.assert_array_equal(drawn[:, 5, 0], drawn[:, 2, 0])


def test_certainty_from_almost_no_data_is_doubted():
    # law: one question, which a knows and b does not; art: 10 questions in one cluster, 6 against 5 right
    art = [[1] * 6 + [0] * 4, [1] * 5 + [0] * 5]
    known = {"cluster": np.array(["q"] + ["s"] * 10)}
    drawn = win_draws_from_outcomes(
        data([[1, *art[0]], [0, *art[1]]], ["law"] + ["art"] * 10, known=known), draws=50, random_seed=0
    )
    assert (drawn.scores[:, 0] > drawn.scores[:, 1]).all()  # which no such data can say
    np.testing.assert_array_equal(drawn.scores[:, :, 1], [[0.6, 0.5]] * 50)
    few, alike = drawn.doubts
    assert few == (
        "In 2 of 2 rounds a model was asked fewer than 20 questions, or clusters of them, the fewest in 'law' (1): the "
        "Bayesian bootstrap is too sure of so few."
    )
    assert alike.startswith("All outcomes of a model in a round are alike 4 times, the first of 'model 1' in 'law': ")


def test_a_doubt_names_the_model_and_the_round():
    answers = np.random.default_rng(2).integers(2, size=(3, 40)).astype(float)
    answers[:, 0], answers[:, 1], answers[1, 20:] = 1, 0, 0
    labels = ["law"] * 20 + ["art"] * 20
    (alike,) = win_draws_from_outcomes(data(answers, labels, models=list("zyx")), draws=2).doubts
    assert alike.startswith("All outcomes of a model in a round are alike 1 times, the first of 'y' in 'art'")
    assert win_draws_from_outcomes(data(answers, labels), sequence=["law"], draws=2).doubts == ()
    missing = answers.copy()
    missing[0, 5] = NAN  # 19 questions of one model
    (few,) = win_draws_from_outcomes(data(missing, labels), sequence=["law"], draws=2).doubts
    assert few.startswith("In 1 of 1 rounds a model was asked fewer than 20 questions, or clusters of them, the fewest")


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
