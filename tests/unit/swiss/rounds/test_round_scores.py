"""Scores in rounds."""

import numpy as np
import pytest

from bayesrank.swiss.rounds.joined_rounds import JoinedRounds
from bayesrank.swiss.rounds.round_scores import present_in, round_scores
from tests.boards import NAN, board


def test_higher_is_better_in_every_round():
    scored = round_scores(board([[0.9, 12], [0.8, 15]], lower=["q"]), sequence=["q", "p"])
    assert scored.rounds == ("q", "p")
    np.testing.assert_array_equal(scored.scores, [[-12, 0.9], [-15, 0.8]])
    assert scored.standard_errors is None


def test_a_model_misses_a_round_if_it_misses_one_of_its_benchmarks():
    table = board([[1, 10, 0], [2, NAN, 0], [3, 30, 0], [NAN, 5, 0]])
    assert present_in(table, [0, 1]).tolist() == [0, 2]
    scored = round_scores(table, rounds=JoinedRounds({"sum": ["p", "q"]}, "mean_rank"))
    # a and c alone are ranked: a is the lower on both, c the higher; b and d would have moved the ranks
    np.testing.assert_array_equal(scored.scores, [[1, 0], [NAN, 0], [2, 0], [NAN, 0]])
    np.testing.assert_array_equal(scored.observed, [[True, True], [False, True], [True, True], [False, True]])


def test_standard_errors_of_means_are_those_of_independent_scores():
    table = board([[0.1, 0.3], [0.5, 0.9]], errors=[[0.03, 0.04], [0.06, 0.08]])
    scored = round_scores(table, rounds=JoinedRounds({"sum": ["p", "q"]}, "mean"))
    # sqrt(.03**2 + .04**2) / 2 = .05 / 2
    np.testing.assert_allclose(scored.standard_errors, [[0.025], [0.05]], rtol=1e-14)
    np.testing.assert_allclose(scored.scores, [[0.2], [0.7]])


def test_standard_errors_of_mean_z_are_in_standard_deviations():
    table = board([[0, 0], [2, 20]], errors=[[1, 10], [2, 20]])
    scored = round_scores(table, rounds=JoinedRounds({"sum": ["p", "q"]}, "mean_z"))
    # standard deviations sqrt(2) and 10 sqrt(2): errors 1 / sqrt(2) on both, so sqrt(1/2 + 1/2) / 2 = 1/2
    np.testing.assert_allclose(scored.standard_errors, [[0.5], [1.0]], rtol=1e-14)


def test_ranks_have_no_standard_errors():
    table = board([[0.1, 0.3, 1], [0.5, 0.9, 2]], errors=0.1)
    scored = round_scores(table, rounds=JoinedRounds({"sum": ["p", "q"]}, "mean_rank"))
    np.testing.assert_array_equal(scored.standard_errors, [[NAN, 0.1], [NAN, 0.1]])
    np.testing.assert_array_equal(scored.in_order(np.array([1])).standard_errors, [[0.1], [0.1]])


def test_a_majority_is_no_score():
    with pytest.raises(ValueError, match=r"within must give scores .* got 'majority' for round 'sum'"):
        round_scores(board([[1, 2], [2, 1]]), rounds=JoinedRounds({"sum": ["p", "q"]}, "majority"))


def test_a_round_of_one_benchmark_is_joined_by_anything():
    table = board([[-1, 2], [2, 1]])
    for within in ("majority", "mean"):
        scored = round_scores(table, rounds=JoinedRounds({"first": ["p"]}, within))
        assert scored.rounds == ("first", "q")
        np.testing.assert_array_equal(scored.scores, table.scores)
