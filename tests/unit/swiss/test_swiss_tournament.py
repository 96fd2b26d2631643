import numpy as np
import pytest

from bayesrank import DataError, ScoreTable
from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.swiss_tournament import CONTESTS, CONTESTS_A_DRAW, swiss_tournament
from bayesrank.swiss.to_play import to_play

# six models in strict order in both rounds
BOARD = ScoreTable(tuple("abcdef"), ("x", "y"), np.linspace(1, 0, 6)[:, None] * np.ones(2), np.array([True, True]))
NOISY = ScoreTable(
    BOARD.models, BOARD.benchmarks, BOARD.scores, BOARD.higher_is_better, np.full(BOARD.scores.shape, 0.1)
)


def test_schedules_are_those_of_the_natural_grid():
    # (6 - 2) / (2 - 1) = 4
    assert swiss_tournament(BOARD, n_contests=2, random_seed=0).wins.schedules == ("0", "1", "2", "3", "4")


@pytest.mark.parametrize(
    ("eliminate", "names"),
    [(1, ("1",)), ("halving", ("halving",)), ([0, [1, 0]], ("0", "1+0")), (np.array([1, 0]), ("1", "0"))],
)
def test_schedules_that_are_given(eliminate, names):
    assert swiss_tournament(BOARD, eliminate=eliminate, n_contests=2, random_seed=0).wins.schedules == names


def test_exact_wins_are_those_that_simulated_ones_approach():
    # round 1: a wins always, b in 4 of 5 pairings, ... : (6 - i) / 5 for the i-th; simulated within 4 standard errors,
    # 6 comparisons with false-alarm rate 6 * 6.3e-5
    exact = swiss_tournament(BOARD, eliminate=0, method="exact").wins
    assert exact.n_contests is None
    simulated = swiss_tournament(BOARD, eliminate=0, random_seed=3).wins
    assert np.all(np.abs(simulated.wins - exact.wins) <= 4 * simulated.mcse + 1e-12)
    assert exact.wins.sum() == pytest.approx(5)  # 3 matches, then 1 + 1 among three with and three without a point


def test_usual_numbers_of_contests():
    assert swiss_tournament(BOARD, eliminate=0, random_seed=0).wins.n_contests == CONTESTS
    assert swiss_tournament(NOISY, eliminate=0, random_seed=0, draws=2).wins.n_contests == CONTESTS_A_DRAW


def test_the_seed_is_kept_and_gives_the_same_again():
    first = swiss_tournament(NOISY, eliminate=0, n_contests=10, draws=20)
    again = swiss_tournament(NOISY, eliminate=0, n_contests=10, draws=20, random_seed=first.wins.random_seed)
    assert np.array_equal(first.wins.draws, again.wins.draws)


def test_threads_change_nothing():
    one, two = (swiss_tournament(BOARD, eliminate=0, n_contests=5_000, random_seed=1, cores=cores) for cores in (1, 2))
    np.testing.assert_array_equal(one.wins.wins, two.wins.wins)


def test_rules_are_those_given():
    # with an odd number of models the two byes of three models are worth a point each
    three = ScoreTable(tuple("abc"), ("x",), np.array([[3.0], [2.0], [1.0]]), np.array([True]))
    found = swiss_tournament(three, eliminate=0, rules=ContestRules(bye_points=1.0), method="exact")
    # a: 1 for sure, by winning or by a bye; b: beats c 1/3, bye 1/3; c: bye 1/3
    np.testing.assert_allclose(found.wins.wins[0], [1, 2 / 3, 1 / 3], rtol=1e-12)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"eliminate": []}, "must hold at least one schedule; got none"),
        ({"eliminate": [0, 0]}, "must hold different schedules; got 0, 0"),
        ({"eliminate": -1}, "whole numbers of models, 0 or more; got -1"),
        ({"eliminate": [0, 1.5]}, "whole numbers of models, 0 or more; got 1.5"),
        ({"method": "guess"}, "method must be one of simulate, exact; got 'guess'"),
        ({"eliminate": {0, 1}}, "must be a list of schedules, which are played in its order; got the set {0, 1}"),
        ({"n_contests": 10**9}, "n_contests must be at most 10,000,000; got 1,000,000,000"),
        ({"cores": 0}, "cores must be a whole number of at least 1; got 0"),
        ({"method": "exact", "n_contests": 5}, "n_contests must be left out with method='exact'.*got 5"),
        ({"n_contests": 0}, "n_contests must be a whole number of at least 2; got 0"),
        ({"random_seed": -1}, "random_seed must be a whole number of at least 0; got -1"),
    ],
    ids=str,
)
def test_options_that_say_nothing(options, message):
    with pytest.raises(ValueError, match=message):
        swiss_tournament(BOARD, **options)


def test_draws_are_not_exact():
    with pytest.raises(ValueError, match="must be 'simulate' for draws of a posterior; got 'exact'"):
        swiss_tournament(NOISY, method="exact")


def test_ties_must_be_decided():
    tied = ScoreTable(("a", "b"), ("x",), np.array([[1.0], [1.0]]), np.array([True]))
    with pytest.raises(DataError, match="1 of 1 pairs tied"):
        swiss_tournament(tied)
    assert swiss_tournament(tied, ties="half", eliminate=0, method="exact").wins.wins.tolist() == [[0.5, 0.5]]


def test_what_is_ready_has_no_options():
    with pytest.raises(ValueError, match="none for these data; got 'ties'"):
        swiss_tournament(to_play(BOARD, random_seed=0), ties="half")
