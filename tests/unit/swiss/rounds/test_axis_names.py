"""Names for the axes of arrays."""

import pytest

from bayesrank.errors import DataError
from bayesrank.swiss.rounds.axis_names import names_or_numbers


def test_entries_without_names_are_numbered_from_one():
    assert names_or_numbers("round", None, 2) == ("round 1", "round 2")
    assert names_or_numbers("round", ["law", "maths"], 2) == ("law", "maths")


def test_every_entry_has_a_name_or_none_has():
    with pytest.raises(
        DataError, match=r"^rounds must be 2 names, as many as the array has; got 1\. Name every one\.$"
    ):
        names_or_numbers("round", ["law"], 2)


def test_a_text_is_no_list_of_names():
    with pytest.raises(DataError, match="models must be a list of names; got the text 'xy'"):
        names_or_numbers("model", "xy", 2)
