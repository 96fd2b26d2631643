import pytest

from bayesrank.errors import DataError
from bayesrank.readers.name_list import read_names


def test_a_name_a_line(tmp_path):
    path = tmp_path / "order.txt"
    path.write_bytes("\ufeffq2\r\n\nq 1\nq10".encode())
    assert read_names(path, "question") == ("q2", "q 1", "q10")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"q\nq \n", r"^order\.txt: question names must differ in more than white space; got 'q' and 'q '"),
        (b"\n", r"^order\.txt: questions must be at least one; got none"),
        (b"\xff", r"^order\.txt: must be UTF-8 text, a name a line; got other bytes"),
    ],
)
def test_other_lists_are_refused(tmp_path, content, message):
    path = tmp_path / "order.txt"
    path.write_bytes(content)
    with pytest.raises(DataError, match=message):
        read_names(path, "question")
    with pytest.raises(DataError, match="must be a file that exists"):
        read_names(tmp_path / "none.txt", "question")
