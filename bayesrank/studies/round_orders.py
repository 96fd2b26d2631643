"""Orders in which the rounds of a tournament could have been played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np
import numpy.typing as npt

from bayesrank.arrays import IntArray
from bayesrank.errors import DataError
from bayesrank.options import check_at_least

type OrdersName = Literal["random", "reverse", "blocks"]
type Blocks = Mapping[str, object] | Sequence[object]

N_ORDERS = 200


def round_orders(
    rounds: tuple[str, ...],
    orders: OrdersName | npt.ArrayLike,
    *,
    n_orders: int | None,
    blocks: Blocks | None,
    random_seed: int,
) -> IntArray:
    """Return orders of K rounds, shape (n, K): positions in the order that is given.

    Parameters
    ----------
    rounds : tuple of str
    orders : {"random", "reverse", "blocks"} or array of int, shape (n, K)
        All orders are as likely; the given order from its end; blocks of rounds change places and stay as they are
        within; or these orders.
    n_orders : int or None
        How many are drawn, 200 for None.
    blocks : mapping of str to block, or sequence of K blocks
        Name, or whatever tells one block from another, of each round. For ``"blocks"`` alone.
    random_seed : int

    Raises
    ------
    DataError
        If blocks are not as stated.
    ValueError
        If orders are not as stated, or an option is given that they do not read.
    """
    drawn = isinstance(orders, str) and orders in {"random", "blocks"}
    by_blocks = isinstance(orders, str) and orders == "blocks"
    for name, value, read in (("n_orders", n_orders, drawn), ("blocks", blocks, by_blocks)):
        if value is not None and not read:
            message = f"{name} must be left out for these orders, which do not read it; got {value!r}. Drop it."
            raise ValueError(message)
    if not isinstance(orders, str):
        return _checked(np.asarray(orders), len(rounds))
    if orders == "reverse":
        return np.arange(len(rounds))[None, ::-1]
    number = N_ORDERS if n_orders is None else n_orders
    check_at_least("n_orders", number, 2)
    rng = np.random.default_rng(random_seed)
    if orders == "random":
        return np.stack([rng.permutation(len(rounds)) for _ in range(number)])
    if orders != "blocks":
        message = f"orders must be 'random', 'reverse', 'blocks' or an array; got {orders!r}. Check the spelling."
        raise ValueError(message)
    members = _members(rounds, blocks)
    return np.stack([np.concatenate([members[b] for b in rng.permutation(len(members))]) for _ in range(number)])


def _checked(orders: npt.NDArray[np.generic], n_rounds: int) -> IntArray:
    shaped = orders.ndim == 2 and orders.shape[1:] == (n_rounds,) and len(orders) > 0
    if not shaped or not np.array_equal(np.sort(orders, axis=1), np.tile(np.arange(n_rounds), (len(orders), 1))):
        message = (
            f"orders must hold each of the positions 0 to {n_rounds - 1} once in every row; got shape {orders.shape}. "
            f"Give one row for each order."
        )
        raise ValueError(message)
    return orders.astype(np.int64)


def _members(rounds: tuple[str, ...], blocks: Blocks | None) -> list[IntArray]:
    """Return the positions of the rounds of each block, blocks by their first round."""
    if blocks is None:
        message = "blocks must say of which block each round is; got none. Give blocks=, one for each round."
        raise ValueError(message)
    if isinstance(blocks, Mapping):
        unknown = [name for name in rounds if name not in blocks]
        if unknown:
            message = f"blocks must have every round; got none for {unknown[0]!r}. Name its block."
            raise DataError(message)
        labels = [blocks[name] for name in rounds]
    else:
        labels = list(blocks)
    distinct = list(dict.fromkeys(labels))
    if len(labels) != len(rounds) or len(distinct) < 2:
        message = (
            f"blocks must be one for each of the {len(rounds)} rounds, and at least two different ones; got "
            f"{len(labels)}, {len(distinct)} different. Say of which block each round is."
        )
        raise DataError(message)
    return [np.array([k for k, label in enumerate(labels) if label == block]) for block in distinct]
