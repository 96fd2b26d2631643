"""Log densities of orders with ties against sums over permutations and closed forms, slopes against differences."""

from fractions import Fraction
from itertools import combinations, permutations
from math import log

import numpy as np
import pytest
from scipy.special import betaln

from bayesrank.programs.setwise import _tied_order_density as compiled

NO_CURVATURE = np.empty((0, 0))


@pytest.fixture(params=["compiled", "source"])
def density(request, monkeypatch):
    """Return the function as machine code, and as Python runs it."""
    if request.param == "source":
        for name, part in list(vars(compiled).items()):
            if hasattr(part, "py_func"):
                monkeypatch.setattr(compiled, name, part.py_func)
    return compiled.order_log_density


def rows(*orders):
    """Return members and places of orders such as ``([0, 2], [1])``, blocks from the best down, filled up."""
    width = max(sum(len(block) for block in order) for order in orders)
    member, place = np.full((len(orders), width), compiled.NOBODY), np.zeros((len(orders), width))
    for number, order in enumerate(orders):
        models = [model for block in order for model in block]
        member[number, : len(models)] = models
        place[number, : len(models)] = [at for at, block in enumerate(order, start=1) for _ in block]
    return member, place


def log_densities(density, ability, *orders):
    return density(np.asarray(ability, dtype=float), *rows(*orders), np.empty(0), NO_CURVATURE)[0]


def summed(worth, order):
    """Return the sum, over all orders inside the blocks, of the products of the shares of the worths that are left."""
    if not order:
        return 1
    block, rest = order[0], order[1:]
    total = 0
    for turn in permutations(block):
        chance, left = 1, sum(worth[model] for later in order for model in later)
        for model in turn:
            chance *= worth[model] / left
            left -= worth[model]
        total += chance
    return total * summed(worth, rest)


def test_a_ranking_and_ties_by_hand(density):
    # Worths 2, 1, 3. 0 before 1 before 2: 2/6 * 1/4 = 1/12. 0 and 1 before 2: 1/12 + 1/6 * 2/5 = 3/20. 1 first: 1/6.
    found = log_densities(density, np.log([2.0, 1.0, 3.0]), ([0], [1], [2]), ([0, 1], [2]), ([1], [0, 2]))
    np.testing.assert_allclose(np.exp(found), [1 / 12, 3 / 20, 1 / 6], rtol=1e-8)


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_ties_are_sums_over_permutations(density, size):
    rng = np.random.default_rng(size)
    for spread in (0.5, 2.0, 6.0):
        ability = rng.normal(0, spread, size + 3)
        turn = rng.permutation(size + 3).tolist()
        order = (turn[:1], turn[1 : size + 1], turn[size + 1 :])
        expected = log(summed(np.exp(ability), order))
        assert log_densities(density, ability, order)[0] == pytest.approx(expected, abs=1e-8)


def test_abilities_may_be_far_apart(density):
    # In rational numbers, for nothing may be lost when the weak are ahead of the strong.
    ability = np.array([0.0, 20.0, -20.0, 1.0, 19.0])
    worth = [Fraction(value) for value in np.exp(ability - 20.0)]
    orders = ([0, 2], [1, 3, 4]), ([1, 4], [0, 2, 3]), ([2, 1], [0], [3, 4]), ([2], [0], [3], [4], [1])
    exact = [summed(worth, order) for order in orders]
    expected = [log(chance.numerator) - log(chance.denominator) for chance in exact]
    np.testing.assert_allclose(log_densities(density, ability, *orders), expected, atol=1e-8)


@pytest.mark.parametrize("size", [2, 10, 30, 200])
@pytest.mark.parametrize("last", [-5.0, 0.0, 5.0])
def test_large_ties_of_equals_in_closed_form(size, last):
    # With t = exp(-x v) the integral is (r) B(r, size + 1), r = Lambda / x the worth of the last in that of the others.
    ability = np.append(np.zeros(size), last)
    expected = last + betaln(np.exp(last), size + 1)
    found = log_densities(compiled.order_log_density, ability, (list(range(size)), [size]))
    assert found[0] == pytest.approx(expected, abs=1e-8)


def test_chances_of_all_orders_of_the_same_blocks_are_one(density):
    ability = np.array([0.3, -1.0, 2.0, 0.1, -0.4])
    models = set(range(5))
    orders = [
        ([first], list(tied), sorted(models - {first, *tied}))
        for first in models
        for tied in combinations(sorted(models - {first}), 2)
    ]
    assert len(orders) == 5 * 6
    assert np.exp(log_densities(density, ability, *orders)).sum() == pytest.approx(1, abs=1e-8)


def test_who_ties_with_all_says_nothing(density):
    member, place = rows(([0, 1, 2],), ([1, 2],), ([0], [1, 2]))
    found, slope = density(np.array([0.5, 0.0, 3.0]), member, place, np.empty(0), NO_CURVATURE)
    np.testing.assert_array_equal(found[:2], 0)
    np.testing.assert_array_equal(slope[:2], 0)
    assert found[2] < 0


def test_entries_may_come_in_any_order(density):
    rng = np.random.default_rng(3)
    member, place = rows(([4], [1, 2], [0], [3, 5]), ([2, 5], [0]))
    ability = rng.normal(size=6)
    found, slope = density(ability, member, place, np.empty(0), NO_CURVATURE)
    turn = rng.permutation(6)
    member[0], place[0] = member[0, turn], place[0, turn]
    shuffled, shuffled_slope = density(ability, member, place, np.empty(0), NO_CURVATURE)
    np.testing.assert_allclose(shuffled, found, rtol=1e-14)
    np.testing.assert_allclose(shuffled_slope[0], slope[0, turn], atol=1e-14)
    np.testing.assert_allclose(shuffled_slope[1], slope[1], atol=1e-14)


@pytest.mark.parametrize("spread", [0.5, 3.0])
def test_derivatives_are_those_of_differences(density, spread):
    rng = np.random.default_rng(4)
    orders = [([4], [1, 2], [0], [3, 5]), ([2, 5, 1], [0]), ([3], [2], [1], [0]), ([5], [0, 1, 2, 4], [3])]
    member, place = rows(*orders)
    weight = np.array([2.0, 0.5, 1.0, 3.0])
    ability = rng.normal(0, spread, 6)

    def at(ability):
        found, slope = density(ability, member, place, weight, NO_CURVATURE)
        there = member >= 0
        return weight @ found, np.bincount(member[there], (weight[:, None] * slope)[there], 6)

    curvature = np.ones((6, 6))
    density(ability, member, place, weight, curvature)
    steps = 1e-4 * np.eye(6)
    slopes = [(at(ability + step)[0] - at(ability - step)[0]) / 2e-4 for step in steps]
    bends = [(at(ability - step)[1] - at(ability + step)[1]) / 2e-4 for step in steps]
    np.testing.assert_allclose(at(ability)[1], slopes, atol=1e-6)
    np.testing.assert_allclose(curvature - 1, bends, atol=1e-6)  # it is added to what is there


def test_only_differences_of_abilities_matter(density):
    orders = ([0, 1], [2, 3]), ([3], [1], [2])
    ability = np.array([0.2, -1.0, 0.5, 3.0])
    np.testing.assert_allclose(
        log_densities(density, ability + 700.0, *orders), log_densities(density, ability, *orders), atol=1e-9
    )


def test_the_strangest_abilities_give_finite_numbers_and_nan_gives_nan(density):
    member, place = rows(([0, 1], [2, 3]), ([3], [1], [2], [0]))
    ability = np.array([-1e6, 0.0, 500.0, -500.0])
    found, slope = density(ability, member, place, np.ones(2), np.zeros((4, 4)))
    assert np.isfinite(found).all()
    assert np.isfinite(slope).all()
    assert np.isnan(density(np.array([0.0, np.nan, 0.0, 0.0]), member, place, np.empty(0), NO_CURVATURE)[0]).all()


def test_no_order_at_all(density):
    found, slope = density(np.zeros(3), np.empty((0, 2), dtype=np.int64), np.empty((0, 2)), np.empty(0), NO_CURVATURE)
    assert found.shape == (0,)
    assert slope.shape == (0, 2)
