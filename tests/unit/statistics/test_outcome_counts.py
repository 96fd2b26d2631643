"""Counts of outcomes by model, question and category."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bayesrank.errors import DataError
from bayesrank.observations.outcomes import Outcomes
from bayesrank.statistics.outcome_counts import (
    OutcomeCounts,
    cell_counts,
    count_outcomes,
    refuse_prior_outcomes,
    right_answers,
    right_category,
)
from tests.outcome_stacks import by_name, counts_of, members, resampled, weighed
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


def test_benchmarks_of_questions_are_kept_by_name() -> None:
    labels = np.array(["math", None, "code"], dtype=object)
    data = Outcomes.from_array([[1, 0, 1]], questions=["p", "q", "r"], question_metadata={"benchmark": labels})
    counts = count_outcomes(data)
    assert dict(zip(counts.questions, counts.benchmark, strict=True)) == {"p": "math", "q": "", "r": "code"}
    numbers = Outcomes.from_array([[1, 0, 1]], question_metadata={"benchmark": [2024.0, 2025.0, NAN]})
    assert sorted(count_outcomes(numbers).benchmark) == ["", "2024", "2025"]
    assert count_outcomes(Outcomes.from_array([[1, 0, 1]])).benchmark == ()


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


def gappy() -> OutcomeCounts:
    """Count a on p (2 of 3 right) and q (1 of 2), b on p (0 of 3) alone."""
    return counts_of([[[1, 1, 0], [1, 0, NAN]], [[0, 0, 0], [NAN, NAN, NAN]]])


def test_the_mean_over_questions_is_over_those_asked() -> None:
    counts = gappy()
    anything = np.where(counts.observed > 0, counts.mean_outcome, 1e9)  # what stands in missing cells is not read
    assert by_name(counts, counts.over_questions(anything)) == pytest.approx({"a": (2 / 3 + 1 / 2) / 2, "b": 0})


def test_the_mean_over_questions_weighs_them() -> None:
    counts = weighed(gappy(), p=1.0, q=3.0)
    assert by_name(counts, counts.over_questions(counts.mean_outcome)) == pytest.approx(
        {"a": (2 / 3 + 3 / 2) / 4, "b": 0}
    )


def test_there_is_no_mean_over_no_questions() -> None:
    counts = weighed(gappy(), p=0.0)
    scores = by_name(counts, counts.over_questions(counts.mean_outcome))
    assert scores["a"] == 0.5
    assert np.isnan(scores["b"])


def test_attempts_are_drawn_from_the_trials() -> None:
    counts = gappy()
    a, b = (counts.models.index(name) for name in "ab")
    p, q = (counts.questions.index(name) for name in "pq")
    # a on p, 2 of 3 right: two drawn are (right, right) in 1 of 3 ways, mixed in 2; on q, 1 of 2: mixed
    np.testing.assert_allclose(counts.attempts(2)[a, [p, q]], [[0, 2 / 3, 1 / 3], [0, 1, 0]], atol=1e-15)
    np.testing.assert_allclose(counts.attempts(2)[b, [p, q]], [[1, 0, 0], [NAN, NAN, NAN]], atol=1e-15)


def test_the_category_worth_more_is_right() -> None:
    counts = counts_of([[[1, 1, 0]]], weights=[1, 0])  # one right trial of three
    np.testing.assert_allclose(counts.attempts(2)[0, 0], [1 / 3, 2 / 3, 0], atol=1e-15)


def test_all_attempts_among_some_trials() -> None:
    counts = gappy()
    a, p = counts.models.index("a"), counts.questions.index("p")
    among = counts.all_among(np.full((2, 2), 2.0), 2)  # both drawn of 3 are among 2 of them: 1 of 3 ways
    assert among[a, p] == pytest.approx(1 / 3, abs=1e-15)
    assert np.isnan(among[counts.models.index("b"), counts.questions.index("q")])


@pytest.mark.parametrize("k", [0, 3])
def test_there_are_no_more_attempts_than_trials(k: int) -> None:
    counts = gappy()
    message = rf"^k must be from 1 to 2, the fewest trials of a model on a question; got {k}\. Choose a smaller k"
    with pytest.raises(DataError, match=message):
        counts.attempts(k)
    with pytest.raises(DataError, match=message):
        counts.all_among(counts.n_trials, k)


def test_only_right_and_wrong_can_be_counted_as_right() -> None:
    graded = counts_of([[[0, 1, 2]]], weights=[0, 0.5, 1])
    with pytest.raises(
        DataError, match=r"^outcomes must be right or wrong to count those that are right; got 3 categories"
    ):
        graded.attempts(1)
    remedy = r"got fractions\. Rank by 'avg', which takes any outcomes, or make each of them 0 or 1\.$"
    with pytest.raises(DataError, match=remedy):
        counts_of([[[0.5, 1.0]]]).attempts(1)


def test_the_right_category_is_worth_more() -> None:
    assert right_category(counts_of([[[0, 1]]])) == 1
    assert right_category(counts_of([[[0, 1]]], weights=[1, 0])) == 0


def test_right_answers_are_those_worth_more() -> None:
    right, trials = right_answers(counts_of([[[1, 1, NAN]], [[0, 1, 0]]], weights=[1, 0]))
    # Category 0 is worth more: a has none of 2, b has 2 of 3.
    assert sorted(zip(right.ravel(), trials.ravel(), strict=True)) == [(0, 2), (2, 3)]
    with pytest.raises(DataError, match="outcomes must be right or wrong"):
        right_answers(counts_of([[0.5, 1.0], [0.0, 1.0]]))


def test_a_stack_is_its_members() -> None:
    stack = resampled(gappy(), 4)
    singles = members(stack)
    for name in ("n_trials", "observed", "mean_outcome", "coverage"):
        np.testing.assert_array_equal(getattr(stack, name), [getattr(single, name) for single in singles], err_msg=name)
    np.testing.assert_array_equal(stack.attempts(2), [single.attempts(2) for single in singles])
    right = stack.counts[..., 1]
    np.testing.assert_array_equal(stack.all_among(right, 2), [s.all_among(s.counts[..., 1], 2) for s in singles])
    np.testing.assert_allclose(
        stack.over_questions(stack.mean_outcome), [s.over_questions(s.mean_outcome) for s in singles], rtol=1e-15
    )
