"""Best orders, taken apart into groups and put together."""

import numpy as np
import pytest

from bayesrank.rules.voting import _linear_ordering as module
from bayesrank.rules.voting._linear_ordering import best_orders
from bayesrank.rules.voting._ordering_prefixes import order_by_prefixes
from tests.best_orders import common_order, margins_of_votes, random_margins


@pytest.fixture(params=["prefixes", "cuts"])
def by(request, monkeypatch):
    """Order all groups by the one program or the other."""
    if request.param == "cuts":
        monkeypatch.setattr(module, "MOST_BY_PREFIXES", 2)
        monkeypatch.setattr(module, "MOST_TIED_BY_PREFIXES", 2)
    return request.param


def margins(*rows):
    """Return margins from what stands above the diagonal."""
    upper = np.zeros((len(rows) + 1,) * 2)
    upper[np.triu_indices(len(upper), 1)] = np.concatenate(rows)
    return upper - upper.T


def test_majorities_without_cycles_are_kept_and_ties_left_open():
    # 0 beats 1, 1 beats 2, 3 ties with all: 0 before 2 though they tie.
    found = best_orders(margins([2, 0, 0], [1, 0], [0]), 60.0)
    np.testing.assert_array_equal(found.before, [[0, 1, 1, 0], [0, 0, 1, 0], [0, 0, 0, 0], [0, 0, 0, 0]])
    assert found.overruled == 0


@pytest.mark.usefixtures("by")
def test_groups_are_ordered_one_by_one():
    # 0, 1, 2 go round with margins 1, 2, 3, all beat 3, 4, 5, who go round evenly: 1, 2, 0, then anything.
    found = best_orders(margins([1, -3, 1, 1, 1], [2, 1, 1, 1], [1, 1, 1], [4, -4], [4]), 60.0)
    top, bottom = [0, 1, 2], [3, 4, 5]
    assert found.before[np.ix_(top, bottom)].all()
    np.testing.assert_array_equal(found.before[:3, :3], [[0, 0, 0], [1, 0, 1], [1, 0, 0]])
    assert not found.before[3:].any()
    assert found.overruled == 1 + 4


@pytest.mark.usefixtures("by")
def test_chains_lead_through_groups():
    # 1, 2, 3 go round with margins 1, 2, 3, so 2, 3, 1. 0 beats 3 alone, and 1 alone beats 4: 0, 3, 1, 4.
    found = best_orders(margins([0, 0, 1, 0], [1, -3, 1], [2, 0], [0]), 60.0)
    expected = np.zeros((5, 5))
    for first, second in [(2, 3), (3, 1), (2, 1), (0, 3), (0, 1), (0, 4), (1, 4), (3, 4), (2, 4)]:
        expected[first, second] = 1
    np.testing.assert_array_equal(found.before, expected)


@pytest.mark.usefixtures("by")
def test_one_chain_or_another_may_always_hold():
    # b to f are one group, with seven best orders: bdfec, bfcde, bfdce, bfdec, ebfcd, efbcd, efcbd. In the first four
    # f is before e, in the last three before d; so it is always before a, whom only b, d and e beat. Yet f is not
    # always before d, nor before e, nor before b, and has no majority against a.
    margin = margins([-1, 0, -1, -1, 0], [0, 1, -1, 1], [1, -1, -1], [1, 0], [-1])
    before, overruled = common_order(margin)
    a, b, d, e, f = 0, 1, 3, 4, 5
    assert not before[f, [b, d, e]].any()
    assert margin[f, a] == 0
    assert before[f, a]
    found = best_orders(margin, 60.0)
    np.testing.assert_array_equal(found.before, before)
    assert found.overruled == overruled


@pytest.mark.usefixtures("by")
def test_all_best_orders_are_recognised():
    for seed in range(200):
        margin = random_margins(2 + seed % 5, 1 + seed % 3, (0.0, 0.3, 0.5, 0.7)[seed % 4], seed)
        found = best_orders(margin, 60.0)
        before, overruled = common_order(margin)
        np.testing.assert_array_equal(found.before, before)
        assert found.overruled == overruled


@pytest.mark.usefixtures("by")
@pytest.mark.parametrize("n_models", [10, 14])
def test_larger_votes_taken_apart_are_ordered_as_in_one_piece(n_models):
    for seed in range(5):
        for margin in (margins_of_votes(n_models, 10, seed), random_margins(n_models, 1, 0.75, seed)):
            before, overruled = order_by_prefixes(margin, 1e-9)
            found = best_orders(margin, 60.0)
            np.testing.assert_array_equal(found.before, before)
            assert found.overruled == overruled


def test_a_stack_is_ordered_one_by_one():
    stack = np.stack([random_margins(5, 1, 0.4, seed) for seed in range(40)])
    found = best_orders(stack.reshape(4, 10, 5, 5), 60.0)
    alone = [best_orders(margin, 60.0) for margin in stack]
    np.testing.assert_array_equal(found.before.reshape(40, 5, 5), [one.before for one in alone])
    np.testing.assert_array_equal(found.overruled, np.reshape([one.overruled for one in alone], (4, 10)))
