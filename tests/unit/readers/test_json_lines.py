"""JSON Lines."""

import json

import pytest

from bayesrank.errors import DataError
from bayesrank.readers.json_lines import read_json_lines


def content(*rows: object) -> bytes:
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def test_keys_are_columns_and_absent_ones_missing_cells() -> None:
    table = read_json_lines(content({"a": "x", "b": 1}, {"a": "y"}, {"b": 0.5, "a": None}), "f.jsonl", ())
    assert table.columns.to_pydict() == {"a": ["x", "y", None], "b": [1, None, 0.5]}
    assert table.place(2) == "f.jsonl, line 3"


def test_blank_lines_count() -> None:
    table = read_json_lines(b'\n{"a": 1}\r\n\r\n{"a": 2}', "f.jsonl", ())
    assert [table.row(position) for position in range(2)] == ["line 2", "line 4"]


def test_text_that_looks_like_a_date_or_a_number_stays_text() -> None:
    rows = [{"a": "2024-01-01", "b": "007"}, {"a": "2024-01-02 10:00:00", "b": "7"}]
    assert read_json_lines(content(*rows), "f.jsonl", ()).columns.to_pylist() == rows


def test_a_line_may_be_long() -> None:
    rows = [{"a": "x" * 3_000_000}, {"a": "y"}]
    assert read_json_lines(content(*rows), "f.jsonl", ()).columns.to_pylist() == rows


def test_columns_to_ignore_may_be_of_mixed_kinds() -> None:
    table = read_json_lines(content({"a": 1, "target": "x"}, {"a": 2, "target": 3}), "f.jsonl", ["target"])
    assert table.columns.to_pydict() == {"a": [1, 2], "target": [None, None]}


def test_nested_values_that_differ_in_kind_become_json_text() -> None:
    table = read_json_lines(content({"a": 1, "doc": {"x": 1}}, {"a": 2, "doc": {"x": "y"}}), "f.jsonl", ())
    assert table.columns.to_pydict() == {"a": [1, 2], "doc": ['{"x": 1}', '{"x": "y"}']}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('{"a": 1}\n\n{"a": "x"}\n', "line 3: a must be a number in every row, as in line 1; got 'x'. Write all"),
        ('{"a": true}\n{"a": 1}\n', "line 2: a must be true or false in every row, as in line 1; got 1"),
        (
            '{"a": 1}\n{"a": 2\n',
            """line 2: must be one JSON object; got '{"a": 2', which breaks at character 8. Write""",
        ),
        ('[{"a": 1}, {"a": 2}]\n', r"""line 1: must be one JSON object; got '\[\{"a": 1\}, \{"a": 2\}\]'. Write one"""),
        ('{"a": 1}\nno\n', "line 2: must be one JSON object; got 'no', which breaks at character 1. Write one whole"),
        ('{"a": 1}\n{"a": 1, "a": 2}\n', "line 2: every key must stand once; got 'a' twice. Rename one"),
    ],
)
def test_the_line_that_is_wrong_is_named(text: str, complaint: str) -> None:
    with pytest.raises(DataError, match=f"^f.jsonl, {complaint}"):
        read_json_lines(text.encode(), "f.jsonl", ())


@pytest.mark.parametrize("cell", [2**70, "\\ud800"])
def test_what_no_column_can_hold_is_refused_unless_it_is_ignored(cell: object) -> None:
    text = f'{{"a": 1, "x": {json.dumps(cell)}, "y": [1]}}\n{{"a": 2, "x": null, "y": ["z"]}}\n'.replace("\\\\", "\\")
    with pytest.raises(
        DataError, match=r"^f.jsonl: column 'x' must hold whole characters and numbers of up to 64 bits"
    ):
        read_json_lines(text.encode(), "f.jsonl", ())
    assert read_json_lines(text.encode(), "f.jsonl", ["x"]).columns["a"].to_pylist() == [1, 2]
