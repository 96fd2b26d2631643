from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.contests.game import Game
from bayesrank.swiss.contests.match_tables import match_tables
from bayesrank.swiss.contests.play_tensor import CONTESTS_AT_ONCE, happenings, mean_and_covariance, play_tensor
from bayesrank.swiss.contests.schedules import read_schedule
from bayesrank.swiss.contests.tally import Tally, empty_tally
from bayesrank.swiss.win_tensor import WinTensor


def tally_of(points, **counts):
    """Return the tally of contests in which models had these points, shape (contests, E, M)."""
    points = np.array(points)
    empty = empty_tally(points.shape[1], 2, points.shape[2])
    products = np.einsum("cem,cfm->efm", points, points)
    return Tally(**{**empty._asdict(), "points": points.sum(axis=0), "products": products, **counts})


# Means and covariances


def test_means_and_covariances_are_those_of_the_contests():
    # Four contests under two schedules: 0, 1, 1, 2 points, mean 1, variance 2/3; 2, 1, 1, 0 points, covariance -2/3.
    tally = tally_of([[[0], [2]], [[1], [1]], [[1], [1]], [[2], [0]]])
    mean, covariance = mean_and_covariance(tally, 1, 4)
    assert mean.tolist() == [[1], [1]]
    np.testing.assert_allclose(covariance, [[[2 / 3, -2 / 3], [-2 / 3, 2 / 3]]], rtol=1e-15)


def test_units_of_half_a_point_are_points():
    points = np.random.default_rng(0).integers(0, 9, size=(50, 3, 4))
    mean, covariance = mean_and_covariance(tally_of(points), 2, 50)
    np.testing.assert_allclose(mean, points.mean(axis=0) / 2, rtol=1e-14)
    for model in range(4):
        np.testing.assert_allclose(covariance[model], np.cov(points[:, :, model].T / 2), rtol=1e-12)


def test_products_of_many_contests_are_not_too_large():
    # Ten million contests with 7,000 or 7,002 units, half each: 1e7 times their squares is beyond 2**63.
    n = 10_000_000
    empty = empty_tally(1, 2, 1)
    points, products = n // 2 * (7000 + 7002), n // 2 * (7000**2 + 7002**2)
    tally = Tally(**{**empty._asdict(), "points": np.array([[points]]), "products": np.array([[[products]]])})
    mean, covariance = mean_and_covariance(tally, 1, n)
    assert mean.tolist() == [[7001]]
    assert covariance.tolist() == [[[n / (n - 1)]]]


def test_points_that_are_always_the_same_have_no_variance_at_all():
    _, covariance = mean_and_covariance(tally_of(np.full((77, 1, 2), 7)), 2, 77)
    assert (covariance == 0).all()


# What happens besides


def test_happenings_are_counts_a_contest():
    counts = {
        "byes": np.array([[2, 4]]),
        "rounds_played": np.array([[8, 6]]),
        "eliminated": np.array([[[0, 2], [1, 0]]]),
        "pairs": np.array([[4, 2]]),
    }
    found = happenings(tally_of(np.zeros((4, 1, 2), dtype=int), **counts), 4, np.array([0.5, 0.5]))
    assert found["byes"].tolist() == [[0.5, 1]]
    assert found["rounds_played"].tolist() == [[2, 1.5]]
    assert found["eliminated"].tolist() == [[[0, 0.5], [0.25, 0]]]
    assert found["n_pairs"].tolist() == [[1, 0.5]]


def test_opponents_have_the_mean_strength_of_those_met():
    # 0 met 1 once as the first and twice as the second, and 2 once; 1 and 2 never met; 3 met nobody.
    met = np.zeros((1, 4, 4), dtype=int)
    met[0, 0, 1], met[0, 1, 0], met[0, 0, 2] = 1, 2, 1
    strength = np.array([0.9, 0.5, 0.1, 0.2])
    found = happenings(tally_of(np.zeros((1, 1, 4), dtype=int), met=met.reshape(1, 16)), 1, strength)["opponents"]
    np.testing.assert_allclose(found, [[(3 * 0.5 + 0.1) / 4, 0.9, 0.9, np.nan]])


# All of it


def played(tensor, eliminate=(0,), rules=None, n_contests=100):
    leave = np.stack([read_schedule(each, len(tensor.models), len(tensor.rounds)).leave for each in eliminate])
    with ThreadPoolExecutor(1) as pool:
        return play_tensor(tensor, Game(leave, rules or ContestRules(), 0), match_tables, n_contests, pool)


def test_a_tournament_of_certain_results():
    # 0 beats 1 in the only match; strengths are 1 and 0 of a match with a random other.
    win = np.array([[[0, 1], [0, 0]]] * 2, dtype=float)
    found = played(WinTensor(("a", "b"), ("r", "s"), win, np.zeros_like(win)), (0, 1))
    assert found.models == ("a", "b")
    assert found.rounds == ("r", "s")
    assert found.schedules == ("0", "1")
    assert found.wins.tolist() == [[1, 0], [1, 0]]
    assert not found.mcse.any()
    assert not found.covariance.any()
    assert found.byes.tolist() == [[1, 1], [0, 0]]
    assert found.rounds_played.tolist() == [[2, 2], [1, 1]]
    assert found.eliminated.tolist() == [[[0, 0], [0, 0]], [[0, 1], [0, 0]]]
    assert found.opponents.tolist() == [[0, 1], [0, 1]]
    assert found.n_pairs.tolist() == [[1, 0], [1, 0]]
    assert (found.draws, found.noise_share) == (None, None)
    assert (found.n_contests, found.random_seed) == (100, 0)


def test_strength_is_over_all_rounds_and_others():
    # Round by round 'a' beats both, one, none: (2 + 1 + 0) / (3 x 2) = 1/2, and 'b' draws one of six: 1/12. Two models
    # of three meet; 'c' meets 'a' or 'b', and only the mean over many contests is known: half each in round 0.
    win = np.zeros((1, 3, 3))
    win[0, 0] = [0, 1, 1]
    draw = np.zeros_like(win)
    draw[0, 1, 2] = draw[0, 2, 1] = 1
    found = played(WinTensor("abc", "r", win, draw), n_contests=64_000)
    # Strengths 1, 1/4, 1/4: 'b' meets 'a' in half of the contests in which it meets anybody. It meets somebody in
    # 42,667: the mean is 5/8 with an error of 3/8 / sqrt(42667) = 0.0018, and 4.5 of them 0.0082.
    assert found.opponents[0, 0] == 0.25
    assert found.opponents[0, 1:] == pytest.approx([0.625, 0.625], abs=0.0082)


def test_errors_are_those_of_the_spread():
    # A coin between two models: the spread of a contest is 1/2, and estimates of it have an error of 1/2 / n.
    win = np.full((1, 2, 2), 0.5)
    n_contests = 2 * CONTESTS_AT_ONCE + 17
    found = played(WinTensor("ab", "r", win, np.zeros_like(win)), n_contests=n_contests)
    assert found.spread[0] == pytest.approx([0.5, 0.5], rel=0.01)
    assert (found.mcse == found.spread / np.sqrt(n_contests)).all()
    np.testing.assert_allclose(found.covariance[:, 0, 0], found.mcse[0] ** 2, rtol=1e-14)
    assert found.wins.sum() == pytest.approx(1, rel=1e-15)
    assert found.n_pairs.tolist() == [[1]]  # all contests of all blocks


def test_points_are_the_same_in_halves_and_in_wholes():
    # A bye of half a point doubles the units, not the points.
    win = np.full((3, 4, 4), 0.5)
    tensor = WinTensor("abcd", "rst", win, np.zeros_like(win))
    plain = played(tensor, rules=ContestRules(pairing="random"))
    halves = played(tensor, rules=ContestRules(pairing="random", bye_points=0.5))  # four models never have a bye
    assert (plain.wins == halves.wins).all()
    np.testing.assert_allclose(plain.covariance, halves.covariance, rtol=1e-14)
