"""Mean wealth against each order."""

import numpy as np
import pytest

from bayesrank.sequential import orderings
from bayesrank.sequential.certifiers import _order_means
from bayesrank.sequential.certifiers._order_means import (
    count_against,
    possible_ranks,
    take_look,
    undisputed,
    wealth_against,
)

WEALTH = np.random.default_rng(0).gamma(1.0, size=(4, 4))


@pytest.fixture(params=["compiled", "source"], autouse=True)
def _both(request, monkeypatch):
    if request.param == "source":
        for part in ("insert_wealth", "possible_ranks", "take_look", "undisputed"):
            source = getattr(_order_means, part).py_func
            monkeypatch.setattr(_order_means, part, source)
            if part in globals():
                monkeypatch.setitem(globals(), part, source)


def test_sums_are_those_of_the_pairs_that_an_order_does_not_put_apart():
    grown = orderings.grow_orders(4)
    expected = [
        sum(WEALTH[a, b] for a in range(4) for b in range(4) if a != b and levels[a] <= levels[b])
        for levels in grown[-1]
    ]
    assert wealth_against(grown, WEALTH) == pytest.approx(expected)
    # one of each two models apart, two of each two level
    pairs = [sum(1 + (levels[a] == levels[b]) for a in range(4) for b in range(a)) for levels in grown[-1]]
    assert count_against(grown).tolist() == pairs


def test_infinite_wealth_is_against_some_orders_only():
    wealth = np.zeros((2, 2))
    wealth[0, 1] = np.inf
    grown = orderings.grow_orders(2)
    # model 1 below, level, above model 0
    assert grown[-1].tolist() == [[1, 0], [0, 0], [0, 1]]
    assert wealth_against(grown, wealth).tolist() == [0, np.inf, np.inf]


def test_a_look_strikes_out_for_good():
    total, count = np.array([12.0, 12, 30]), np.array([3, 6, 6])
    alive = np.array([True, True, True])
    take_look(total, count, alive, np.array([0, 0, 0, 12.1, 0, 0, 12.0]))
    assert alive.tolist() == [True, False, False]
    take_look(np.zeros(3), count, alive, np.full(7, 1.0))
    assert alive.tolist() == [True, False, False]


LEVELS = np.array([[0, 0, 1], [2, 1, 0], [1, 0, 1]], dtype=np.int8)
NOTHING = np.zeros((3, 3), dtype=bool)


@pytest.mark.parametrize(
    ("alive", "agreed"),
    [
        ([True, True, True], []),
        ([False, True, True], [[0, 1]]),
        ([True, False, True], [[2, 1]]),
        ([False, False, True], [[0, 1], [2, 1]]),
    ],
)
def test_agreed_is_what_all_living_orders_put_the_same_way(alive, agreed):
    told = undisputed(LEVELS, np.array(alive), NOTHING)
    assert np.argwhere(told).tolist() == agreed
    assert np.argwhere(undisputed(LEVELS, np.array(alive), told)).tolist() == agreed  # told before, not looked for


def test_where_nobody_lives_everything_is_agreed():
    assert undisputed(LEVELS, np.zeros(3, dtype=bool), NOTHING).all()


def test_ranks_are_one_more_than_the_models_above():
    # orders 2>0=1 and 0=2>1: model 0 is second or first, model 1 second or third, model 2 first
    possible = possible_ranks(LEVELS, np.array([True, False, True]))
    assert [(np.flatnonzero(ranks) + 1).tolist() for ranks in possible] == [[1, 2], [2, 3], [1]]
