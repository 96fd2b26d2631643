"""Facts about questions."""

from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from bayesrank.errors import DataError
from bayesrank.readers.question_metadata import question_metadata
from bayesrank.readers.table import Table

QUESTION = np.array([1, 0, 1])  # the first and the last row are of question 1


def facts(cells: Any) -> list[object]:
    table = Table(pa.table({"model": ["a", "a", "b"], "fact": cells}), "file.csv", "line", first_row=2)
    return question_metadata(table, ["model"], QUESTION, 2)["fact"].tolist()


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (["hard", "easy", "hard"], ["easy", "hard"]),
        ([None, "easy", None], ["easy", None]),
        (["0.5", "2", "0.5"], [2.0, 0.5]),
        ([3, 4, 3], [4.0, 3.0]),
        (["007", "7", "007"], ["7", "007"]),  # as numbers the two would be one
        (["7", "x", "7"], ["x", "7"]),
        (pa.array(["y", "z", "y"]).dictionary_encode(), ["z", "y"]),
        (pa.array(["y", "z", "y"], pa.string_view()), ["z", "y"]),
        ([True, False, True], [0.0, 1.0]),
        ([{"a": 1}, {"a": 2}, {"a": 1}], ['{"a": 2}', '{"a": 1}']),
        ([[1], [1, 2], [1]], ["[1, 2]", "[1]"]),
    ],
)
def test_a_column_with_one_value_a_question_is_a_fact_about_it(cells: Any, expected: list[object]) -> None:
    assert facts(cells) == expected


def test_a_missing_number_is_nan() -> None:
    np.testing.assert_array_equal(facts([float("nan"), 2.0, float("nan")]), [2.0, float("nan")])
    np.testing.assert_array_equal(facts([None, 2.0, None]), [2.0, float("nan")])


def test_without_further_columns_there_are_no_facts() -> None:
    assert question_metadata(Table(pa.table({"model": ["a"]}), "file.csv"), ["model"], np.array([0]), 1) == {}


@pytest.mark.parametrize(
    ("cells", "got"),
    [
        ([10, 5, 20], "20 here and 10 in line 2"),
        (["x", "y", None], "None here and 'x' in line 2"),
        ([["a"], ["b"], ["c"]], r"\['c'\] here and \['a'\] in line 2"),
    ],
)
def test_a_column_that_varies_within_a_question_is_refused(cells: Any, got: str) -> None:
    complaint = (
        rf"^file.csv, line 4: column 'fact' must hold one value a question to be kept as a fact about it; got {got}\. "
        rf"Ignore it, ignore=\['fact'\] \(--ignore fact\), or map it to its role, one of model\.$"
    )
    with pytest.raises(DataError, match=complaint):
        facts(cells)


@pytest.mark.parametrize("cells", [["x", None, "x"], [1.0, float("nan"), 1.0]])
def test_a_cluster_is_given_for_every_question_or_none(cells: list[object]) -> None:
    table = Table(pa.table({"cluster": cells}), "file.csv", "line", first_row=2)
    complaint = r"^file.csv, line 3: cluster must be given for every question where some have one; got an empty cell\."
    with pytest.raises(DataError, match=complaint):
        question_metadata(table, [], QUESTION, 2)
