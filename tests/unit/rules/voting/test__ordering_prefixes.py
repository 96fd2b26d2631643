"""Best orders by dynamic programming."""

import numpy as np
import pytest

from bayesrank.rules.voting import _ordering_prefixes as module
from tests.best_orders import common_order, random_margins

A_CYCLE = np.array([[0.0, 1, -3], [-1, 0, 2], [3, -2, 0]])  # 0 beats 1 by 1, 1 beats 2 by 2, 2 beats 0 by 3


@pytest.fixture(params=["compiled", "source"])
def order(request, interpreted):
    if request.param == "source":
        interpreted(module)
    return lambda margin: module.order_by_prefixes(margin, 1e-9)


def test_a_cycle_is_cut_where_it_is_weakest(order):
    before, overruled = order(A_CYCLE)  # 1, 2, 0 overrules that 0 beats 1
    np.testing.assert_array_equal(before, [[0, 0, 0], [1, 0, 1], [1, 0, 0]])
    assert overruled == 1


def test_an_even_cycle_can_be_cut_anywhere(order):
    before, overruled = order(np.sign(A_CYCLE))
    assert not before.any()
    assert overruled == 1


def test_two_best_orders_leave_what_they_have_in_common(order):
    # 0 beats 1 by 1, 1 beats 2 by 3, 2 beats 0 by 1: 1, 2, 0 and 0, 1, 2 overrule 1 each; 1 is before 2 in both.
    before, overruled = order(np.array([[0.0, 1, -1], [-1, 0, 3], [1, -3, 0]]))
    np.testing.assert_array_equal(before, [[0, 0, 0], [0, 0, 1], [0, 0, 0]])
    assert overruled == 1


def test_one_model_comes_before_none(order):
    before, overruled = order(np.zeros((1, 1)))
    assert not before.any()
    assert overruled == 0


@pytest.mark.parametrize("seed", range(60))
def test_all_best_orders_are_recognised(order, seed):
    margin = random_margins(2 + seed % 5, 1 + seed % 3, (0.0, 0.3, 0.6)[seed % 3], seed)
    before, overruled = order(margin)
    expected, least = common_order(margin)
    np.testing.assert_array_equal(before, expected)
    assert overruled == least


def test_orders_that_differ_by_rounding_are_equally_good(order):
    # Of the cycle of margins .1 + .2, .3 and .3 the first is larger by rounding only.
    first = 0.1 + 0.2
    assert first > 0.3
    before, _ = order(np.array([[0.0, first, -0.3], [-first, 0, 0.3], [0.3, -0.3, 0]]))
    assert not before.any()


@pytest.mark.parametrize("seed", range(10))
def test_a_good_order_cannot_be_made_better_by_a_move(order, seed):
    # Where majorities are an order, in any other order some model is better moved, until nothing is overruled.
    rng = np.random.default_rng(seed)
    majorities = np.triu(rng.integers(1, 30, (7, 7)), 1)
    shuffled = rng.permutation(7)
    margin = (majorities - majorities.T)[np.ix_(shuffled, shuffled)].astype(float)
    assert module.overruled_by_good_order(np.maximum(margin.T, 0), 1e-9) == 0
    margin = random_margins(6, 5, 0.3, seed)
    _, least = order(margin)
    assert module.overruled_by_good_order(np.maximum(margin.T, 0), 1e-9) >= least
