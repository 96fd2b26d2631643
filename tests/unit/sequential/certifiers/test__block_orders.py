"""Orders whose ties are stretches of one sequence."""

from itertools import product

import numpy as np
import pytest

from bayesrank.sequential.certifiers import _block_orders
from bayesrank.sequential.certifiers._block_orders import best_blocks, best_order, cost_of_blocks, left_open, sequence
from bayesrank.sequential.certifiers._relation_costs import relation_costs


@pytest.fixture(params=["compiled", "source"], autouse=True)
def _both(request, monkeypatch):
    if request.param == "source":
        for part in (best_blocks, cost_of_blocks, left_open, sequence):
            monkeypatch.setattr(_block_orders, part.__name__, part.py_func)
            monkeypatch.setitem(globals(), part.__name__, part.py_func)


def test_the_sequence_keeps_to_what_is_certified():
    better = np.zeros((4, 4), dtype=bool)
    better[2, 0] = better[2, 3] = better[0, 3] = True
    # by advantage 3, 0, 1, 2; but 3 must wait for 0, and 0 for 2
    assert sequence(better, np.array([2.0, 1.0, 0.0, 5.0])).tolist() == [1, 2, 0, 3]
    assert sequence(np.zeros((4, 4), dtype=bool), np.array([2.0, 1.0, 0.0, 5.0])).tolist() == [3, 0, 1, 2]


def block_orders(n_models):
    """All ways to cut a sequence into blocks, as the levels of its places, the first the highest."""
    for cuts in product([0, 1], repeat=n_models - 1):
        yield -np.concatenate([[0], np.cumsum(cuts)])


def cost(wealth, levels, alpha):
    against = np.less_equal.outer(levels, levels) & ~np.eye(len(levels), dtype=bool)
    return wealth[against].sum() - against.sum() / alpha


@pytest.mark.parametrize("seed", range(10))
def test_a_pair_is_left_open_when_some_cut_of_the_sequence_costs_less_than_zero(seed):
    rng = np.random.default_rng(seed)
    wealth = np.exp(rng.normal(1.5, 1.2, size=(5, 5))) * (1 - np.eye(5))
    better = np.zeros((5, 5), dtype=bool)
    order = rng.permutation(5)
    better[order[0], order[3]] = seed % 2
    costs = relation_costs(wealth, better, 0.2)
    expected = np.zeros((5, 5), dtype=bool)
    cheapest = np.inf
    for by_place in block_orders(5):
        levels = np.empty(5)
        levels[order] = by_place
        if (levels[better.nonzero()[0]] > levels[better.nonzero()[1]]).all():
            cheapest = min(cheapest, cost(wealth, levels, 0.2))
            if cost(wealth, levels, 0.2) < 0:
                expected |= np.less_equal.outer(levels, levels)
    np.fill_diagonal(expected, val=False)
    assert left_open(costs, order).tolist() == expected.tolist()
    apart, tie = cost_of_blocks(costs, order)
    before, behind = best_blocks(tie)
    assert apart + before[-1] == pytest.approx(cheapest)
    assert before[-1] == pytest.approx(behind[0])


@pytest.mark.parametrize("seed", range(6))
def test_the_best_order_is_the_cheapest_cut_of_the_sequence(seed):
    rng = np.random.default_rng(seed)
    wealth = np.exp(rng.normal(1.5, 1.2, size=(5, 5))) * (1 - np.eye(5))
    better, advantage = np.zeros((5, 5), dtype=bool), rng.normal(size=5)
    better[3, 0] = True
    order = sequence(better, advantage)
    candidates = []
    for by_place in block_orders(5):
        levels = np.empty(5, dtype=int)
        levels[order] = by_place - by_place.min()
        if levels[3] > levels[0]:
            candidates.append((cost(wealth, levels, 0.2), levels.tolist()))
    assert best_order(relation_costs(wealth, better, 0.2), better, advantage).tolist() == min(candidates)[1]
