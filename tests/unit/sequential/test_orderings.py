"""All weak orders of a few models."""

import numpy as np
import pytest

from bayesrank.sequential import orderings
from bayesrank.sequential.orderings import count_orders, grow_orders
from tests.wealth_paths import weak_orders


def test_counts_are_the_ordered_bell_numbers():
    # https://oeis.org/A000670
    assert [count_orders(n_models) for n_models in range(10)] == [
        1, 1, 3, 13, 75, 541, 4683, 47293, 545835, 7087261,
    ]  # fmt: skip


@pytest.mark.parametrize("source", ["compiled", "source"])
def test_every_order_stands_there_once(source, monkeypatch):
    if source == "source":
        monkeypatch.setattr(orderings, "insert_model", orderings.insert_model.py_func)
    for n_models, orders in enumerate(grow_orders(5), start=1):
        assert orders.dtype == np.int8
        assert sorted(map(tuple, orders.tolist())) == weak_orders(n_models)


def test_the_orders_of_eight_models_are_all_different():
    orders = grow_orders(8)[-1]
    assert len(np.unique(orders @ 8 ** np.arange(8, dtype=np.int64))) == len(orders) == 545835


def test_orders_that_grow_from_one_stand_together_and_in_its_place():
    parents, children = grow_orders(4)[2:]
    # a model more has 2 k + 1 places on, between and beside k levels
    repeated = np.repeat(parents, 2 * (parents.max(axis=1) + 1) + 1, axis=0)
    assert repeated.shape == (75, 3)
    assert np.array_equal(np.sign(repeated[:, :, None] - repeated[:, None]), signs(children[:, :3]))
    assert children[:3, 3].tolist() == [0, 0, 1]  # below, level, above where the others are level


def signs(levels):
    return np.sign(levels[:, :, None] - levels[:, None])
