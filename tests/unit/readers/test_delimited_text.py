"""CSV and TSV."""

import csv

import pytest

from bayesrank.errors import DataError
from bayesrank.readers.delimited_text import MISSING_MARKS, read_delimited


def test_every_cell_is_text_or_missing() -> None:
    table = read_delimited(b"a,b,c\n007,true,1.50\n,NA,x\n", ",", "f.csv")
    assert table.columns.to_pydict() == {"a": ["007", None], "b": ["true", None], "c": ["1.50", "x"]}


@pytest.mark.parametrize("mark", MISSING_MARKS)
def test_marks_of_missing_cells(mark: str) -> None:
    text = f'a,b\n{mark},"{mark}"\n -,NAN\n'
    assert read_delimited(text.encode(), ",", "f.csv").columns.to_pydict() == {"a": [None, " -"], "b": [None, "NAN"]}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_on_any_system(end: str) -> None:
    table = read_delimited(end.join(["a\tb", "1\t2", "3\t4"]).encode(), "\t", "f.tsv")
    assert table.columns.to_pydict() == {"a": ["1", "3"], "b": ["2", "4"]}
    assert table.place(1) == "f.tsv, line 3"


def test_lines_are_those_of_the_file_past_blanks_and_breaks_in_quotes() -> None:
    text = '\na,b\n\n1,2\n"x\n""y""\n",3\n\n\n4,5"6\n7,8'
    table = read_delimited(text.encode(), ",", "f.csv")
    assert table.columns["a"].to_pylist() == ["1", 'x\n"y"\n', "4", "7"]
    # 1 blank, 2 header, 3 blank, 4 first row, 5 to 7 second, 8 and 9 blank, 10 third, 11 fourth
    assert [table.row(position) for position in range(4)] == ["line 4", "line 5", "line 10", "line 11"]


def test_a_header_alone_has_no_rows() -> None:
    for text in (b"a,b", b"a,b\n", b"a,b\r\n\r\n"):
        assert read_delimited(text, ",", "f.csv").columns.num_rows == 0


def test_a_cell_may_be_longer_than_the_block_of_a_thread() -> None:
    limit = csv.field_size_limit()
    long = "x" * 3_000_000
    table = read_delimited(f'a,b\n1,{long}\n2,"\n"\n3,y\n'.encode(), ",", "f.csv")
    assert table.columns["b"].to_pylist() == [long, "\n", "y"]
    assert table.row(2) == "line 5"
    assert csv.field_size_limit() == limit  # raised for the count of lines, and put back


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("a,b\n1,2\n3\n", "f.csv, line 3: every row must have 2 cells, as the header has; got 1 in '3'. Check its sep"),
        ("a,b\n\n1,2\n3,4,5\n", "f.csv, line 4: every row must have 2 cells, as the header has; got 3 in '3,4,5'"),
        ('a,b\n"1\n1",2\n3\n', "f.csv, line 4: every row must have 2 cells, .+; got 1 in '3'"),
        ('a,b\n"1,2\n3,4\n', """f.csv, line 2: every row must have 2 cells, .+; got 1 in '"1,2'"""),
        ("a;b\n1;2\n", "f.csv: cells must be parted by commas; got semicolons in the header 'a;b'. Save a .csv file"),
        ("a\tb\n1\t2\n", r"f.csv: cells must be parted by commas; got tabs in the header 'a\\tb'"),
    ],
)
def test_what_is_no_table_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(DataError, match=f"^{complaint}"):
        read_delimited(text.encode(), ",", "f.csv")


def test_a_tsv_with_commas_is_refused() -> None:
    with pytest.raises(DataError, match=r"^f.tsv: cells must be parted by tabs; got commas in the header 'a,b'"):
        read_delimited(b"a,b\n1,2\n", "\t", "f.tsv")
