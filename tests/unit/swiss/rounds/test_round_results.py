"""Who is better in which round."""

import numpy as np
import pytest

from bayesrank.swiss.rounds.joined_rounds import JoinedRounds
from bayesrank.swiss.rounds.round_results import round_results
from tests.boards import NAN, board


def results(table, rounds=None, tie_tolerance=0.0):
    return round_results(table, sequence=None, rounds=rounds, tie_tolerance=tie_tolerance)


def test_signs_follow_the_direction_of_the_benchmark():
    found = results(board([[0.9, 12], [0.8, 12], [NAN, 10]], lower=["q"]))
    # p: a beats b, c misses it. q, lower is better: c beats both, who tie
    np.testing.assert_array_equal(found.sign[0], [[0, 1, 0], [-1, 0, 0], [0, 0, 0]])
    np.testing.assert_array_equal(found.sign[1], [[0, 0, -1], [0, 0, -1], [1, 1, 0]])
    assert found.n_ties.tolist() == [0, 1]  # a missing score is no tie
    assert found.tied[1].tolist() == [[False, True, False], [True, False, False], [False, False, False]]


@pytest.mark.parametrize(
    ("tolerance", "n_ties"),
    # leads .1, .1, .2; in binary .4 - .3 exceeds .1 by rounding, which is not to count
    [(0.0, 0), (0.09, 0), (0.1, 2), (0.2, 3)],
)
def test_scores_within_the_tolerance_are_equal(tolerance, n_ties):
    assert 0.4 - 0.3 > 0.1
    assert results(board([[0.2], [0.3], [0.4]]), tie_tolerance=tolerance).n_ties.tolist() == [n_ties]


def test_a_tolerance_is_no_less_than_zero():
    for tolerance in (-0.1, NAN, np.inf, "a"):
        with pytest.raises(ValueError, match="tie_tolerance must be a finite number of at least 0; got"):
            results(board([[1], [2]]), tie_tolerance=tolerance)


def test_a_majority_of_benchmarks_wins():
    # a beats b on p and q, b beats a on r. a and c: one each and a tie. b and c: c on p, tie on q, b on r: a tie
    table = board([[3, 2, 1], [1, 1, 3], [2, 1, 1.5], [9, 9, NAN]])
    found = results(table, JoinedRounds({"all": ["p", "q", "r"]}, "majority"))
    # a against c: better on p and q, worse on r
    np.testing.assert_array_equal(found.sign[0], [[0, 1, 1, 0], [-1, 0, 0, 0], [-1, 0, 0, 0], [0, 0, 0, 0]])
    assert found.n_ties.tolist() == [1]
    assert found.observed[:, 0].tolist() == [True, True, True, False]


def test_a_majority_counts_benchmarks_within_the_tolerance_as_equal():
    # a is .1 better on p, b 1 better on q: a tie, and with tolerance .5 a win of b
    table = board([[1.1, 1], [1.0, 2]])
    joined = JoinedRounds({"all": ["p", "q"]}, "majority")
    assert results(table, joined).sign[0, 0, 1] == 0
    assert results(table, joined, tie_tolerance=0.5).sign[0, 0, 1] == -1


def test_rounds_can_be_chosen():
    found = results(board([[1, 2], [2, 2]])).in_order(np.array([1]))
    assert (found.rounds, found.n_ties.tolist(), found.observed.shape) == (("q",), [1], (2, 1))
