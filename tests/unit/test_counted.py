import pytest

from bayesrank.counted import counted


@pytest.mark.parametrize(
    ("number", "noun", "plural", "words"),
    [
        (0, "round", None, "0 rounds"),
        (1, "round", None, "1 round"),
        (2, "match", "matches", "2 matches"),
        (1, "match", "matches", "1 match"),
        (1234, "model", None, "1,234 models"),
    ],
)
def test_numbers_agree_with_their_nouns(number, noun, plural, words):
    assert counted(number, noun, plural) == words
