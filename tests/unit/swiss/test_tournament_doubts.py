import numpy as np
import pytest

from bayesrank import ScoreTable
from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.swiss_tournament import swiss_tournament
from bayesrank.swiss.win_draws import WinDraws


def board(n_models, n_rounds):
    scores = np.linspace(1, 0, n_models)[:, None] * np.ones(n_rounds)
    rounds = tuple(f"r{k}" for k in range(n_rounds))
    return ScoreTable(tuple(f"m{i}" for i in range(n_models)), rounds, scores, np.ones(n_rounds, dtype=bool))


def said(tournament, start):
    return [warning for warning in tournament.warnings if warning.startswith(start)]


def test_rounds_in_which_nobody_plays():
    # two models: after the first match they have different points (specification 3.2: M = 2 freezes after 1 round)
    found = swiss_tournament(board(2, 5), eliminate=0, method="exact")
    assert said(found, "at elimination 0 nobody plays in 'r1', 'r2', 'r3' and 1 more rounds")


def test_rounds_in_which_few_play():
    # four models freeze after 4 rounds; rounds 3 and 4 have 1 match of 2 (sizes 1 2 1 -> 1 1+1 .. by 3.1), not fewer
    found = swiss_tournament(board(4, 4), eliminate=0, method="exact")
    assert found.wins.n_pairs.tolist() == [[2, 2, 1, 1]]
    assert not said(found, "at elimination 0")
    # eight models, eleven rounds until they freeze: 1 match of 4 at the end
    found = swiss_tournament(board(8, 11), eliminate=0, n_contests=2, random_seed=0)
    assert found.wins.n_pairs[0, -1] == 1
    assert said(found, "at elimination 0 fewer than half of the matches")


def test_in_a_round_robin_all_play():
    found = swiss_tournament(board(2, 5), eliminate=0, rules=ContestRules(pairing="round_robin"), method="exact")
    assert not said(found, "at elimination")


def test_eliminations_beyond_the_natural_grid():
    found = swiss_tournament(board(6, 3), eliminate=[0, 3], n_contests=2, random_seed=0)  # (6 - 2) / (3 - 1) = 2
    assert any("3" in warning and "eliminat" in warning for warning in found.warnings[1:])


def test_ties_and_close_calls():
    scores = np.array([[1.0, 1.0], [1.0, 0.0], [0.0, 0.5]])
    table = ScoreTable(tuple("abc"), ("x", "y"), scores, np.array([True, True]))
    found = swiss_tournament(table, ties="half", eliminate=0, method="exact")
    # one pair of six is tied, a draw: 16.7 %, below a quarter
    assert said(found, "16.7% of the matches are between equal scores, most in 'x'")
    assert not any("close calls" in warning for warning in found.warnings)
    even = np.array([[1.0, 1.0], [1.0, 1.0], [0.0, 0.5]])
    found = swiss_tournament(
        ScoreTable(tuple("abc"), ("x", "y"), even, np.array([True, True])), ties="half", eliminate=0, method="exact"
    )
    assert said(found, "33.3% of the matches are close calls")  # two of six


@pytest.mark.parametrize(("n_contests", "warned"), [(2, True), (2000, False)])
def test_noise_of_few_contests(n_contests, warned):
    # one round, M = 3, chances that move little: contests vary far more than draws
    rng = np.random.default_rng(1)
    draws = WinDraws(tuple("abc"), ("x",), rng.normal([[0.0], [0.5], [1.0]], 0.5, (200, 3, 1)), match="logistic")
    found = swiss_tournament(draws, eliminate=0, n_contests=n_contests, random_seed=0)
    assert bool(said(found, "up to")) == warned
    assert not said(found, "results are conditional")
