"""The bound of the star."""

import numpy as np
import pytest

from bayesrank.sequential.certifiers import _star_bound
from bayesrank.sequential.certifiers._relation_costs import relation_costs
from tests.wealth_paths import weak_orders

PARTS = (
    "star_pairs",
    "propagate",
    "strike_misfits",
    "costs_left",
    "strike_dear",
    "bound_below",
    "bound_tied",
    "wedges_below",
    "wedges_tied",
)


@pytest.fixture(params=["compiled", "source"], autouse=True)
def _both(request, monkeypatch):
    if request.param == "source":
        for part in PARTS:
            monkeypatch.setattr(_star_bound, part, getattr(_star_bound, part).py_func)


def everything(n_models):
    return ~np.eye(n_models, dtype=bool)


@pytest.mark.parametrize(("toward_1", "expected"), [(42.0, [[0, 1], [0, 2]]), (34.9, [[0, 2]])])
def test_the_published_example(toward_1, expected):
    # E02 = 60, E01 = 42, E12 = 5 and 1 / alpha = 10. 0 below 1 costs 32, with 2 at best below 0 and level with
    # nobody: 0 over 2 costs -10 and 1 over 2 costs -10, so 12; 0 level with 1 costs 32 - 10, with both over 2: 2.
    # With 34.9 for 42 it is -5.1 at 0 level with 1
    wealth = np.array([[0, toward_1, 60], [0, 0, 5], [0, 0, 0]])
    costs = relation_costs(wealth, np.zeros((3, 3), dtype=bool), 0.1)
    assert np.argwhere(_star_bound.star_pairs(costs, everything(3), 1e-6)).tolist() == expected


def test_only_what_is_asked_for_is_told():
    costs = relation_costs(np.full((4, 4), 100.0) - 100 * np.eye(4), np.zeros((4, 4), dtype=bool), 0.1)
    asked = np.zeros((4, 4), dtype=bool)
    asked[2, 1] = True
    assert np.argwhere(_star_bound.star_pairs(costs, asked, 1e-6)).tolist() == [[2, 1]]


@pytest.mark.parametrize("seed", range(10))
def test_no_order_costs_less(seed):
    """Whatever is certified, all orders against a certified pair that keep to what was certified cost enough."""
    rng = np.random.default_rng(seed)
    wealth = np.exp(rng.normal(2.0, 1.5, size=(4, 4))) * (1 - np.eye(4))
    better = np.zeros((4, 4), dtype=bool)
    better[0, 3] = seed % 2
    certified = _star_bound.star_pairs(relation_costs(wealth, better, 0.2), everything(4), 1e-6)
    cheapest = np.full((4, 4), np.inf)
    for levels in weak_orders(4):
        if better[0, 3] and levels[0] <= levels[3]:
            continue
        against = np.less_equal.outer(levels, levels) & everything(4)
        cost = wealth[against].sum() - against.sum() / 0.2
        cheapest[against] = np.minimum(cheapest[against], cost)
    assert (cheapest[certified] >= 0).all()
    assert certified.any()


def test_relations_that_leave_no_place_for_a_third_model_go():
    # 0 is above 1, and 1 no lower than 2: 0 is above 2
    below, tied = everything(3), everything(3)
    below[0, 1] = tied[0, 1] = tied[1, 0] = below[1, 2] = False
    assert _star_bound.propagate(below, tied, np.zeros((0, 3, 3)), 1e-6)
    assert np.argwhere(below).tolist() == [[1, 0], [2, 0], [2, 1]]
    assert np.argwhere(tied).tolist() == [[1, 2], [2, 1]]


def test_a_circle_leaves_nothing():
    # 0 above 1 above 2 above 0
    below, tied = np.zeros((3, 3), dtype=bool), np.zeros((3, 3), dtype=bool)
    below[1, 0] = below[2, 1] = below[0, 2] = True
    assert not _star_bound.propagate(below, tied, np.zeros((1, 3, 3)), 1e-6)


@pytest.mark.parametrize("seed", range(12))
def test_relations_of_survivors_stay(seed):
    rng = np.random.default_rng(seed)
    surplus = (np.exp(rng.normal(1.6, 1.2, size=(2, 4, 4))) - 5) * (1 - np.eye(4))
    below, tied = everything(4), everything(4)
    below[3, 0] = False  # 0 no higher than 3
    seen_below, seen_tied = np.zeros((4, 4), dtype=bool), np.zeros((4, 4), dtype=bool)
    for levels in weak_orders(4):
        against = np.less_equal.outer(levels, levels) & everything(4)
        if levels[0] <= levels[3] and max(look[against].sum() for look in surplus) < 0:
            seen_below |= np.less.outer(levels, levels)
            seen_tied |= np.equal.outer(levels, levels) & everything(4)
    left = _star_bound.propagate(below, tied, surplus, 1e-6)
    assert left or not seen_below.any()
    if left:
        assert not (seen_below & ~below).any()
        assert not (seen_tied & ~tied).any()
        assert below.sum() + tied.sum() < 23  # of 11 and 12: something has gone


def test_costs_of_relations_that_are_struck_out_are_infinite():
    below, tied = everything(2), everything(2)
    below[0, 1] = False
    costs = _star_bound.costs_left(below, tied, np.array([[0, 3.0], [-4, 0]]))
    assert costs.below.tolist() == [[0, np.inf], [-4, 0]]
    assert costs.above.tolist() == [[0, -4], [np.inf, 0]]
    assert costs.tied.tolist() == [[0, -1], [-1, 0]]
    assert costs.least.tolist() == [[0, -4], [-4, 0]]
    assert _star_bound.propagate(below, tied, np.zeros((1, 2, 2)) - 1, 1e-6)
