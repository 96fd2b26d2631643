"""Rounds as votes by hand; abilities against their own equation, the program's density and a closed form."""

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.special import expit

from bayesrank import Comparisons
from bayesrank.programs.pairs._solver import BattleLikelihood, problem_of
from bayesrank.programs.pairs.bradley_terry import likelihood
from bayesrank.rules.voting.borda import borda
from bayesrank.statistics.count_battles import count_battles
from bayesrank.statistics.pair_votes import PairVotes
from bayesrank.studies.round_votes import ABILITY_SCALE, bradley_terry, round_votes


def test_votes_by_hand():
    votes = round_votes(np.array([[3, 1, 5], [2, 1, np.nan], [1, 4, 5]]))
    assert votes.wins.tolist() == [[0, 1, 1], [0, 0, 1], [1, 1, 0]]
    assert votes.ties.tolist() == [[0, 1, 1], [1, 0, 0], [1, 0, 0]]


def test_two_models_have_the_ability_of_their_equation():
    # 5 of 6: abilities a and -a with 5 - 6 sigmoid(2 a) - a / scale^2 = 0
    a = brentq(lambda a: 5 - 6 * expit(2 * a) - a / ABILITY_SCALE**2, 0, 5)
    votes = PairVotes(("x", "y"), np.array([[0, 4.0], [0, 0]]), np.array([[0, 2.0], [2, 0]]))
    np.testing.assert_allclose(bradley_terry(votes), [a, -a], atol=1e-8)


def test_abilities_are_the_mode_of_the_program():
    won = np.array([[0, 3, 1, 0], [2, 0, 4, 2], [4, 1, 0, 5], [0, 3, 0, 0]])
    first, second = np.nonzero(won)
    names = ("a", "b", "c", "d")
    battles = count_battles(Comparisons(names, first, second, np.ones(len(first), dtype=np.int8), won[first, second]))
    ability = bradley_terry(PairVotes(names, won.astype(float), np.zeros((4, 4))))
    in_order = ability[[names.index(name) for name in battles.models]]
    slope = problem_of(battles, (), BattleLikelihood(likelihood)).log_posterior(ABILITY_SCALE)(in_order).gradient
    np.testing.assert_allclose(slope, 0, atol=1e-7)


def test_one_that_lost_all_has_a_finite_ability():
    ability = bradley_terry(round_votes(np.array([[3.0] * 50, [2.0] * 50, [1.0] * 50])))
    assert np.isfinite(ability).all()
    assert ability[0] > ability[1] > ability[2]
    assert ability[1] == pytest.approx(0, abs=1e-8)  # by symmetry


def test_abilities_have_the_order_of_the_borda_count():
    scores = np.random.default_rng(0).integers(0, 6, (12, 9)).astype(float)
    votes = round_votes(scores)
    ability, points = bradley_terry(votes), borda(votes)
    np.testing.assert_array_equal(np.sign(ability[:, None] - ability), np.sign(points[:, None] - points))
