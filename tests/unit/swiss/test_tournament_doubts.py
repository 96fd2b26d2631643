import numpy as np
import pytest

from bayesrank import ScoreTable
from bayesrank.swiss.contests.contest_budget import contest_budget
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
    assert said(found, "at elimination 0 nobody plays in rounds 2 to 5 of 5, and scores there count for nothing:")


def test_rounds_in_which_few_play():
    # four models freeze after 4 rounds; rounds 3 and 4 have 1 match of 2 (sizes 1 2 1 -> 1 1+1 .. by 3.1), not fewer
    found = swiss_tournament(board(4, 4), eliminate=0, method="exact")
    assert found.wins.n_pairs.tolist() == [[2, 2, 1, 1]]
    assert not said(found, "at elimination 0")
    # eight models, eleven rounds until they freeze: 1 match of 4 at the end
    found = swiss_tournament(board(8, 11), eliminate=0, n_contests=2, random_seed=0)
    assert found.wins.n_pairs[0, -1] == 1
    assert said(found, "at elimination 0 fewer than half of the possible matches are played in rounds 10 and 11 of 11:")


@pytest.mark.parametrize("eliminate", [[0], [0, 2]])
def test_idle_rounds_are_told_in_the_words_of_the_budget(eliminate):
    # every match has a winner, so that all numbers of matches are known before: what is said is the same
    found = swiss_tournament(board(8, 12), eliminate=eliminate, n_contests=20, random_seed=0)
    expected = contest_budget(8, 12, eliminate).warnings
    assert len(expected) == 1 + len(eliminate)
    assert tuple(said(found, "at elimination")) == expected


def test_with_enough_models_left_few_matches_are_not_few():
    # six, then five, then four are left: three, two and one match, which is half of what four could play
    found = swiss_tournament(board(6, 3), eliminate=1, n_contests=20, random_seed=0)
    assert not said(found, "at elimination")


def test_in_a_round_robin_all_play():
    found = swiss_tournament(board(2, 5), eliminate=0, rules=ContestRules(pairing="round_robin"), method="exact")
    assert not said(found, "at elimination")


def test_eliminations_beyond_the_natural_grid():
    found = swiss_tournament(board(6, 3), eliminate=[0, 3], n_contests=2, random_seed=0)  # (6 - 2) / (3 - 1) = 2
    assert said(
        found,
        "eliminations of 3 may leave fewer than two of 6 models before the last of 3 rounds, which they then do not "
        "play; up to 2 cannot",
    )


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
