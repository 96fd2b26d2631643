from pathlib import Path

import pytest

from bayesrank import DataError
from bayesrank.saving import refuse_no_place, write_whole


def test_the_folder_must_exist_and_the_file_need_not(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    refuse_no_place(tmp_path / "page.html")
    refuse_no_place(Path("page.html"))
    with pytest.raises(DataError, match=r"must lie in a folder that exists; got 'nowhere'\. Make the folder first\."):
        refuse_no_place(Path("nowhere/page.html"))
    with pytest.raises(DataError, match=r"must be the name of a file; got a folder\. Add a name to it\."):
        refuse_no_place(tmp_path)


def test_what_is_written_takes_the_place_of_what_was_there(tmp_path):
    file = tmp_path / "page.html"
    file.write_text("before")
    write_whole(file, lambda part: part.write_text("after"))
    assert file.read_text() == "after"
    assert list(tmp_path.iterdir()) == [file]  # no part is left


def test_a_failure_leaves_what_was_there(tmp_path):
    file = tmp_path / "page.html"
    file.write_text("before")

    def broken(part):
        part.write_text("half")
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        write_whole(file, broken)
    assert file.read_text() == "before"
    assert list(tmp_path.iterdir()) == [file]
