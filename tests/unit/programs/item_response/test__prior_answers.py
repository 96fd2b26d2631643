import numpy as np
import pytest

from bayesrank import DataError, Outcomes
from bayesrank.programs.item_response._prior_answers import prior_answers
from bayesrank.statistics.outcome_counts import count_outcomes


def test_right_answers_are_in_the_category_that_is_worth_more():
    prior = np.array([[[0, 0, 1]], [[1, 1, np.nan]]])
    counts = count_outcomes(Outcomes.from_array([[1], [1]], prior=prior, weights=[1.0, 0.0], models=["a", "b"]))
    found = prior_answers(counts, "p")
    by_name = {name: (right, trials) for name, right, trials in zip(counts.models, *found, strict=True)}
    assert by_name == {"a": (2, 3), "b": (0, 2)}  # category 0 is worth 1


def test_prior_outcomes_and_answers_are_asked_for():
    with pytest.raises(DataError, match="data for 'p' must have prior outcomes"):
        prior_answers(count_outcomes(Outcomes.from_array([[1, 0]])), "p")
    three = Outcomes.from_array([[2, 0]], weights=[0, 0.5, 1], prior=[[1], [2]])
    with pytest.raises(DataError, match="outcomes must be right or wrong"):
        prior_answers(count_outcomes(three), "p")
