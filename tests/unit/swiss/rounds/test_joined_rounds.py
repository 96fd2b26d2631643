"""Several benchmarks as one round."""

import pytest

from bayesrank.errors import DataError
from bayesrank.swiss.rounds.joined_rounds import JoinedRounds, round_columns
from tests.boards import board

TABLE = board([[1, 2, 3, 4], [4, 3, 2, 1]])  # benchmarks p, q, r, s


def test_benchmarks_that_are_not_joined_stay_rounds():
    joined = JoinedRounds({"sum": ["s", "q"]}, "mean_rank")
    # "sum" stands where q, its first benchmark, does; its columns as they are listed
    assert list(round_columns(TABLE, None, joined).items()) == [("p", [0]), ("sum", [3, 1]), ("r", [2])]


def test_a_sequence_names_joined_rounds():
    joined = JoinedRounds({"sum": ["p", "q"]}, "mean_rank")
    assert list(round_columns(TABLE, ["s", "sum"], joined).items()) == [("s", [3]), ("sum", [0, 1])]
    with pytest.raises(DataError, match="sequence must name rounds that there are; got 'p'"):
        round_columns(TABLE, ["p"], joined)


def test_a_round_may_have_the_name_of_one_of_its_benchmarks():
    assert list(round_columns(TABLE, None, JoinedRounds({"p": ["p", "q"]}, "mean_z"))) == ["p", "r", "s"]


@pytest.mark.parametrize(
    ("benchmarks", "complaint"),
    [
        ({"sum": ["p", "z"]}, "round 'sum' must be of benchmarks in the table; got 'z'"),
        ({"r": ["p", "q"]}, "round 'r' must not have the name of a benchmark outside it"),
        ({"sum": []}, r"round 'sum' must be a list of one or more benchmarks; got \[\]"),
        ({"sum": "pq"}, "round 'sum' must be a list of one or more benchmarks; got 'pq'"),
        ({"sum": ["p", "q"], "rest": ["q"]}, "a benchmark must be in one round, once; got 'q' in 'sum' and in 'rest'"),
    ],
)
def test_rounds_are_of_benchmarks_that_there_are_each_in_one(benchmarks, complaint):
    with pytest.raises(DataError, match=complaint):
        round_columns(TABLE, None, JoinedRounds(benchmarks, "mean_rank"))


def test_how_to_join_has_no_default():
    with pytest.raises(TypeError, match="within"):
        JoinedRounds({"sum": ["p", "q"]})
    with pytest.raises(ValueError, match="within must be one of mean_rank, mean_z, majority, mean; got 'median'"):
        JoinedRounds({"sum": ["p", "q"]}, "median")
