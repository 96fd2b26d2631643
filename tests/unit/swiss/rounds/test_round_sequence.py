"""The rounds that are played, in their order."""

import pytest

from bayesrank.errors import DataError
from bayesrank.swiss.rounds.round_sequence import in_sequence

ROUNDS = {"p": 1, "q": 2, "r": 3}


def test_a_sequence_orders_and_chooses():
    assert list(in_sequence(ROUNDS, ["r", "p"]).items()) == [("r", 3), ("p", 1)]
    assert list(in_sequence(ROUNDS, None)) == ["p", "q", "r"]


@pytest.mark.parametrize(
    ("sequence", "complaint"),
    [
        ([], "sequence must name at least one round; got none"),
        (["p", "z"], r"must name rounds that there are; got 'z'\. Check the spelling: 'p', 'q', 'r'\."),
        (["p", "q", "p"], r"must name every round once; got 'p' twice\. Drop one\."),
    ],
)
def test_a_sequence_names_each_round_that_it_plays_once(sequence, complaint):
    with pytest.raises(DataError, match=complaint):
        in_sequence(ROUNDS, sequence)


def test_a_message_names_few_of_many_rounds():
    with pytest.raises(DataError, match=r"'0', '1', '2', '3', '4', \.\.\.\.$"):
        in_sequence({str(k): k for k in range(9)}, ["z"])
