"""Columns that know where each row came from."""

from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from bayesrank.errors import DataError
from bayesrank.readers.table import Table, shown

NAN = float("nan")


def lines(cells: Any) -> Table:
    """Return one column of a text file, "x", whose first row stands on line 2."""
    return Table(pa.table({"x": cells}), "file.csv", "line", first_row=2)


def test_a_row_is_named_by_line_or_by_position() -> None:
    assert lines(["a"]).place(0) == "file.csv, line 2"
    assert Table(pa.table({"x": ["a"]}), "frame").place(0) == "frame, row 0"
    spread = Table(pa.table({"x": ["a", "b"]}), "file.csv", "line", first_row=2, lines=lambda: [2, 7])
    assert (spread.row(1), spread.place(1)) == ("line 7", "file.csv, line 7")


def test_a_cell_is_named_with_its_column_unless_it_is_called_like_it() -> None:
    table = lines(["a"])
    assert table.cell(0, "x", "x") == "file.csv, line 2: x"
    assert table.cell(0, "x", "outcome") == "file.csv, line 2, column 'x': outcome"


class TestCodes:
    @pytest.mark.parametrize(
        "cells",
        [
            ["b", "a", "b"],
            pa.chunked_array([["b"], ["a", "b"]]),
            pa.array(["b", "a", "b"]).dictionary_encode(),
            pa.array(["b", "a", "b"], pa.large_string()),
        ],
        ids=["text", "chunks", "categories", "large text"],
    )
    def test_rows_are_positions_among_sorted_names(self, cells: Any) -> None:
        code, names = lines(cells).codes("x", "model")
        assert names == ("a", "b")
        assert code.tolist() == [1, 0, 1]

    @pytest.mark.parametrize("cells", [[10, 9, 10], ["10", "9", "10"], [10.0, 9.0, 10.0]])
    def test_numbers_sort_as_numbers(self, cells: list[object]) -> None:
        code, names = lines(cells).codes("x", "question")
        assert code.tolist() == [1, 0, 1]
        assert names == tuple(str(cells[row]) for row in (1, 0))

    def test_numbers_beside_words_sort_as_text(self) -> None:
        assert lines(["10", "9", "b"]).codes("x", "question")[1] == ("10", "9", "b")

    def test_names_stay_as_they_are_written(self) -> None:
        assert lines(["7", "007", "7.0"]).codes("x", "question")[1] == ("007", "7", "7.0")

    def test_the_order_of_rows_does_not_touch_the_order_of_names(self) -> None:
        assert lines(["1", "1.0"]).codes("x", "question")[1] == lines(["1.0", "1"]).codes("x", "question")[1]

    def test_categories_that_no_row_holds_are_no_names(self) -> None:
        unused = pa.DictionaryArray.from_arrays(pa.array([2, 0, 2]), pa.array(["c", "b", "a"]))
        code, names = lines(unused).codes("x", "model")
        assert names == ("a", "c")
        assert code.tolist() == [0, 1, 0]

    @pytest.mark.parametrize(
        ("cells", "got"),
        [
            (["a", None, "c", None], "an empty cell"),
            (["a", "", "c"], "an empty cell"),
            (["a", " \t", "c"], r"' \\t'"),
            ([1.0, NAN, 2.0], "nan"),
            (pa.array(["a", None, "c"]).dictionary_encode(), "an empty cell"),
        ],
    )
    def test_the_first_row_without_a_name_is_named(self, cells: Any, got: str) -> None:
        with pytest.raises(DataError, match=rf"^file.csv, line 3: model must have a name; got {got}\. Fill it in"):
            lines(cells).codes("x", "model")

    def test_look_alikes_are_named_with_both_rows(self) -> None:
        complaint = r"^file.csv, line 4: model names must .+; got 'a b' here and 'ab' in line 2\. Rename one"
        with pytest.raises(DataError, match=complaint):
            lines(["ab", "c", "a b", "ab"]).codes("x", "model")

    @pytest.mark.parametrize("cells", [[None, ["a"]], [None, {"n": "a"}]])
    def test_nested_values_are_no_names(self, cells: Any) -> None:
        with pytest.raises(DataError, match=r"file.csv, line 3: x must be text or a number; got .+ Map another column"):
            lines(cells).codes("x", "x")


class TestNumbers:
    @pytest.mark.parametrize(
        ("cells", "expected"),
        [
            ([1, 0, None], [1, 0, NAN]),
            ([1.5, NAN, None], [1.5, NAN, NAN]),
            ([True, False, None], [1, 0, NAN]),
            (["1", " 0.5 ", None], [1, 0.5, NAN]),
            (["true", "False", "TRUE", "1"], [1, 0, 1, 1]),
            (["nan", "1e-3", "-2"], [NAN, 0.001, -2]),
            (pa.array(["1", "0", None]).dictionary_encode(), [1, 0, NAN]),
            (pa.array([True, None]).dictionary_encode(), [1, NAN]),
            ([2**60 + 1], [2.0**60]),  # no float is nearer
            (pa.nulls(2), [NAN, NAN]),
        ],
    )
    def test_cells_become_floats_and_missing_ones_nan(self, cells: Any, expected: list[float]) -> None:
        np.testing.assert_array_equal(lines(cells).numbers("x"), expected)

    @pytest.mark.parametrize(
        ("cells", "got"),
        [
            (["1", None, "two", "three"], "'two'"),
            (["true", "0", "85%"], "'85%'"),
            (["1", "2", "1_000"], "'1_000'"),
            (["1", "2", "0,5"], "'0,5'"),
            (["1", "2", ""], "''"),
            ([None, None, [1]], r"\[1\]"),
        ],
    )
    def test_the_first_cell_that_is_no_number_is_named(self, cells: Any, got: str) -> None:
        complaint = (
            rf"^file.csv, line 4: x must be a number, true or false; got {got}\. Correct it, or empty the cell\.$"
        )
        with pytest.raises(DataError, match=complaint):
            lines(cells).numbers("x")

    def test_a_message_takes_the_name_and_the_remedy_given(self) -> None:
        complaint = r"^file.csv, line 2, column 'x': outcome must be a number, true or false; got 'y'\. Recode it\.$"
        with pytest.raises(DataError, match=complaint):
            lines(["y"]).numbers("x", "outcome", "Recode it")


def test_meanings_are_looked_up_once_for_each_word() -> None:
    asked: list[object] = []

    def meaning(cell: object) -> float | None:
        asked.append(cell)
        return {"b": 2.0}.get(str(cell))

    np.testing.assert_array_equal(lines(["b", None, "b"]).meanings("x", meaning, "x", "be b", "Fix it"), [2, NAN, 2])
    assert asked == ["b"]
    with pytest.raises(DataError, match=r"^file.csv, line 3: x must be b; got 'c'\. Fix it\.$"):
        lines(["b", "c", "d", "c"]).meanings("x", meaning, "x", "be b", "Fix it")


def test_a_shown_cell_stays_on_one_short_line() -> None:
    assert shown("a\nb") == r"'a\nb'"
    assert shown("x" * 100) == "'" + "x" * 59 + "..."
