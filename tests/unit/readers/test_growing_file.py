"""Rows of a file that is still being written."""

import pandas as pd
import pytest

from bayesrank.errors import DataError
from bayesrank.readers.growing_file import GrowingFile, Row


def rows(file):
    return list(file.new_rows())


def append(path, text):
    with path.open("ab") as stream:
        stream.write(text if isinstance(text, bytes) else text.encode())


def test_each_row_is_yielded_once_when_its_line_is_whole(tmp_path):
    path = tmp_path / "r.csv"
    path.write_text("model,outcome\n")
    file = GrowingFile(path)
    assert rows(file) == []
    assert file.columns() == ("model", "outcome")
    append(path, "a,1\n\n  \nb,")
    assert rows(file) == [Row(2, {"model": "a", "outcome": "1"})]
    append(path, "NA")
    assert rows(file) == []
    append(path, "\r\n")
    assert rows(file) == [Row(5, {"model": "b", "outcome": None})]
    assert rows(file) == []
    assert not file.replaced


def test_a_header_is_awaited(tmp_path):
    path = tmp_path / "r.csv"
    path.write_bytes(b"")
    file = GrowingFile(path)
    assert (rows(file), file.columns()) == ([], None)
    append(path, b"\xef\xbb\xbfmodel,outc")
    assert (rows(file), file.columns()) == ([], None)
    append(path, "ome\na,1\n")
    assert rows(file) == [Row(2, {"model": "a", "outcome": "1"})]


@pytest.mark.parametrize(
    ("name", "text", "cells"),
    [
        ("r.tsv", "model\toutcome\na,b\t1\n", {"model": "a,b", "outcome": "1"}),
        ("r.csv", 'model,outcome\n"a,""b""",1\n', {"model": 'a,"b"', "outcome": "1"}),
        ("r.csv", ",model\n0,a\n", {"model": "a"}),
        ("r.jsonl", '{"model": "a", "outcome": null}\n', {"model": "a", "outcome": None}),
    ],
)
def test_formats(tmp_path, name, text, cells):
    path = tmp_path / name
    path.write_text(text)
    assert [row.cells for row in GrowingFile(path).new_rows()] == [cells]


def test_objects_have_no_header(tmp_path):
    path = tmp_path / "r.jsonl"
    path.write_text('{"model": "a"}\n{"model"')
    file = GrowingFile(path)
    assert file.columns() is None
    assert rows(file) == [Row(1, {"model": "a"})]


def test_a_row_that_is_refused_comes_again(tmp_path):
    path = tmp_path / "r.csv"
    path.write_text("model\na\nb\n")
    file = GrowingFile(path)
    for row in file.new_rows():
        assert row.number == 2
        break  # whoever took it did not ask for the next
    assert [row.number for row in file.new_rows()] == [2, 3]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"a\n", r"r\.csv, line 3: every row must have 2 cells, as the header has; got 1 in 'a'\. Check"),
        (b'"a,1\n', r"r\.csv, line 3: quotes must be closed, and end a cell, in their own line; got '\"a,1'\. Check"),
        (b"\xff,1\n", r"r\.csv, line 3: must be UTF-8 text; got the byte 0xff\. Save it as UTF-8\."),
    ],
)
def test_malformed_lines_are_named_and_what_stands_before_them_is_not_lost(tmp_path, line, message):
    path = tmp_path / "r.csv"
    path.write_bytes(b"model,outcome\na,1\n" + line + b"b,1\n")
    file, seen = GrowingFile(path), []
    for _ in range(2):
        with pytest.raises(DataError, match=f"^{message}"):
            seen.extend(file.new_rows())
    assert seen == [Row(2, {"model": "a", "outcome": "1"})]


def test_malformed_objects_are_named(tmp_path):
    path = tmp_path / "r.jsonl"
    path.write_text('{"model": "a"}\n\n{"model": \n')
    with pytest.raises(
        DataError, match=r"^r\.jsonl, line 3: must be one JSON object; got '\{\"model\":', which breaks"
    ):
        rows(GrowingFile(path))


def test_columns_of_one_name_are_refused(tmp_path):
    path = tmp_path / "r.csv"
    path.write_text("a,a\n1,2\n")
    with pytest.raises(DataError, match=r"^r\.csv: every column must have a name of its own; got 'a' twice"):
        rows(GrowingFile(path))


def test_a_table_that_is_replaced_is_read_anew(tmp_path):
    path = tmp_path / "r.parquet"
    pd.DataFrame({"model": ["a"], "outcome": [1.0]}).to_parquet(path)
    file = GrowingFile(path)
    assert file.columns() == ("model", "outcome")
    assert rows(file) == [Row(0, {"model": "a", "outcome": 1.0})]
    assert rows(file) == []
    assert not file.replaced
    pd.DataFrame({"model": ["a", "b"], "outcome": [1.0, None]}).to_parquet(path)
    assert file.replaced
    file.rewind()
    assert rows(file) == [Row(0, {"model": "a", "outcome": 1.0}), Row(1, {"model": "b", "outcome": None})]
    assert file.place(1) == "r.parquet, row 1"


def test_a_text_that_is_another_or_shorter_is_replaced(tmp_path):
    path = tmp_path / "r.csv"
    path.write_text("model\na\nb\n")
    file = GrowingFile(path)
    rows(file)
    path.write_text("model\na\n")
    assert file.replaced
    file.rewind()
    rows(file)
    assert not file.replaced
    (tmp_path / "new").write_text("model\na\nb\nc\n")
    (tmp_path / "new").replace(path)
    assert file.replaced


@pytest.mark.parametrize("text", ["model\nquestion\na\nb\n", "model\nc\nb\nd\n", "model\na\nc\n"])
def test_a_text_rewritten_in_place_is_replaced(tmp_path, text):
    path = tmp_path / "r.csv"
    path.write_text("model\na\nb\n")
    file = GrowingFile(path)
    rows(file)
    path.write_text("model\na\nb\nc\n")  # as it was, and more
    assert not file.replaced
    path.write_text(text)
    assert file.replaced


def test_other_files_are_refused(tmp_path):
    with pytest.raises(DataError, match="must be a file that exists; got none there"):
        GrowingFile(tmp_path / "r.csv")
    (tmp_path / "r.csv.gz").write_bytes(b"")
    with pytest.raises(
        DataError, match=r"^r\.csv\.gz: a growing file must end in one of \.csv, \.tsv, \.jsonl, \.parquet"
    ):
        GrowingFile(tmp_path / "r.csv.gz")
