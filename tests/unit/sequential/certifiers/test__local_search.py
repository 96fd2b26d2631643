"""Orders near others, improved one model at a time."""

import numpy as np
import pytest

from bayesrank.sequential.certifiers import _local_search
from bayesrank.sequential.certifiers._local_search import (
    costs_at_looks,
    descend,
    fill_costs,
    move,
    places,
    pulled,
    without_gaps,
)
from tests.wealth_paths import weak_orders

PARTS = (costs_at_looks, descend, fill_costs, move, places, pulled, without_gaps)


@pytest.fixture(params=["compiled", "source"], autouse=True)
def _both(request, monkeypatch):
    if request.param == "source":
        for part in PARTS:
            monkeypatch.setattr(_local_search, part.__name__, part.py_func)
            monkeypatch.setitem(globals(), part.__name__, part.py_func)


def random_surplus(seed, n_looks=3, n_models=5):
    wealth = np.random.default_rng(seed).gamma(0.5, 30, size=(n_looks, n_models, n_models))
    return (wealth - 10) * (1 - np.eye(n_models))


def by_definition(levels, surplus):
    n_models = len(levels)
    against = [(a, b) for a in range(n_models) for b in range(n_models) if a != b and levels[a] <= levels[b]]
    return [sum(look[pair] for pair in against) for look in surplus]


def keeps_to(levels, better, high, low):
    return levels[high] <= levels[low] and all(levels[a] > levels[b] for a, b in np.argwhere(better))


def test_costs_are_those_of_the_pairs_that_are_not_put_apart():
    surplus = random_surplus(0, n_models=4)
    orders = np.array(weak_orders(4))
    assert costs_at_looks(orders, surplus) == pytest.approx(np.array([by_definition(v, surplus) for v in orders]))


def test_levels_without_gaps():
    assert without_gaps(np.array([7, -3, 7, 0])).tolist() == [2, 0, 2, 1]


def test_one_of_two_models_is_pulled_to_the_other_with_those_it_must_stay_above_or_below():
    # 0 > 1 > 2 = 3 > 4, and 0 is certified over 3, 2 over 4. 0 goes down to 2, and 3 below it; 2 goes up to 0
    better = np.zeros((5, 5), dtype=bool)
    better[0, 3] = better[2, 4] = True
    near = pulled(np.array([[3, 2, 1, 1, 0]]), better, 0, 2)
    assert near.tolist() == [
        [2, 3, 2, 1, 0],  # 1 > 0=2 > 3 > 4
        [2, 4, 3, 1, 0],  # 1 > 2 > 0 > 3 > 4
        [3, 2, 3, 1, 0],  # 0=2 > 1 > 3 > 4
        [3, 2, 4, 1, 0],  # 2 > 0 > 1 > 3 > 4
    ]
    # they stand right already
    assert pulled(np.array([[3, 2, 1, 1, 0]]), better, 1, 0).tolist() == [[3, 2, 1, 1, 0]] * 4


@pytest.mark.parametrize("seed", range(5))
def test_what_is_pulled_keeps_to_what_is_certified(seed):
    rng = np.random.default_rng(seed)
    levels = without_gaps(rng.integers(6, size=8))
    better = (levels[:, None] > levels) & (rng.random((8, 8)) < 0.3)
    for _ in range(3):
        better |= better @ better
    for high, low in np.argwhere(~better & (levels[:, None] > levels)):
        for order in pulled(levels[None], better, high, low):
            assert keeps_to(order, better, high, low)
            assert set(order) == set(range(order.max() + 1))


def test_places_are_counted_from_below_and_bounded_by_what_is_certified():
    # 3=1 > 0 > 2; of the others without 1: 2 on level 0, 0 on level 1, 3 on level 2: seven places, level with 3 is 5
    levels, better = np.array([1, 2, 0, 2]), np.zeros((4, 4), dtype=bool)
    where = places(levels, better, 1, 2, 0)
    assert (where.current, where.lowest, where.highest, where.n_levels) == (5, 0, 6, 3)
    # 0 stands alone: the others are on two levels, it is between them
    where = places(levels, better, 0, 2, 1)
    assert (where.others[1:].tolist(), where.current, where.highest) == ([1, 0, 1], 2, 4)
    # certified over 2 and below 3, and kept no higher than 2
    better[0, 2] = better[3, 0] = True
    where = places(levels, better, 0, 2, 1)
    assert (where.lowest, where.highest) == (2, 2)
    assert places(levels, better * False, 0, 0, 2).highest == 1
    assert places(levels, better * False, 0, 1, 0).lowest == 3


@pytest.mark.parametrize("seed", range(6))
def test_descent_ends_where_no_model_can_be_moved_to_a_cheaper_place(seed):
    surplus, better = random_surplus(seed), np.zeros((5, 5), dtype=bool)
    better[1, 4] = True
    start = np.array([0, 2, 1, 0, 1])
    levels = start.copy()
    descend(levels, surplus, better, 0, 3)
    assert keeps_to(levels, better, 0, 3)
    assert max(by_definition(levels, surplus)) <= max(by_definition(start, surplus))
    least = max(by_definition(levels, surplus))
    for model in range(5):
        others = np.delete(np.arange(5), model)
        for moved in weak_orders(5):
            of_others = without_gaps(np.array(moved)[others]).tolist() == without_gaps(levels[others]).tolist()
            if of_others and keeps_to(moved, better, 0, 3):
                assert max(by_definition(moved, surplus)) >= least - 1e-6
