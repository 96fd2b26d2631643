"""Which questions are asked in which round."""

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.observations.outcomes import Outcomes
from bayesrank.swiss.rounds.round_questions import round_questions


def asked(labels, column="benchmark"):
    known = np.array(labels, dtype=object) if any(isinstance(label, str) for label in labels) else np.array(labels)
    return Outcomes.from_array(np.ones((2, len(labels))), question_metadata={column: known})


def test_rounds_stand_in_the_order_of_their_first_questions():
    found = round_questions(asked(["law", "maths", "law"]), "benchmark", None)
    assert {name: places.tolist() for name, places in found.items()} == {"law": [0, 2], "maths": [1]}
    assert list(found) == ["law", "maths"]


def test_a_sequence_chooses():
    found = round_questions(asked(["law", "maths", "law"], "task"), "task", ["maths"])
    assert {name: places.tolist() for name, places in found.items()} == {"maths": [1]}


def test_numbers_are_names():
    assert list(round_questions(asked([2.0, 1.0, 2.5]), "benchmark", None)) == ["2", "1", "2.5"]


def test_a_question_without_a_round_is_refused():
    for labels in (["law", None], ["law", " "], [1.0, np.nan]):
        with pytest.raises(DataError, match=r"every question must have a benchmark .* got none of 'question 2'"):
            round_questions(asked(labels), "benchmark", None)


def test_the_column_must_be_there():
    with pytest.raises(DataError, match=r"must have 'benchmark', .* got 'task'\. Add it, or pass round_column=\."):
        round_questions(asked(["law"], "task"), "benchmark", None)
    with pytest.raises(DataError, match="got none"):
        round_questions(Outcomes.from_array([[1], [0]]), "benchmark", None)
    with pytest.raises(DataError, match="sequence must name rounds that there are; got 'art'"):
        round_questions(asked(["law"]), "benchmark", ["art"])
