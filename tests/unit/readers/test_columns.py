"""Columns under the names of their roles."""

import pyarrow as pa
import pytest

from bayesrank.errors import DataError
from bayesrank.readers.columns import listed, renamed, unread_columns, without
from bayesrank.readers.table import Table

TABLE = Table(pa.table({"system": ["a"], "task": ["q"], "outcome": [1]}), "file.csv", "line", 2, lambda: [9])


def test_columns_take_the_names_of_their_roles() -> None:
    table = renamed(TABLE, {"model": "system", "question": "task"})
    assert table.columns.column_names == ["model", "question", "outcome"]
    assert table.place(0) == "file.csv, line 9"
    assert renamed(TABLE, {}).columns.column_names == TABLE.columns.column_names
    assert renamed(TABLE, {"outcome": "outcome"}).columns.column_names == TABLE.columns.column_names


def test_roles_may_be_exchanged() -> None:
    table = renamed(TABLE, {"system": "task", "task": "system"})
    assert table.columns.to_pydict() == {"task": ["a"], "system": ["q"], "outcome": [1]}


@pytest.mark.parametrize(
    ("columns", "complaint"),
    [
        ({"model": "sys"}, "column 'sys' for model must be there; got 'system', 'task', 'outcome'. Check the name"),
        ({"model": "task", "question": "task"}, "column 'task' must have one role; got model and question"),
        ({"outcome": "task"}, "outcome must be one column; got 'task' beside 'outcome'. Ignore or rename"),
    ],
)
def test_a_column_has_one_role_and_a_role_one_column(columns: dict[str, str], complaint: str) -> None:
    with pytest.raises(DataError, match=f"^file.csv: {complaint}"):
        renamed(TABLE, columns)


def test_columns_are_dropped_by_name() -> None:
    table = without(TABLE, ["task"])
    assert table.columns.column_names == ["system", "outcome"]
    assert table.place(0) == "file.csv, line 9"


def test_what_is_not_read_is_what_is_ignored_and_the_row_index() -> None:
    names = ["", "model", "tokens", "__index_level_0__"]
    assert unread_columns(names, ["tokens"], "file.csv") == ["", "tokens", "__index_level_0__"]


@pytest.mark.parametrize(
    ("names", "ignored", "complaint"),
    [
        (["a", "b", "a"], [], "every column must have a name of its own; got 'a' twice. Rename one"),
        (["a", "b"], ["c"], "column 'c' to ignore must be there; got 'a', 'b'. Check the name"),
    ],
)
def test_names_are_sound_before_any_is_left_out(names: list[str], ignored: list[str], complaint: str) -> None:
    with pytest.raises(DataError, match=f"^file.csv: {complaint}"):
        unread_columns(names, ignored, "file.csv")


def test_many_or_long_names_stay_one_line() -> None:
    assert listed(["a", "b"]) == "'a', 'b'"
    assert listed([]) == "none"
    assert listed([str(number) for number in range(14)], most=2) == "'0', '1' and 12 more"
    assert len(listed(["x" * 1000])) < 70
