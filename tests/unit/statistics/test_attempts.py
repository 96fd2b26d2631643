"""Chances of right attempts against all ways to draw them."""

from itertools import combinations
from math import comb

import numpy as np
import pytest

from bayesrank.statistics.attempts import all_drawn_among, binomial_attempts, hypergeometric_attempts

NAN = float("nan")


@pytest.mark.parametrize(("right", "total", "k"), [(0, 4, 2), (4, 4, 3), (2, 5, 1), (3, 7, 4), (5, 6, 6), (1, 1, 1)])
def test_draws_without_replacement_are_all_subsets(right, total, k):
    trials = [1] * right + [0] * (total - right)
    drawn = [sum(subset) for subset in combinations(trials, k)]
    chances = hypergeometric_attempts(np.array(float(right)), np.array(float(total)), k)
    np.testing.assert_allclose(chances, np.bincount(drawn, minlength=k + 1) / len(drawn), rtol=0, atol=1e-14)


def test_what_cannot_be_drawn_has_no_chance_at_all():
    # 1 of 3 right, 2 drawn: never two right; 3 of 3 right: never one wrong.
    chances = hypergeometric_attempts(np.array([1.0, 3.0]), np.array([3.0, 3.0]), 2)
    assert chances[0, 2] == 0
    assert chances[1, :2].tolist() == [0, 0]


def test_without_trials_nothing_is_known():
    chances = hypergeometric_attempts(np.array([[2.0, 0.0]]), np.array([[4.0, 0.0]]), 2)
    assert chances.shape == (1, 2, 3)
    # 2 of 4 right, 2 drawn: C(2, j) C(2, 2 - j) / C(4, 2) = 1/6, 4/6, 1/6
    np.testing.assert_allclose(chances[0], [[1 / 6, 4 / 6, 1 / 6], [NAN, NAN, NAN]], atol=1e-14)


@pytest.mark.parametrize(
    ("right", "total", "k"),
    [(400, 1000, 3), (999_999, 1_000_000, 2), (3, 1_000_000, 5), (500_000, 1_000_000, 100), (60, 120, 100)],
)
def test_many_trials_and_many_attempts_lose_no_digits(right, total, k):
    # Exact integers; their quotient is rounded once.
    ways = [comb(right, j) * comb(total - right, k - j) for j in range(k + 1)]
    chances = hypergeometric_attempts(np.array(float(right)), np.array(float(total)), k)
    np.testing.assert_allclose(chances, [number / comb(total, k) for number in ways], rtol=1e-13, atol=1e-300)
    among = all_drawn_among(np.array(float(right)), np.array(float(total)), k)
    np.testing.assert_allclose(among, comb(right, k) / comb(total, k), rtol=1e-13)


def test_equal_means_of_many_trials_are_equal_to_the_last_digits():
    # One attempt is right with the share of right trials: (1500 + 2500) / 5000 = 2 * 2000 / 5000 = 0.8.
    right, total = np.array([[1500.0, 2500.0], [2000.0, 2000.0]]), np.full((2, 2), 5000.0)
    chances = hypergeometric_attempts(right, total, 1)
    np.testing.assert_allclose(chances[..., 1].sum(axis=1), 0.8, rtol=0, atol=4e-16)
    np.testing.assert_allclose(all_drawn_among(right, total, 1).sum(axis=1), 0.8, rtol=0, atol=4e-16)


@pytest.mark.parametrize("k", [1, 2, 7, 20])
def test_no_chance_is_outside_0_and_1(k):
    total = np.repeat(np.arange(20.0, 60.0), 61)
    right = np.minimum(np.tile(np.arange(61.0), 40), total)
    for chances in (hypergeometric_attempts(right, total, k), all_drawn_among(right, total, k)):
        assert chances.min() >= 0
        assert chances.max() <= 1


def test_a_fraction_is_the_whole_number_below_or_above():
    # 1.25 of 3 right: 1 with probability 3/4, 2 with 1/4. Two drawn: (1, 2, 0)/3 of 1, (0, 2, 1)/3 of 2.
    chances = hypergeometric_attempts(np.array([1.25, 3.0]), np.array([3.0, 3.0]), 2)
    np.testing.assert_allclose(chances, [[3 / 12, 8 / 12, 1 / 12], [0, 0, 1]], atol=1e-14)
    # both drawn among 2.5 of 3: C(2, 2)/3 and C(3, 2)/3, each by half
    np.testing.assert_allclose(all_drawn_among(np.array([2.5]), np.array([3.0]), 2), [2 / 3], atol=1e-14)


def test_whatever_the_fraction_the_mean_is_its_own():
    right = np.linspace(0, 4, 33)
    chances = hypergeometric_attempts(right, np.full(33, 4.0), 3)
    np.testing.assert_allclose(chances.sum(axis=1), 1, atol=1e-14)
    np.testing.assert_allclose(chances @ np.arange(4), 3 * right / 4, atol=1e-14)  # of 3 drawn of 4


def test_independent_attempts():
    # p = 1/4, k = 2: (9, 6, 1) / 16; certain cells: all wrong, all right; an unknown one
    chances = binomial_attempts(np.array([0.25, 0.0, 1.0, NAN]), 2)
    np.testing.assert_allclose(chances, [[9 / 16, 6 / 16, 1 / 16], [1, 0, 0], [0, 0, 1], [NAN] * 3], atol=1e-15)


def test_independent_attempts_keep_the_leading_axes():
    p_right = np.random.default_rng(3).random((4, 2, 3))
    chances = binomial_attempts(p_right, 5)
    assert chances.shape == (4, 2, 3, 6)
    np.testing.assert_allclose(chances.sum(axis=-1), 1, atol=1e-14)
    np.testing.assert_allclose(chances @ np.arange(6), 5 * p_right, atol=1e-14)  # the mean of a binomial


@pytest.mark.parametrize(("size", "total", "k"), [(3, 5, 2), (5, 5, 3), (1, 4, 2), (0, 2, 1)])
def test_all_drawn_among_some_of_the_trials(size, total, k):
    inside = [all(trial < size for trial in subset) for subset in combinations(range(total), k)]
    chance = all_drawn_among(np.array([float(size)]), np.array([float(total)]), k)
    np.testing.assert_allclose(chance, [sum(inside) / len(inside)], atol=1e-14)


def test_none_drawn_where_there_is_no_trial():
    assert np.isnan(all_drawn_among(np.array(0.0), np.array(0.0), 2))
