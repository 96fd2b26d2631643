from pathlib import Path

import pytest

from bayesrank import DataError
from bayesrank.report.place import refuse_missing_folder


def test_the_folder_must_exist_and_the_file_need_not(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    refuse_missing_folder(tmp_path / "page.html")
    refuse_missing_folder(Path("page.html"))
    with pytest.raises(DataError, match=r"must lie in a folder that exists; got 'nowhere'\. Make the folder first\."):
        refuse_missing_folder(Path("nowhere/page.html"))
