import numpy as np
import pytest

from bayesrank.swiss.contest_wins import contest_wins
from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.contests.play import expected_wins
from bayesrank.swiss.contests.schedules import read_schedules
from bayesrank.swiss.exact.exact import exact_wins
from bayesrank.swiss.win_draws import WinDraws
from bayesrank.swiss.win_tensor import WinTensor

RULES = ContestRules()
# 'a' beats 'b' in one round of two, and both beat 'c'
WIN = np.array([[[0, 1, 1], [0, 0, 1], [0, 0, 0]], [[0, 0, 1], [1, 0, 1], [0, 0, 0]]], dtype=float)
TENSOR = WinTensor(("a", "b", "c"), ("r", "s"), WIN, np.zeros_like(WIN))
DRAWS = WinDraws(("a", "b"), ("r",), np.array([[[1.0], [0.0]], [[0.0], [1.0]]]))


@pytest.mark.parametrize("rounds", ["in_order", "exchangeable"])
def test_with_a_number_of_contests_wins_are_simulated(rounds):
    schedules = read_schedules([0, 1], 3, 2)
    options = {"n_contests": 40, "random_seed": 5, "rounds": rounds, "cores": 1}
    found = contest_wins(TENSOR, schedules, RULES, **options)
    np.testing.assert_array_equal(found.wins, expected_wins(TENSOR, schedules, RULES, **options).wins)
    assert (found.n_contests, found.random_seed) == (40, 5)


@pytest.mark.parametrize(("rounds", "chance"), [("in_order", 1), ("exchangeable", 0.5)])
def test_without_one_they_are_exact(rounds, chance):
    # In the first round 'a' and 'b' meet in a third of the contests; 'a' wins for certain, or in half of them.
    schedules = read_schedules(0, 3, 1)
    first = TENSOR.in_order(np.array([0]))
    found = contest_wins(first, schedules, RULES, n_contests=None, random_seed=None)
    np.testing.assert_array_equal(found.wins, exact_wins(first, schedules, RULES).wins)
    schedules = read_schedules([1], 2, 2)  # with one elimination, the first round is all there is
    pair = TENSOR.of_models(np.array([0, 1]))
    found = contest_wins(pair, schedules, RULES, n_contests=None, random_seed=None, rounds=rounds)
    assert found.wins.tolist() == [[chance, 1 - chance]]


def test_draws_are_not_exact():
    schedules = read_schedules(0, 2, 1)
    with pytest.raises(ValueError, match="method must be 'simulate' for draws of a posterior; got 'exact'"):
        contest_wins(DRAWS, schedules, RULES, n_contests=None, random_seed=None)
