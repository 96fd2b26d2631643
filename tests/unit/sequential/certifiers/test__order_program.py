"""The cheapest order as an integer program."""

from itertools import product

import numpy as np
import pytest

from bayesrank.sequential.certifiers import _order_program
from bayesrank.sequential.certifiers._order_program import (
    FREE,
    Limits,
    cheapest_order,
    constraints,
    known_variables,
    order_rows,
)
from tests.wealth_paths import weak_orders

UNLIMITED = Limits(seconds=np.inf, nodes=np.inf)


def everything(n_models):
    return ~np.eye(n_models, dtype=bool)


def cost(levels, surplus):
    against = np.less_equal.outer(levels, levels) & everything(len(levels))
    return max(look[against].sum() for look in surplus)


def test_what_is_known_of_the_variables():
    below, tied = everything(3), everything(3)
    below[0, 1] = tied[0, 1] = tied[1, 0] = False  # 0 above 1
    below[1, 2] = False  # 1 no lower than 2: 2 is no higher than 1, and whether 1 is no higher than 2 is free
    assert known_variables(below, tied).tolist() == [[1, 0, FREE], [1, 1, FREE], [FREE, 1, 1]]


@pytest.mark.parametrize("function", [order_rows, order_rows.py_func], ids=["compiled", "source"])
@pytest.mark.parametrize(("may_tie", "n_orders"), [(True, 13), (False, 8)])
def test_the_rows_hold_for_orders_and_nothing_else(function, may_tie, n_orders, monkeypatch):
    # of the 13 orders of three models 3 have 0 level with 1, 3 have 1 level with 2, and 1 of these has both: 13 - 5 = 8
    monkeypatch.setattr(_order_program, "order_rows", function)
    below, tied = everything(3), everything(3)
    if not may_tie:
        tied[0, 1] = tied[1, 0] = tied[1, 2] = tied[2, 1] = False
    known = known_variables(below, tied)
    matrix, bound = constraints(np.zeros((1, 3, 3)), known, tied, [])
    pairs = np.argwhere(known == FREE)
    found = 0
    for values in product([0, 1], repeat=len(pairs)):
        if (matrix @ np.array([*values, 0.0]) <= bound).all():
            found += 1
            no_higher = np.eye(3, dtype=int)
            no_higher[tuple(pairs.T)] = values
            levels = no_higher.sum(axis=0)
            assert np.array_equal(np.less_equal.outer(levels, levels), no_higher)
    assert found == n_orders


@pytest.mark.parametrize("seed", range(8))
def test_it_finds_the_order_whose_dearest_look_is_cheapest(seed):
    rng = np.random.default_rng(seed)
    surplus = (np.exp(rng.normal(1.5, 1.2, size=(2, 4, 4))) - 5) * (1 - np.eye(4))
    below, tied = everything(4), everything(4)
    below[3, 0] = below[1, 2] = tied[1, 2] = tied[2, 1] = False  # 0 no higher than 3, 1 above 2
    costs = {v: cost(v, surplus) for v in weak_orders(4) if v[0] <= v[3] and v[1] > v[2]}
    answer = cheapest_order(surplus, below, tied, 5.0, [], UNLIMITED)
    cheapest = min(costs, key=costs.get)
    if costs[cheapest] > 0:
        assert answer == (True, None)
        return
    assert not answer.impossible
    assert tuple(answer.levels) == cheapest
    rest = {v: value for v, value in costs.items() if v != cheapest}
    second = min(rest, key=rest.get)
    answer = cheapest_order(surplus, below, tied, 5.0, [answer.levels], UNLIMITED)
    assert answer.impossible if rest[second] > 0 else tuple(answer.levels) == second


def test_an_order_that_is_not_possible_any_more_excludes_nothing():
    below, tied = everything(2), everything(2)
    below[0, 1] = tied[0, 1] = tied[1, 0] = False
    surplus = np.array([[[0, -1.0], [-1, 0]]])
    answer = cheapest_order(surplus, below, tied, 1.0, [np.array([0, 0])], UNLIMITED)
    assert answer.levels.tolist() == [1, 0]


def test_the_solver_gives_up_at_its_limit():
    rng = np.random.default_rng(0)
    surplus = rng.normal(size=(5, 14, 14)) * (1 - np.eye(14)) * 100
    answer = cheapest_order(surplus, everything(14), everything(14), 1.0, [], Limits(seconds=1e-3, nodes=np.inf))
    assert answer == (False, None)


def test_nodes_that_suffice_change_nothing():
    # As a float, which is how a certifier keeps the limit.
    rng = np.random.default_rng(0)
    surplus = (np.exp(rng.normal(1.5, 1.2, size=(2, 5, 5))) - 9) * (1 - np.eye(5))
    one, other = (
        cheapest_order(surplus, everything(5), everything(5), 5.0, [], Limits(seconds=np.inf, nodes=nodes))
        for nodes in (np.inf, 1e6)
    )
    assert one.levels.tolist() == other.levels.tolist()
