"""Orders of rounds: which there can be, how often they come, and what is refused."""

import numpy as np
import pytest

from bayesrank import DataError
from bayesrank.studies.round_orders import round_orders

ROUNDS = ("p", "q", "r", "s")


def orders_of(orders, n_orders=None):
    return round_orders(ROUNDS, orders, n_orders=n_orders, random_seed=0)


def test_random_orders_are_all_alike():
    orders = orders_of("random", 24_000)
    number = np.unique(orders, axis=0, return_counts=True)[1]
    assert len(number) == 24
    assert (np.abs(number - 1000) < 5 * 1000**0.5).all()  # 24 counts, each beyond once in 1.7 million
    assert orders_of("random").shape == (200, 4)


def test_the_given_order_from_its_end():
    assert orders_of("reverse").tolist() == [[3, 2, 1, 0]]


@pytest.mark.parametrize(
    "blocks", [["a", "b", "a", "c"], np.array([5, 1, 5, 2]), {"p": 1, "q": 2, "r": 1, "s": 3, "other": 4}]
)
def test_blocks_keep_their_order_within(blocks):
    orders = orders_of(blocks, 200)
    expected = {(0, 2, 1, 3), (0, 2, 3, 1), (1, 0, 2, 3), (1, 3, 0, 2), (3, 0, 2, 1), (3, 1, 0, 2)}
    assert {tuple(order) for order in orders.tolist()} == expected


def test_orders_that_are_given():
    assert orders_of([[1, 0, 3, 2]]).tolist() == [[1, 0, 3, 2]]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"orders": "sorted"},
            r"orders must be 'random', 'reverse', blocks or an array; got 'sorted'\. Check the spell",
        ),
        ({"orders": "rnadom", "n_orders": 5}, r"orders must be 'random', 'reverse', blocks or an array; got 'rnadom'"),
        ({"orders": 5}, r"orders must be 'random', 'reverse', blocks or an array; got 5"),
        ({"orders": "random", "n_orders": 1}, r"n_orders must be a whole number of at least 2; got 1"),
        ({"orders": "reverse", "n_orders": 3}, r"n_orders must be left out for orders that are not drawn; got 3"),
        ({"orders": [[0, 1, 2, 3]], "n_orders": 3}, r"n_orders must be left out for orders that are not drawn; got 3"),
        ({"orders": [3, 1, 2, 0]}, r"orders must have a row for each order; got the positions \[3, 1, 2, 0\] alone"),
        ({"orders": [[0, 1, 2, 3], [0, 1]]}, r"orders must hold each of the positions 0 to 3 once in every row"),
        ({"orders": [0, [1, 2, 3]]}, r"orders must hold each of the positions 0 to 3 once in every row"),
        (
            {"orders": [[0, 1, 2]]},
            r"orders must hold each of the positions 0 to 3 once in every row; got \[\[0, 1, 2\]\]",
        ),
        ({"orders": [[0, 1, 2, 2]]}, r"orders must hold each of the positions 0 to 3 once in every row"),
        ({"orders": np.zeros((0, 4))}, r"orders must hold each of the positions 0 to 3 once in every row"),
    ],
)
def test_orders_that_are_none(options, message):
    with pytest.raises(ValueError, match=message):
        orders_of(**options)


@pytest.mark.parametrize(
    ("blocks", "message"),
    [
        ({"p": 1, "q": 1, "r": 2}, r"orders must name the block of every round; got none for 's'"),
        ([1, 2], r"orders must be the blocks of the 4 rounds, one for each.*got 2, 2 different"),
        ([1, 1, 1, 1], r"at least two different ones; got 4, 1 different"),
    ],
)
def test_blocks_that_are_none(blocks, message):
    with pytest.raises(DataError, match=message):
        orders_of(blocks, 2)
