"""Size and hash of a data set."""

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bayesrank.observations.comparisons import Comparisons
from bayesrank.observations.joint_data import JointData
from bayesrank.observations.outcomes import Outcomes
from bayesrank.statistics.data_summary import summarise_data
from tests.strategies import outcomes, rearranged

NAN = float("nan")


def test_the_size_of_the_data() -> None:
    summary = summarise_data(Outcomes.from_array([[[1, 1], [0, NAN]], [[1, 0], [NAN, NAN]]]))
    # 2 + 1 + 2 trials in three of the four cells
    assert (summary.models, summary.questions, summary.trials, summary.coverage) == (2, 2, 5, 0.75)
    assert re.fullmatch("[0-9a-f]{64}", summary.sha256)


@given(data=st.data())
def test_no_order_changes_the_hash(data: st.DataObject) -> None:
    original = data.draw(outcomes())
    assert summarise_data(data.draw(rearranged(original))) == summarise_data(original)


BASE = Outcomes.from_array([[1, 0], [0, 1]], models=["a", "b"], questions=["p", "q"])


@pytest.mark.parametrize(
    "other",
    [
        Outcomes.from_array([[1, 0], [0, 0]], models=["a", "b"], questions=["p", "q"]),
        Outcomes.from_array([[1, 0], [NAN, 1]], models=["a", "b"], questions=["p", "q"]),
        Outcomes.from_array([[1, 0], [0, 1]], models=["a", "c"], questions=["p", "q"]),
        Outcomes.from_array([[1, 0], [0, 1]], models=["a", "b"], questions=["q", "p"]),
        Outcomes.from_array([[1, 0], [0, 1]], models=["a", "b"], questions=["p", "q"], weights=[0, 2]),
        Outcomes.from_array([[1, 0], [0, 1]], models=["a", "b"], questions=["p", "q"], prior=[[1], [0]]),
        replace(BASE, count=np.array([1, 1, 1, 2])),
    ],
    ids=["outcome", "missing", "model", "question", "weights", "prior", "count"],
)
def test_any_other_data_have_another_hash(other: Outcomes) -> None:
    assert summarise_data(other).sha256 != summarise_data(BASE).sha256


def test_models_and_questions_are_kept_apart() -> None:
    # The same names in the same order and the same two counts, as two models or as two questions.
    models = Outcomes.from_array([[0], [1]], models=["a", "b"], questions=["c"])
    questions = Outcomes.from_array([[0, 1]], models=["a"], questions=["b", "c"])
    assert summarise_data(models).sha256 != summarise_data(questions).sha256


def test_the_same_counts_from_trials_and_from_counts_have_one_hash() -> None:
    trials = Outcomes.from_array([[[1, 1, 0]]])
    assert summarise_data(trials) == summarise_data(Outcomes.from_counts([[[1, 2]]]))


def test_minus_zero_is_zero() -> None:
    plain, signed = (Outcomes.from_array([[[zero, 0.5], [0.0, 1.0]]]) for zero in (0.0, -0.0))
    assert summarise_data(signed).sha256 == summarise_data(plain).sha256


def test_clusters_are_part_of_the_data() -> None:
    hashes = {
        summarise_data(Outcomes.from_array([[1, 0]], question_metadata=known)).sha256
        for known in ({}, {"cluster": ["a", "a"]}, {"cluster": ["a", "b"]}, {"difficulty": ["easy", "hard"]})
    }
    assert len(hashes) == 3  # difficulty changes no result


def test_categories_and_covariates_of_battles_are_part_of_the_data() -> None:
    one, two = np.array([0, 0]), np.array([1, 1])
    plain = Comparisons(("a", "b"), one, two, np.array([1, -1]), np.array([1, 1]))
    maths = {"categories": ("code", "maths"), "category_index": np.array([0, 1])}
    renamed = {"categories": ("code", "proof"), "category_index": np.array([0, 1])}
    values = np.array([[3.0, 1.0], [0.0, 2.0]])
    length = {"covariate_names": ("length", "lists"), "covariates": values}
    turned = {"covariate_names": ("lists", "length"), "covariates": values[:, ::-1]}
    longer = {"covariate_names": ("length", "lists"), "covariates": 2 * values}
    hashes = [
        summarise_data(replace(plain, **known)).sha256 for known in ({}, maths, renamed, length, longer, maths | length)
    ]
    assert len(set(hashes)) == 6
    assert summarise_data(replace(plain, **turned)).sha256 == summarise_data(replace(plain, **length)).sha256


def test_joint_data_have_the_sizes_of_both():
    battles = Comparisons(("b", "c"), np.array([0]), np.array([1]), np.array([0]), np.array([5]))
    summary = summarise_data(JointData(BASE, battles))
    assert str(summary) == "3 models, 2 questions, 4 trials, 5 battles, 100.0% of the cells observed, 100.0% ties"
    fewer = Comparisons(("b", "c"), np.array([0]), np.array([1]), np.array([0]), np.array([4]))
    assert summarise_data(JointData(BASE, fewer)).sha256 != summary.sha256
