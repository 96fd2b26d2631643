"""Trials that are items of their own."""

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.observations.outcomes import Outcomes
from bayesrank.statistics.trials import count_pairings, count_voters, trials_as_questions
from tests.cells import cells

NAN = float("nan")
OUTCOMES = Outcomes.from_array(
    [[[1, 0, 0], [1, 1, NAN]], [[0, 0, 1], [NAN, 1, NAN]]],
    models=["x", "y"],
    questions=["p", "q"],
    prior=[[1], [0]],
)
COUNTED = Outcomes.from_counts([[[1, 2], [0, 3]], [[2, 1], [3, 0]]])


def test_every_trial_becomes_a_question_of_one_trial() -> None:
    items = trials_as_questions(OUTCOMES, "something else")
    assert cells(items) == {
        ("x", "p, trial 1"): [1], ("x", "p, trial 2"): [0], ("x", "p, trial 3"): [0],
        ("x", "q, trial 1"): [1], ("x", "q, trial 2"): [1],
        ("y", "p, trial 1"): [0], ("y", "p, trial 2"): [0], ("y", "p, trial 3"): [1],
        ("y", "q, trial 2"): [1],
    }  # fmt: skip
    assert items.questions == ("p, trial 1", "p, trial 2", "p, trial 3", "q, trial 1", "q, trial 2")
    assert items.trial_index.tolist() == [0] * 9
    assert items.prior_counts is None  # a prior belongs to a question, and to no trial of it


def test_the_trials_of_a_question_are_a_cluster() -> None:
    cluster = trials_as_questions(OUTCOMES, "something else").question_metadata["cluster"]
    assert cluster[0] == cluster[1] == cluster[2] != cluster[3] == cluster[4]


def test_those_of_a_cluster_of_questions_too() -> None:
    data = Outcomes.from_array(
        [[[1, 0], [0, 1], [1, 1]]], questions=["p", "q", "r"], question_metadata={"cluster": ["one", "two", "one"]}
    )
    items = trials_as_questions(data, "something else")
    assert items.question_metadata["cluster"].tolist() == ["one", "one", "two", "two", "one", "one"]


@pytest.mark.parametrize(("count", "option"), [(count_voters, "voters"), (count_pairings, "pairing")])
def test_an_option_says_whether_trials_are_items(count, option) -> None:
    word = {"voters": "trials", "pairing": "trial"}[option]
    together, apart = count(OUTCOMES), count(OUTCOMES, **{option: word})
    assert sorted(together.questions) == ["p", "q"]
    assert len(apart.questions) == 5
    assert apart.n_trials.max() == 1
    np.testing.assert_array_equal(apart.counts.sum(axis=(1, 2)), apart.n_trials.sum(axis=1))
    assert {name: float(total) for name, total in zip(apart.models, apart.counts[..., 1].sum(axis=1), strict=True)} == {
        "x": 3,
        "y": 2,
    }


@pytest.mark.parametrize(
    ("count", "option", "word", "otherwise"),
    [(count_voters, "voters", "trials", "questions"), (count_pairings, "pairing", "trial", "expected")],
)
def test_counted_trials_are_no_items(count, option, word, otherwise) -> None:
    count(COUNTED)
    message = rf"^outcomes must say which trial each is .*; got counts of trials\. Use {option}='{otherwise}', or read"
    with pytest.raises(DataError, match=message):
        count(COUNTED, **{option: word})


def test_options_are_checked() -> None:
    with pytest.raises(ValueError, match=r"^voters must be one of questions, trials; got 'trial'"):
        count_voters(OUTCOMES, voters="trial")
    with pytest.raises(ValueError, match=r"^pairing must be one of expected, trial; got 'all'"):
        count_pairings(OUTCOMES, pairing="all")
