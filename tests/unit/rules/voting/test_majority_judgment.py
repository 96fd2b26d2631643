from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from bayesrank.observations.outcomes import Outcomes
from bayesrank.rules.voting import majority_judgment as module
from bayesrank.rules.voting.majority_judgment import majority_judgment
from bayesrank.statistics.outcome_counts import OutcomeCounts
from bayesrank.statistics.summarise import summarise
from tests.ballots import named

NAN = float("nan")


def counts_of(*grades, weights=(0, 1, 2, 3)):
    """Grades of models a, b, ..., one for each question."""
    data = Outcomes.from_array(np.array(grades)[:, :, None], models="abcdefghij"[: len(grades)], weights=weights)
    return summarise(data, OutcomeCounts)


def judged(*grades):
    counts = counts_of(*grades)
    return named(counts.models, majority_judgment(counts))


def test_by_hand_with_an_odd_number_of_questions():
    # Sorted, medians first taken away: a 1 2 2 3 3: 2, 2, 3; b 0 2 2 2 3: 2, 2, 2; c is b in another order;
    # d 0 0 1 3 3: 1.
    assert judged([1, 2, 2, 3, 3], [0, 2, 2, 2, 3], [2, 3, 0, 2, 2], [3, 0, 0, 1, 3]) == {
        "a": 4,
        "b": 3,
        "c": 3,
        "d": 2,
    }


def test_by_hand_with_an_even_number_of_questions():
    # The lower of the two in the middle comes first: a 1 2 3 3: 2, then 3; b 2 2 2 3: 2, then 2; c 1 1 3 3: 1.
    assert judged([1, 2, 3, 3], [2, 2, 2, 3], [1, 1, 3, 3]) == {"a": 3, "b": 2, "c": 1}


def test_the_lower_side_comes_first():
    # Both 2; next to the middle a has 1 and 3, b has 2 and 2: below the middle b is better.
    assert judged([1, 2, 3], [2, 2, 2]) == {"a": 1, "b": 2}


def test_one_trial_right_or_wrong_is_the_order_of_means():
    # 1 of 5, 3 of 5, 4 of 5 and 3 of 5.
    rows = [[0, 0, 0, 0, 1], [0, 1, 1, 1, 0], [1, 1, 0, 1, 1], [1, 1, 1, 0, 0]]
    counts = counts_of(*rows, weights=(0, 1))
    assert named(counts.models, majority_judgment(counts)) == {"a": 2, "b": 3, "c": 4, "d": 3}


def test_shares_are_compared_where_numbers_of_questions_differ():
    # a and b have each grade on a third of their questions. c: 2 and 3, lower median 2 as they have; above the
    # middle c goes on with 3, a with 2 up to a sixth. d: 0 on its only question.
    rows = [[1, 2, 3, NAN, NAN, NAN], [1, 1, 2, 2, 3, 3], [NAN, 2, NAN, 3, NAN, NAN], [0] + [NAN] * 5]
    assert judged(*rows) == {"a": 3, "b": 3, "c": 4, "d": 2}


def medians_taken_away(grades):
    """Return the grades in the order in which the lower median of what is left is taken away."""
    left, taken = sorted(grades), []
    while left:
        taken.append(left.pop((len(left) - 1) // 2))
    return taken


@pytest.mark.parametrize("n_questions", [6, 7])
def test_as_medians_taken_away_one_by_one(n_questions):
    # The definition of balinski2011, for questions of equal or whole weights, on 60 tables of few grades.
    rng = np.random.default_rng(n_questions)
    for _ in range(60):
        counts = counts_of(*rng.integers(0, 4, (6, n_questions)))
        times = rng.integers(0, 4, n_questions)
        times[0] = 1
        grades = counts.mean_outcome.astype(int)
        sequences = [medians_taken_away(np.repeat(row, times)) for row in grades]
        best_first = sorted(map(tuple, {*map(tuple, sequences)}), reverse=True)
        expected = [6 - best_first.index(tuple(sequence)) for sequence in sequences]
        weighted = replace(counts, question_weight=times.astype(float))
        np.testing.assert_array_equal(majority_judgment(weighted), expected)
        np.testing.assert_array_equal(majority_judgment(replace(counts, question_weight=times * 0.1)), expected)


def test_fractional_weights_by_hand():
    # Weights 0.5, 1, 1.5, of 3. a 3 2 1: 1 up to a half, 2 up to 1/2 + 1/3. b 1 3 2: 1 up to 1/6, 2 up to 2/3.
    # c 2 1 3: 1 up to 1/3, 2 up to 1/2. Lower medians: a 1, b 2, c 2. Then, above the middle, c goes on with 3, b
    # with 2; below, c has 2 as b has, up to 1/6. So c, b, a.
    counts = counts_of([3, 2, 1], [1, 3, 2], [2, 1, 3])
    by_name = dict(zip(("question 1", "question 2", "question 3"), (0.5, 1, 1.5), strict=True))
    assert set(counts.questions) == set(by_name)
    weighted = replace(counts, question_weight=np.array([by_name[question] for question in counts.questions]))
    assert named(counts.models, majority_judgment(weighted)) == {"a": 1, "b": 2, "c": 3}


def test_rounding_of_shares_parts_nobody():
    # a: grade 0 on weights 0.1 and 0.2, b on 0.3: in floats their shares differ.
    assert Fraction(0.1) + Fraction(0.2) != Fraction(0.3)
    counts = counts_of([0, 0, 1], [1, 1, 0], weights=(0, 1))
    light = counts.mean_outcome[counts.models.index("a")] == 0
    weight = np.where(light, 0.1, 0.3)
    weight[np.flatnonzero(light)[1]] = 0.2
    np.testing.assert_array_equal(majority_judgment(replace(counts, question_weight=weight)), [2, 2])


def test_a_model_without_a_question_of_weight_has_the_mean_of_the_others():
    counts = counts_of([1, NAN], [2, NAN], [3, 3], weights=(0, 1, 2, 3))
    weight = np.isnan(counts.mean_outcome[counts.models.index("a")]).astype(float)
    only_second = majority_judgment(replace(counts, question_weight=weight))
    assert named(counts.models, only_second) == {"a": 3, "b": 3, "c": 3}
    four = counts_of([1, NAN], [2, 2], [3, 3])
    weight = np.isnan(four.mean_outcome[four.models.index("a")]).astype(float)
    assert named(four.models, majority_judgment(replace(four, question_weight=weight))) == {"a": 2.5, "b": 2, "c": 3}
    nobody = majority_judgment(replace(four, question_weight=np.zeros(2)))
    np.testing.assert_array_equal(nobody, [0, 0, 0])


def test_a_stack_is_judged_one_by_one(interpreted):
    rng = np.random.default_rng(8)
    grades = rng.integers(0, 3, (6, 8)).astype(float)
    grades[rng.random(grades.shape) < 0.2] = np.nan
    counts = counts_of(*grades)
    noise = np.where(counts.counts > 0, rng.uniform(0.5, 1.5, (30, *counts.counts.shape)), 0)
    noise[:10] = counts.counts
    weight = np.concatenate([rng.multinomial(8, np.full(8, 1 / 8), 15), rng.dirichlet(np.ones(8), 15)]).astype(float)
    stack = replace(counts, counts=noise.round(1), question_weight=weight)
    singles = [replace(stack, counts=stack.counts[draw], question_weight=weight[draw]) for draw in range(30)]
    compiled = majority_judgment(stack)
    np.testing.assert_array_equal(compiled, [majority_judgment(one) for one in singles])
    interpreted(module)
    np.testing.assert_array_equal(compiled, majority_judgment(stack))
