"""Names that can be told apart."""

import pytest

from bayesrank.errors import DataError
from bayesrank.observations.names import checked_names, find_look_alikes, is_nameless


def test_names_are_text_in_the_order_given() -> None:
    assert checked_names(["b", 7, "a c"], "model") == ("b", "7", "a c")


@pytest.mark.parametrize("name", [None, float("nan"), "", "  \t"])
def test_a_name_must_be_there(name: object) -> None:
    assert is_nameless(name)
    with pytest.raises(DataError, match=r"^model must have a name; got .+\. Fill it in, or drop its rows\.$"):
        checked_names(["a", name], "model")


@pytest.mark.parametrize("name", ["a", 0, 0.0, False, "nan"])
def test_zero_false_and_words_are_names(name: object) -> None:
    assert not is_nameless(name)


def test_there_must_be_a_name() -> None:
    with pytest.raises(DataError, match=r"^questions must be at least one; got none\. Check that"):
        checked_names([], "question")


@pytest.mark.parametrize("alike", [("a b", "ab"), ("a", "a "), ("a\tb", "a  b"), ("a", "a")])
def test_names_must_differ_in_more_than_white_space(alike: tuple[str, str]) -> None:
    assert find_look_alikes(["x", alike[0], "y", alike[1]]) == alike
    with pytest.raises(DataError, match=r"^model names must differ in more than white space; got '.+' and '.+'\. Ren"):
        checked_names(alike, "model")


def test_case_and_marks_tell_names_apart() -> None:
    assert find_look_alikes(["a", "A", "a-b", "a_b", "ab"]) is None
