"""Right answers and trials in rounds."""

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.observations.outcomes import Outcomes
from bayesrank.swiss.rounds.round_counts import RoundCounts, count_questions, count_rounds

NAN = float("nan")


def test_one_number_of_trials_a_round_is_that_of_all_models():
    counts = count_rounds([[3, 4], [1, 0]], [5, 4])
    assert (counts.models, counts.rounds) == (("model 1", "model 2"), ("round 1", "round 2"))
    assert counts.trials.tolist() == [[5, 4], [5, 4]]
    assert repr(counts) == "RoundCounts(2 models x 2 rounds, 18 trials)"
    for table in (counts.right, counts.trials):
        with pytest.raises(ValueError, match="read-only"):
            table[0, 0] = 1


def test_trials_can_differ():
    counts = count_rounds([[3], [1]], [[5], [2]], models=["x", "y"], rounds=["law"])
    assert (counts.trials.tolist(), counts.models, counts.rounds) == ([[5], [2]], ("x", "y"), ("law",))


@pytest.mark.parametrize(
    ("right", "trials", "options", "complaint"),
    [
        ([[3], [6]], [5], {}, "right must be from 0 to the number of trials; got 6 of 'model 2' in round 'round 1'"),
        ([[-1], [6]], [9], {}, "right must be from 0 to the number of trials; got -1 of 'model 1'"),
        ([[0], [1]], [[0], [1]], {}, "trials must be at least 1; got 0 of 'model 1' in round 'round 1'"),
        ([[0.5], [1]], [5], {}, "right must be whole numbers; got 0.5. Pass counts, not shares"),
        ([[1], [NAN]], [5], {}, "right must be whole numbers; got nan"),
        ([[1], [2]], [np.inf], {}, "trials must be whole numbers; got inf"),
        ([[1], [2]], [5, 5], {}, r"trials must have shape \(2, 1\), models x rounds; got \(2,\)"),
        ([1, 2], [5], {}, r"right must have shape \(M, K\), models x rounds; got \(2,\)"),
        ([["many"], ["few"]], [5], {}, "right must be an array of whole numbers; got text"),
        ([[1], [2]], [5], {"models": ["x"]}, "models must be 2 names, as many as the array has; got 1"),
        ([[1], [2]], [5], {"models": ["x", "x"]}, "model names must differ"),
        ([[], []], [], {}, "rounds must be at least one; got none"),
    ],
)
def test_what_are_no_counts_is_refused(right, trials, options, complaint):
    with pytest.raises(DataError, match=complaint):
        count_rounds(right, trials, **options)


def test_the_class_checks_shapes():
    with pytest.raises(DataError, match=r"right must have shape \(1, 2\), models x rounds; got \(2, 1\)"):
        RoundCounts(("x",), ("law", "maths"), np.array([[1], [1]]), np.array([[2, 2]]))


def test_trials_of_the_questions_of_a_round_are_counted():
    data = Outcomes.from_array(
        # two trials of each question; question 3 is of law, as question 1 is
        [[[1, 1], [0, 1], [1, NAN]], [[0, 0], [1, 1], [NAN, NAN]]],
        models=["x", "y"],
        question_metadata={"benchmark": ["law", "maths", "law"]},
    )
    counts = count_questions(data)
    assert (counts.models, counts.rounds) == (("x", "y"), ("law", "maths"))
    assert counts.right.tolist() == [[3, 1], [0, 2]]
    assert counts.trials.tolist() == [[3, 2], [2, 2]]
    assert count_questions(data, sequence=["maths"]).right.tolist() == [[1], [2]]


def test_right_is_the_category_that_is_worth_more():
    data = Outcomes.from_array([[1, 1, 0]], weights=[1.0, 0.0], question_metadata={"task": ["t"] * 3})
    assert count_questions(data, round_column="task").right.tolist() == [[1]]


@pytest.mark.parametrize(
    ("outcomes", "options", "got"),
    [([[0.5, 1]], {}, "fractions"), ([[2, 1]], {"weights": [0, 0.5, 1]}, "3 categories")],
)
def test_only_right_and_wrong_is_counted(outcomes, options, got):
    data = Outcomes.from_array(outcomes, question_metadata={"benchmark": ["law", "law"]}, **options)
    with pytest.raises(DataError, match=f"outcomes must be right or wrong to be counted; got {got}"):
        count_questions(data)


def test_prior_outcomes_are_refused():
    data = Outcomes.from_array([[1, 0]], prior=[[1], [0]], question_metadata={"benchmark": ["law", "law"]})
    with pytest.raises(DataError, match="outcomes must have no prior outcomes to be played in rounds; got some"):
        count_questions(data)


def test_a_model_that_was_asked_nothing_in_a_round_is_refused():
    data = Outcomes.from_array([[1, 0], [1, NAN]], question_metadata={"benchmark": ["law", "art"]})
    with pytest.raises(DataError, match="trials must be at least 1; got 0 of 'model 2' in round 'art'"):
        count_questions(data)
