"""An order that content decides."""

import numpy as np
import pytest

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.statistics.canonical_order import canonical_order


def ordered(table: FloatArray, models: str, questions: str, cluster: list[int] | None = None) -> FloatArray:
    """Return a models x questions table in canonical order; each letter is a name."""
    rows, columns = order(table, models, questions, cluster)
    return table[np.ix_(rows, columns)]


def order(
    table: FloatArray, models: str, questions: str, cluster: list[int] | None = None
) -> tuple[IntArray, IntArray]:
    member = np.arange(len(questions)) if cluster is None else np.array(cluster)
    return canonical_order(table[:, :, None], member, list(models), list(questions))


def test_rows_and_columns_come_out_alike_whatever_their_order_and_names() -> None:
    table = np.array([[1.0, 1, 0, 2], [0, 1, 0, 0], [1, 1, 1, 0]])
    rows, columns = [2, 0, 1], [3, 1, 0, 2]
    np.testing.assert_array_equal(ordered(table, "abc", "pqrs"), ordered(table[rows][:, columns], "abc", "pqrs"))
    np.testing.assert_array_equal(ordered(table, "abc", "pqrs"), ordered(table, "cab", "srpq"))


@pytest.mark.parametrize("models", ["abc", "acb", "bac", "bca", "cab", "cba"])
@pytest.mark.parametrize("questions", ["pqr", "rqp", "qpr"])
def test_exchangeable_rows_give_one_table_under_any_names(models: str, questions: str) -> None:
    # Each model solves one question of its own: a symmetry exchanges all three, so no content tells them apart, and
    # names that settled models and questions one by one would give six different tables.
    np.testing.assert_array_equal(ordered(np.eye(3), models, questions), ordered(np.eye(3), "abc", "pqr"))


def test_a_cycle_has_one_table_however_its_members_are_called() -> None:
    cycle = np.roll(np.eye(5), 1, axis=1) - np.roll(np.eye(5), -1, axis=1)  # each beats the next, loses to the last
    expected = ordered(cycle, "abcde", "abcde")
    for names in ("baced", "edcba", "caebd"):
        np.testing.assert_array_equal(ordered(cycle, names, names), expected)


def test_names_settle_the_order_of_equal_rows_and_columns() -> None:
    rows, columns = order(np.ones((3, 4)), "bca", "srqp")
    assert rows.tolist() == [2, 0, 1]  # a, b, c
    assert columns.tolist() == [3, 2, 1, 0]  # p, q, r, s


def test_equal_questions_in_unlike_clusters_are_told_apart() -> None:
    # The first two columns are equal; the first shares its cluster with (1, 1), the second with (0, 0).
    table = np.array([[1.0, 1, 1, 0], [0, 0, 1, 0]])
    one = order(table, "ab", "pqrs", [0, 1, 0, 1])[1]
    other = order(table, "ab", "qprs", [0, 1, 0, 1])[1]
    assert one.tolist() == other.tolist()
    alone = [order(table, "ab", names)[1].tolist() for names in ("pqrs", "qprs")]
    assert alone[0] != alone[1]  # without clusters nothing but the name tells the two apart


def test_equal_questions_of_one_cluster_stand_together() -> None:
    columns = order(np.ones((2, 4)), "ab", "pqrs", [0, 1, 0, 1])[1]
    assert columns.tolist() == [0, 2, 1, 3]  # p and r, then q and s


def test_minus_zero_is_zero() -> None:
    table = np.array([[0.0, 1.0], [1.0, 1.0]])
    signed = np.where(table == 0, -0.0, table)
    assert [index.tolist() for index in order(signed, "ab", "pq")] == [
        index.tolist() for index in order(table, "ab", "pq")
    ]
    rows, _ = order(np.array([[-0.0], [0.0]]), "ba", "p")
    assert rows.tolist() == [1, 0]  # equal, so by name


def test_the_numbers_of_a_cell_have_an_order() -> None:
    cells = np.array([[[1.0, 0.0]], [[0.0, 1.0]]])  # one wrong, one right
    first = canonical_order(cells, np.zeros(1, dtype=np.int64), ["a", "b"], ["p"])[0]
    renamed = canonical_order(cells, np.zeros(1, dtype=np.int64), ["b", "a"], ["p"])[0]
    assert first.tolist() == renamed.tolist()


def test_no_question_leaves_names_alone() -> None:
    rows, columns = canonical_order(np.zeros((2, 0, 1)), np.zeros(0, dtype=np.int64), ["b", "a"], [])
    assert rows.tolist() == [1, 0]
    assert columns.tolist() == []
