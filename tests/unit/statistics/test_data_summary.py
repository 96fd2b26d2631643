"""Size and hash of a data set."""

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bayesrank.observations.comparisons import Comparisons
from bayesrank.observations.joint_data import JointData
from bayesrank.observations.orderings import Orderings
from bayesrank.observations.outcomes import Outcomes
from bayesrank.observations.score_table import ScoreTable
from bayesrank.statistics.data_summary import DataSummary, summarise_data
from tests.strategies import outcomes, rearranged

NAN = float("nan")


def test_the_size_of_the_data() -> None:
    summary = summarise_data(Outcomes.from_array([[[1, 1], [0, NAN]], [[1, 0], [NAN, NAN]]]))
    # 2 + 1 + 2 trials in three of the four cells
    assert (summary.models, summary.sizes) == (2, {"questions": 2, "trials": 5})
    assert summary.shares == {"coverage": 0.75}
    assert str(summary) == "2 models, 2 questions, 5 trials, 75.0% of the cells observed"
    assert re.fullmatch("[0-9a-f]{64}", summary.sha256)
    expected = {"models": 2, "questions": 2, "trials": 5, "coverage": 0.75, "sha256": summary.sha256}
    assert summary.record() == expected


def test_large_numbers_can_be_read() -> None:
    assert str(DataSummary(3, {"battles": 12_345}, {"ties": 0.25}, "")) == "3 models, 12,345 battles, 25.0% ties"
    assert str(DataSummary(3, {}, {}, "")) == "3 models"


def test_what_is_no_data_is_refused() -> None:
    with pytest.raises(TypeError, match=r"data must be observations; got ndarray\. Read them with"):
        summarise_data(np.ones(2))


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


def test_clusters_and_benchmarks_are_part_of_the_data() -> None:
    known = [{}, *({name: ["a", "b"]} for name in ("cluster", "benchmark", "difficulty")), {"cluster": ["a", "a"]}]
    hashes = {summarise_data(Outcomes.from_array([[1, 0]], question_metadata=facts)).sha256 for facts in known}
    assert len(hashes) == 4  # difficulty changes no result


# Battles

# "a" wins twice and ties once with "b"; "c" beats "a".
BATTLES = Comparisons(
    ("a", "b", "c"), np.array([0, 1, 2]), np.array([1, 0, 0]), np.array([1, 0, 1]), np.array([2, 1, 1])
)


def test_the_size_of_battles() -> None:
    summary = summarise_data(BATTLES)
    assert (summary.models, summary.sizes, summary.shares) == (3, {"battles": 4}, {"ties": 0.25})
    assert str(summary) == "3 models, 4 battles, 25.0% ties"


@pytest.mark.parametrize(
    "same",
    [
        # The rows from the last to the first, and the names, and then the other of the two models first.
        replace(BATTLES, model_a=np.array([2, 1, 0]), model_b=np.array([0, 0, 1]), winner=np.array([1, 0, 1]),
                count=np.array([1, 1, 2])),
        Comparisons(("c", "b", "a"), np.array([2, 1, 0]), np.array([1, 2, 2]), BATTLES.winner, BATTLES.count),
        replace(BATTLES, model_a=BATTLES.model_b, model_b=BATTLES.model_a, winner=-BATTLES.winner),
        # Each battle in a row of its own.
        Comparisons(("a", "b", "c"), np.array([0, 0, 1, 2]), np.array([1, 1, 0, 0]), np.array([1, 1, 0, 1]),
                    np.ones(4, dtype=int)),
    ],
    ids=["rows", "names", "a and b", "counts"],
)  # fmt: skip
def test_no_order_changes_the_hash_of_battles(same: Comparisons) -> None:
    assert summarise_data(same) == summarise_data(BATTLES)


def test_any_other_battles_have_another_hash() -> None:
    ones, zeros = np.ones(3), np.zeros(3, dtype=int)
    others = [
        BATTLES,
        replace(BATTLES, winner=np.array([1, 0, -1])),
        replace(BATTLES, count=np.array([2, 2, 1])),
        replace(BATTLES, model_a=np.array([0, 1, 1]), model_b=np.array([1, 2, 2])),
        replace(BATTLES, models=("a", "b", "d")),
        replace(BATTLES, weight=ones),
        replace(BATTLES, order=ones),
        replace(BATTLES, side=ones),
        replace(BATTLES, side=np.array([1, -1, 1])),
        replace(BATTLES, questions=("q",), question_index=zeros),
        replace(BATTLES, judges=("q",), judge_index=zeros),
    ]
    assert len({summarise_data(other).sha256 for other in others}) == len(others)


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


# Orderings, tables of scores, and outcomes with battles

ORDERS = Orderings(
    ("a", "b", "c"), ("u", "v"), np.array([0, 0, 0, 1, 1]), np.array([0, 1, 2, 0, 2]), np.array([1.0, 2, 2, 1, 2]),
    np.array([1, 3]),
)  # fmt: skip


def test_the_size_of_orderings() -> None:
    summary = summarise_data(ORDERS)
    assert (summary.models, summary.sizes, summary.shares) == (3, {"orderings": 4}, {})
    assert str(summary) == "3 models, 4 orderings"


def test_no_order_changes_the_hash_of_orderings_and_of_places_only_the_order_counts() -> None:
    rows = np.array([4, 2, 0, 1, 3])
    turned = Orderings(
        ("c", "a", "b"), ("v", "u"), 1 - ORDERS.voter_index[rows], (ORDERS.model_index[rows] + 1) % 3,
        ORDERS.rank[rows], ORDERS.multiplicity[::-1],
    )  # fmt: skip
    assert summarise_data(turned) == summarise_data(ORDERS)
    assert summarise_data(replace(ORDERS, rank=np.array([1.0, 7, 7, 2, 3]))) == summarise_data(ORDERS)


def test_any_other_orderings_have_another_hash() -> None:
    others = [
        ORDERS,
        replace(ORDERS, rank=np.array([1.0, 2, 3, 1, 2])),
        replace(ORDERS, rank=np.array([1.0, 2, 2, 2, 1])),
        replace(ORDERS, multiplicity=np.array([1, 2])),
        replace(ORDERS, model_index=np.array([0, 1, 2, 0, 1])),
        replace(ORDERS, models=("a", "b", "d")),
        replace(ORDERS, voters=("u", "w")),
    ]
    assert len({summarise_data(other).sha256 for other in others}) == len(others)


TABLE = ScoreTable(("a", "b"), ("x", "y"), np.array([[1.0, NAN], [0.0, 2.0]]), np.array([True, False]))


def test_the_size_of_a_table_of_scores() -> None:
    summary = summarise_data(TABLE)
    assert (summary.models, summary.sizes, summary.shares) == (2, {"benchmarks": 2}, {"coverage": 0.75})
    assert str(summary) == "2 models, 2 benchmarks, 75.0% of the cells observed"


def test_no_order_changes_the_hash_of_a_table_of_scores() -> None:
    scores = TABLE.scores[::-1, ::-1] * np.array([1, -1]) * np.array([1, -1])  # NaN and zero of another sign
    turned = ScoreTable(("b", "a"), ("y", "x"), np.where(scores == 0, -0.0, scores), np.array([False, True]))
    assert summarise_data(turned) == summarise_data(TABLE)


def test_any_other_table_of_scores_has_another_hash() -> None:
    others = [
        TABLE,
        replace(TABLE, scores=np.array([[1.0, NAN], [0.5, 2.0]])),
        replace(TABLE, scores=np.array([[1.0, 3.0], [0.0, 2.0]])),
        replace(TABLE, higher_is_better=np.array([True, True])),
        replace(TABLE, benchmarks=("x", "z")),
        replace(TABLE, standard_errors=np.array([[1.0, NAN], [1.0, 1.0]])),
        replace(TABLE, standard_errors=np.array([[1.0, NAN], [1.0, 2.0]])),
    ]
    assert len({summarise_data(other).sha256 for other in others}) == len(others)


def test_outcomes_and_battles_of_the_same_models() -> None:
    joint = JointData(BASE, BATTLES)
    summary = summarise_data(joint)
    assert str(summary) == "3 models, 2 questions, 4 trials, 4 battles, 100.0% of the cells observed, 25.0% ties"
    others = [
        joint,
        JointData(BASE, replace(BATTLES, winner=-BATTLES.winner)),
        JointData(replace(BASE, weights=(0, 2)), BATTLES),
    ]
    assert len({summarise_data(other).sha256 for other in others}) == 3
