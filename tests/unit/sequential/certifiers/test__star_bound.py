"""The bound of the star."""

import numpy as np
import pytest

from bayesrank.sequential.certifiers import _star_bound
from bayesrank.sequential.certifiers._relation_costs import relation_costs
from bayesrank.sequential.certifiers._star_bound import star_pairs
from tests.wealth_paths import weak_orders


@pytest.fixture(params=["compiled", "source"], autouse=True)
def bound(request, monkeypatch):
    if request.param == "compiled":
        return star_pairs
    for part in ("below", "tied"):
        monkeypatch.setattr(_star_bound, part, getattr(_star_bound, part).py_func)
    return star_pairs.py_func


def everything(n_models):
    return ~np.eye(n_models, dtype=bool)


@pytest.mark.parametrize(("toward_1", "expected"), [(42.0, [[0, 1], [0, 2]]), (34.9, [[0, 2]])])
def test_the_published_example(bound, toward_1, expected):
    # E02 = 60, E01 = 42, E12 = 5 and 1 / alpha = 10. 0 below 1 costs 32, with 2 at best below 0 and level with
    # nobody: 0 over 2 costs -10 and 1 over 2 costs -10, so 12; 0 level with 1 costs 32 - 10, with both over 2: 2.
    # With 34.9 for 42 it is -5.1 at 0 level with 1
    wealth = np.array([[0, toward_1, 60], [0, 0, 5], [0, 0, 0]])
    costs = relation_costs(wealth, np.zeros((3, 3), dtype=bool), 0.1)
    assert np.argwhere(bound(costs, everything(3), 1e-6)).tolist() == expected


def test_only_what_is_asked_for_is_told(bound):
    costs = relation_costs(np.full((4, 4), 100.0) - 100 * np.eye(4), np.zeros((4, 4), dtype=bool), 0.1)
    asked = np.zeros((4, 4), dtype=bool)
    asked[2, 1] = True
    assert np.argwhere(bound(costs, asked, 1e-6)).tolist() == [[2, 1]]


@pytest.mark.parametrize("seed", range(10))
def test_no_order_costs_less(bound, seed):
    """Whatever is certified, all orders against a certified pair that keep to what was certified cost enough."""
    rng = np.random.default_rng(seed)
    wealth = np.exp(rng.normal(2.0, 1.5, size=(4, 4))) * (1 - np.eye(4))
    better = np.zeros((4, 4), dtype=bool)
    better[0, 3] = seed % 2
    certified = bound(relation_costs(wealth, better, 0.2), everything(4), 1e-6)
    cheapest = np.full((4, 4), np.inf)
    for levels in weak_orders(4):
        if better[0, 3] and levels[0] <= levels[3]:
            continue
        against = np.less_equal.outer(levels, levels) & everything(4)
        cost = wealth[against].sum() - against.sum() / 0.2
        cheapest[against] = np.minimum(cheapest[against], cost)
    assert (cheapest[certified] >= 0).all()
    assert certified.any()
