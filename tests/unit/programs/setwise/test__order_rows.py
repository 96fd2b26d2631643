"""Orders as filled-up tables."""

import numpy as np

from bayesrank.programs.setwise._order_rows import order_rows
from bayesrank.statistics.tied_orders import order_orderings
from tests.ballots import orderings


def test_rows_are_filled_up_and_orders_that_say_nothing_left_out():
    orders = order_orderings(orderings("3 a > b = c", "2 b = c", "1 c > a"))
    rows = order_rows(orders)
    seen = {
        tuple((orders.models[index] if index >= 0 else "nobody", place) for index, place in zip(*row, strict=True)): n
        for *row, n in zip(rows.member.tolist(), rows.place.tolist(), rows.multiplicity.tolist(), strict=True)
    }
    # models of a block come in the order of the statistic
    tied = sorted("bc", key=orders.models.index)
    assert seen == {
        (("a", 1), (tied[0], 2), (tied[1], 2)): 3,
        (("c", 1), ("a", 2), ("nobody", 0)): 1,
    }


def test_ties_of_all_alone_give_no_row():
    rows = order_rows(order_orderings(orderings("3 a = b = c", "2 b = c")))
    assert rows.member.shape == rows.place.shape == (0, 2)
    assert rows.multiplicity.shape == (0,)
    assert rows.member.dtype == np.int64
