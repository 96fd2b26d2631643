"""Scores of a finished benchmark, from whatever holds them."""

import numpy as np
import pandas as pd
import pytest

from bayesrank import DataError, Outcomes, ScoreTable
from bayesrank.sequential.finished_scores import finished_scores, score_options

NOTHING = float("nan")


def by_question(finished):
    """Return the scores of each question, by its name."""
    return dict(zip(finished.questions, finished.scores.tolist(), strict=True))


def test_a_question_scores_the_mean_of_its_trials():
    data = Outcomes.from_array([[[1, 0], [1, 1]], [[0, 0], [1, 0]]], models=["a", "b"], questions=["p", "q"])
    finished = finished_scores(data, "benchmark")
    assert finished.models == ("a", "b")
    assert by_question(finished) == {"p": [0.5, 0.0], "q": [1.0, 0.5]}
    assert finished.score_range == (0.0, 1.0)


def test_categories_count_by_their_weights():
    data = Outcomes.from_array([[0, 1, 2], [2, 2, 0]], weights=[-1, 0, 3], models=["b", "a"], questions=list("pqr"))
    finished = finished_scores(data, "benchmark")
    assert by_question(finished) == {"p": [-1, 3], "q": [0, 3], "r": [3, -1]}
    assert finished.score_range == (-1.0, 3.0)


def test_missing_cells_stay_missing():
    data = Outcomes.from_array([[1, NOTHING], [0, 1]], questions=["p", "q"])
    assert np.isnan(by_question(finished_scores(data, "benchmark"))["q"]).tolist() == [True, False]


def test_the_order_of_rows_in_the_data_says_nothing():
    table = np.random.default_rng(0).random((3, 20)) < 0.5
    names = [f"q{number}" for number in range(20)]
    turned = Outcomes.from_array(table[:, ::-1], questions=names[::-1])
    one, other = (finished_scores(data, "benchmark") for data in (Outcomes.from_array(table, questions=names), turned))
    assert one.questions == other.questions
    np.testing.assert_array_equal(one.scores, other.scores)


def test_clusters_are_the_questions_of_a_population():
    data = Outcomes.from_array(
        [[1, 0, 1], [0, 0, 1]], questions=["p", "q", "r"], question_metadata={"cluster": ["x", "x", "y"]}
    )
    finished = finished_scores(data, "population")
    assert sorted(finished.scores.tolist()) == [[0.5, 0.0], [1.0, 1.0]]
    assert finished.note == "the 3 questions are of 2 clusters, each of which counts as one"
    assert len(finished_scores(data, "benchmark").questions) == 3


def test_a_cluster_with_a_missing_score_is_missing():
    data = Outcomes.from_array(
        [[1, NOTHING, 1], [0, 0, 1]], questions=["p", "q", "r"], question_metadata={"cluster": ["x", "x", "y"]}
    )
    assert np.isnan(finished_scores(data, "population").scores).sum() == 1


def test_benchmarks_of_a_table_stand_for_questions():
    table = ScoreTable(("a", "b"), ("m", "n"), np.array([[0.5, 0.25], [0.75, NOTHING]]), np.array([True, False]))
    finished = finished_scores(table, "benchmark")
    np.testing.assert_array_equal(finished.scores, [[0.5, 0.75], [0.75, NOTHING]])
    assert (finished.questions, finished.score_range) == (("m", "n"), None)


def test_a_benchmark_is_turned_around_on_the_unit_interval_only():
    table = ScoreTable(("a", "b"), ("m", "n"), np.array([[0.5, 25.0], [0.75, 3.0]]), np.array([True, False]))
    with pytest.raises(DataError, match=r"a benchmark where lower is better must have scores from 0 to 1 .* on 'n'"):
        finished_scores(table, "benchmark")


def test_arrays_are_questions_by_models():
    finished = finished_scores([[1, 0], [1, 1], [0, 1]], "benchmark", ["a", "b"])
    assert finished.questions == ("question 1", "question 2", "question 3")
    assert finished.scores.shape == (3, 2)
    assert finished_scores([[1, 0]], "benchmark").models == ("model 1", "model 2")


def test_columns_of_a_frame_are_its_models():
    frame = pd.DataFrame({"b": [1, 0], "a": [1, 1]})
    finished = finished_scores(frame, "benchmark")
    assert finished.models == ("b", "a")
    np.testing.assert_array_equal(finished.scores, [[1, 1], [0, 1]])
    with pytest.raises(DataError, match="models must be left out for data that name them; got 2 names"):
        finished_scores(frame, "benchmark", ["a", "b"])
    nameless = pd.DataFrame([[1, 0], [1, 1]])
    assert finished_scores(nameless, "benchmark", ["a", "b"]).models == ("a", "b")
    assert finished_scores(nameless, "benchmark").models == ("model 1", "model 2")


PARTLY = [[[1, 1, 0, 0], [1, 1, 1, 1]], [[1, NOTHING, NOTHING, NOTHING], [0, 0, 0, 0]]]  # b: one of four trials on p


def test_trials_that_are_missing_are_refused():
    data = Outcomes.from_array(PARTLY, models=["a", "b"], questions=["p", "q"])
    with pytest.raises(DataError, match="as many trials on a question; got 1 of 'b' on 'p', where another has 4"):
        finished_scores(data, "benchmark")


@pytest.mark.parametrize("missing", ["pessimistic", "skipped_without_looking"])
def test_a_cell_with_trials_missing_has_no_score(missing):
    data = Outcomes.from_array(PARTLY, models=["a", "b"], questions=["p", "q"])
    finished = finished_scores(data, "benchmark", missing=missing)
    np.testing.assert_array_equal(by_question(finished)["p"], [0.5, NOTHING])
    assert by_question(finished)["q"] == [1, 0]


def test_a_model_that_was_asked_less_often_is_told():
    answers = [[[1, 1, 0, 0], [1, 1, 1, 1]], [[1, NOTHING, NOTHING, NOTHING], [0, NOTHING, NOTHING, NOTHING]]]
    finished = finished_scores(Outcomes.from_array(answers, models=["a", "b"], questions=["p", "q"]), "benchmark")
    assert by_question(finished) == {"p": [0.5, 1], "q": [1, 0]}
    assert finished.note.startswith("'b' had fewer trials of every question, the same share of each")


def test_questions_may_have_different_numbers_of_trials():
    data = Outcomes.from_array([[[1, 1], [1, NOTHING]], [[1, 0], [0, NOTHING]]], questions=["p", "q"])
    assert by_question(finished_scores(data, "benchmark")) == {"p": [1, 0.5], "q": [1, 0]}


def test_other_data_are_refused():
    with pytest.raises(DataError, match=r"data must be Outcomes, a ScoreTable, or an array of questions x models; got"):
        finished_scores([1, 0, 1], "benchmark")
    with pytest.raises(DataError, match="models must be left out for data that name them; got 2 names"):
        finished_scores(Outcomes.from_array([[1, 0], [0, 1]]), "benchmark", ["a", "b"])
    with pytest.raises(DataError, match="scores must have 3 columns, one a model"):
        finished_scores([[1, 0], [1, 1]], "benchmark", ["a", "b", "c"])


def test_what_data_say_of_their_scores_is_no_option():
    data = Outcomes.from_array([[0, 1, 2], [2, 2, 0]], weights=[0, 1, 4])
    finished = finished_scores(data, "benchmark")
    assert score_options(finished, {"bets": "ons"}) == {
        "bets": "ons", "score_range": (0.0, 4.0), "score_kind": "graded",
    }  # fmt: skip
    for name, value in (("score_range", (0, 1)), ("higher_is_better", False)):
        with pytest.raises(ValueError, match=f"{name} must be left out for outcomes, whose weights say it"):
            score_options(finished, {name: value})


def test_scores_that_are_all_right_or_wrong_are_found_out():
    def kind(scores, **options):
        return score_options(finished_scores(scores, "benchmark"), options)["score_kind"]

    assert kind([[1, 0], [0, NOTHING]]) == "right_or_wrong"
    assert kind([[1, 0], [0, 0.5]]) == "graded"
    assert kind([[10, 0], [0, 10]], score_range=(0, 10)) == "right_or_wrong"
    assert kind([[1, 0], [0, 10]], score_range=(0, 10)) == "graded"
    assert kind([[1, 0], [0, 1]], score_kind="graded") == "graded"
