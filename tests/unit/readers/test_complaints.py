"""Complaints under the name of a file."""

import pytest

from bayesrank.errors import DataError
from bayesrank.readers.complaints import naming


def test_a_complaint_gets_the_name_of_the_file() -> None:
    original = DataError("model must have a name; got ''. Fill it in.")
    complaint = r"^file.csv: model must have a name; got ''\. Fill it in\.$"
    with pytest.raises(DataError, match=complaint) as caught, naming("file.csv"):
        raise original
    assert caught.value.__cause__ is original


def test_other_errors_pass() -> None:
    with pytest.raises(ZeroDivisionError), naming("file.csv"):
        1 / 0  # noqa: B018


def test_without_a_complaint_nothing_happens() -> None:
    with naming("file.csv"):
        pass
