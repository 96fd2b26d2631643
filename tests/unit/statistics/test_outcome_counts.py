"""Counts of outcomes by model, question and category."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bayesrank.errors import DataError
from bayesrank.observations.outcomes import Outcomes
from bayesrank.statistics.outcome_counts import OutcomeCounts, cell_counts, count_outcomes, refuse_prior_outcomes
from tests.strategies import outcomes, rearranged, renamed

NAN = float("nan")


def at(counts: OutcomeCounts, model: str, question: str) -> list[float]:
    return counts.counts[counts.models.index(model), counts.questions.index(question)].tolist()


def test_trials_are_counted_by_category() -> None:
    data = Outcomes.from_array(
        [[[1, 1, 0], [2, NAN, NAN]], [[0, 0, 2], [NAN, NAN, NAN]]],
        weights=[0, 0.5, 1],
        models=["a", "b"],
        questions=["p", "q"],
    )
    counts = count_outcomes(data)
    assert at(counts, "a", "p") == [1, 2, 0]
    assert at(counts, "a", "q") == [0, 0, 1]
    assert at(counts, "b", "p") == [2, 0, 1]
    assert at(counts, "b", "q") == [0, 0, 0]  # missing: no trial, and no zero either
    assert counts.n_categories == 3
    assert not counts.fractional
    a, b = (counts.models.index(name) for name in "ab")
    p, q = (counts.questions.index(name) for name in "pq")
    assert counts.n_trials[np.ix_([a, b], [p, q])].tolist() == [[3, 1], [3, 0]]
    assert counts.observed[np.ix_([a, b], [p, q])].tolist() == [[1, 1], [1, 0]]
    assert counts.coverage[[a, b]].tolist() == [1, 0.5]
    # a on p: (0 + 0.5 + 0.5) / 3, a on q: 1, b on p: (0 + 0 + 1) / 3, b on q: none
    np.testing.assert_allclose(counts.mean_outcome[np.ix_([a, b], [p, q])], [[1 / 3, 1], [1 / 3, NAN]], rtol=1e-15)


def test_a_fraction_is_shared_between_right_and_wrong() -> None:
    data = Outcomes.from_array([[[0.25, 0.5], [1, NAN]]], models=["a"], questions=["p", "q"])
    counts = count_outcomes(data)
    assert counts.fractional
    assert at(counts, "a", "p") == [1.25, 0.75]  # wrong 0.75 + 0.5, right 0.25 + 0.5
    assert at(counts, "a", "q") == [0, 1]
    assert counts.n_trials.sum() == 3
    assert counts.weights.tolist() == [0, 1]


def test_fractions_are_summed_in_an_order_of_their_own() -> None:
    assert 0.1 + 0.2 + 0.3 != 0.3 + 0.2 + 0.1  # in floats the order shows
    one, other = (Outcomes.from_array([[trials]]) for trials in ([0.1, 0.2, 0.3], [0.3, 0.2, 0.1]))
    assert count_outcomes(one).counts.tobytes() == count_outcomes(other).counts.tobytes()


def test_counted_rows_count_as_often_as_they_say() -> None:
    data = Outcomes.from_counts([[[3, 4]]])
    assert count_outcomes(data).counts.tolist() == [[[3, 4]]]
    assert cell_counts(data).tolist() == [[[3, 4]]]


def test_a_question_without_any_outcome_is_left_out() -> None:
    data = Outcomes.from_array([[1, NAN, 0], [0, NAN, 1]], questions=["p", "q", "r"], prior=[[1], [1], [0]])
    counts = count_outcomes(data)
    assert sorted(counts.questions) == ["p", "r"]
    assert counts.prior_counts.shape == (2, 2, 2)


def test_prior_outcomes_are_counted_beside_and_refused_where_they_have_no_use() -> None:
    data = Outcomes.from_array([[1, 1], [0, 1]], models=["a", "b"], questions=["p", "q"])
    refuse_prior_outcomes(count_outcomes(data), "population")
    counts = count_outcomes(data.with_prior([[1, 1], [0, NAN]]))
    p, q = (counts.questions.index(name) for name in "pq")
    assert counts.prior_counts[:, [p, q]].tolist() == [[[0, 2], [1, 0]]] * 2
    with pytest.raises(DataError, match=r"^data for 'population' must have no prior outcomes"):
        refuse_prior_outcomes(counts, "population")


def test_clusters_are_numbered_as_they_first_appear() -> None:
    data = Outcomes.from_array(
        [[1, 0, 1, 0], [0, 0, 1, 1]],
        questions=["p", "q", "r", "s"],
        question_metadata={"cluster": np.array(["x", "y", "x", "y"], dtype=object)},
    )
    counts = count_outcomes(data)
    assert list(dict.fromkeys(counts.cluster.tolist())) == [0, 1]
    member = dict(zip(counts.questions, counts.cluster.tolist(), strict=True))
    assert member["p"] == member["r"] != member["q"] == member["s"]


def test_without_clusters_every_question_stands_alone() -> None:
    assert count_outcomes(Outcomes.from_array([[1, 0, 0]])).cluster.tolist() == [0, 1, 2]


def bits(counts: OutcomeCounts) -> list[bytes]:
    return [array.tobytes() for array in (counts.counts, counts.prior_counts, counts.cluster, counts.weights)]


@given(data=st.data())
def test_order_and_names_touch_no_bit(data: st.DataObject) -> None:
    original = data.draw(outcomes())
    told_otherwise = data.draw(renamed(data.draw(rearranged(original))))
    assert bits(count_outcomes(told_otherwise)) == bits(count_outcomes(original))


@given(data=st.data())
def test_every_name_keeps_its_own_counts(data: st.DataObject) -> None:
    original = data.draw(outcomes())
    counts = count_outcomes(data.draw(rearranged(original)))
    plain = cell_counts(original)
    models = [original.models.index(name) for name in counts.models]
    questions = [original.questions.index(name) for name in counts.questions]
    np.testing.assert_array_equal(counts.counts, plain[np.ix_(models, questions)])
    assert plain.sum() == pytest.approx(original.count.sum())  # what is left out of counts has no trial
    assert counts.counts.sum() == pytest.approx(plain.sum())
