"""Which benchmark each question is of."""

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.observations.outcomes import Outcomes
from bayesrank.programs.item_response._benchmarks import benchmarks_of
from bayesrank.statistics.outcome_counts import count_outcomes


def counts_of(labels):
    known = {} if labels is None else {"benchmark": np.array(labels, dtype=object)}
    return count_outcomes(Outcomes.from_array([[1, 0, 1], [0, 0, 1]], question_metadata=known))


def test_every_question_has_its_benchmark():
    counts = counts_of(["math", "code", "math"])
    names, of_question = benchmarks_of(counts)
    assert sorted(names) == ["code", "math"]
    assert names[0] == counts.benchmark[0]
    found = dict(zip(counts.questions, (names[index] for index in of_question), strict=True))
    assert found == {"question 1": "math", "question 2": "code", "question 3": "math"}


@pytest.mark.parametrize(
    ("labels", "complaint"),
    [
        (None, "every question must have a benchmark, in a column 'benchmark' .* got no column of that name"),
        (["math", None, "code"], "every question must have a benchmark, .* got none of 'question 2'"),
        (["math"] * 3, "questions must be of two benchmarks or more; got 'math' alone"),
    ],
)
def test_questions_without_benchmarks_are_refused(labels, complaint):
    with pytest.raises(DataError, match=complaint):
        benchmarks_of(counts_of(labels))
