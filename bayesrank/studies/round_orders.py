"""Orders in which the rounds of a tournament could have been played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np
import numpy.typing as npt

from bayesrank.arrays import IntArray
from bayesrank.errors import DataError
from bayesrank.options import check_at_least

type OrdersName = Literal["random", "reverse"]
type Blocks = Mapping[str, object] | Sequence[object]
type Orders = OrdersName | Blocks | npt.ArrayLike

N_ORDERS = 200


def round_orders(rounds: tuple[str, ...], orders: Orders, *, n_orders: int | None, random_seed: int) -> IntArray:
    """Return orders of K rounds, shape (n, K): positions in the order that is given.

    Parameters
    ----------
    rounds : tuple of str
    orders : {"random", "reverse"}, mapping of str to block, sequence of K blocks, or array of int, shape (n, K)
        All orders are as likely; the given order from its end; blocks of rounds, told apart by a name or a number,
        change places and stay as they are within; or these orders.
    n_orders : int or None
        How many are drawn, 200 for None.
    random_seed : int

    Raises
    ------
    DataError
        If blocks are not as stated.
    ValueError
        If orders are not as stated, or a number is given for such as are not drawn.
    """
    movable = _movable(rounds, orders)
    if movable is None:
        if n_orders is not None:
            message = f"n_orders must be left out for orders that are not drawn; got {n_orders!r}. Drop it."
            raise ValueError(message)
        return np.arange(len(rounds))[None, ::-1] if isinstance(orders, str) else _checked(orders, len(rounds))
    number = N_ORDERS if n_orders is None else n_orders
    check_at_least("n_orders", number, 2)
    rng = np.random.default_rng(random_seed)
    return np.stack([np.concatenate([movable[b] for b in rng.permutation(len(movable))]) for _ in range(number)])


def _movable(rounds: tuple[str, ...], orders: Orders) -> list[IntArray] | None:
    """Return the positions of the rounds that change places together, or None where orders are not drawn."""
    if isinstance(orders, Mapping):
        unknown = [name for name in rounds if name not in orders]
        if unknown:
            message = f"orders must name the block of every round; got none for {unknown[0]!r}. Name its block."
            raise DataError(message)
        return _members([orders[name] for name in rounds], len(rounds))
    if isinstance(orders, str) or not isinstance(orders, Sequence | np.ndarray):
        if orders not in ("random", "reverse"):
            message = f"orders must be 'random', 'reverse', blocks or an array; got {orders!r}. Check the spelling."
            raise ValueError(message)
        return [np.array([k]) for k in range(len(rounds))] if orders == "random" else None
    if any(isinstance(item, list | tuple | np.ndarray) for item in orders) or len(orders) == 0:
        return None
    return _members(list(orders), len(rounds))


def _checked(orders: object, n_rounds: int) -> IntArray:
    shape = {np.shape(row) for row in orders} if isinstance(orders, Sequence | np.ndarray) else set()
    rows = np.asarray(orders) if shape == {(n_rounds,)} else np.zeros((1, n_rounds))
    if not np.array_equal(np.sort(rows, axis=1), np.tile(np.arange(n_rounds), (len(rows), 1))):
        message = (
            f"orders must hold each of the positions 0 to {n_rounds - 1} once in every row; got {_said(orders)}. Give "
            f"one row for each order."
        )
        raise ValueError(message)
    return rows.astype(np.int64)


def _said(orders: object) -> str:
    text = " ".join(str(orders).split())
    return text if len(text) <= 60 else f"{text[:60]}..."


def _members(labels: Sequence[object], n_rounds: int) -> list[IntArray]:
    """Return the positions of the rounds of each block, blocks by their first round."""
    distinct = list(dict.fromkeys(labels))
    if len(labels) != n_rounds or len(distinct) < 2:
        message = (
            f"orders must be the blocks of the {n_rounds} rounds, one for each, and at least two different ones; got "
            f"{len(labels)}, {len(distinct)} different. Say of which block each round is."
        )
        raise DataError(message)
    if set(distinct) == set(range(n_rounds)):
        message = (
            f"orders must have a row for each order; got the positions {_said(list(labels))} alone, which could be "
            f"blocks. Put them in brackets."
        )
        raise ValueError(message)
    return [np.array([k for k, label in enumerate(labels) if label == block]) for block in distinct]
