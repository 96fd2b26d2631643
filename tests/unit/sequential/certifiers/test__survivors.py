"""Orders that survive all looks."""

import numpy as np
import pytest

from bayesrank.sequential.certifiers import _survivors
from bayesrank.sequential.certifiers._order_program import Answer, Limits
from bayesrank.sequential.certifiers._survivors import MOST_EXCLUDED, Survivors, dearest

NOTHING = np.zeros((3, 3), dtype=bool)
LEVEL = np.zeros(3, dtype=np.int64)


def unlimited():
    return Limits(seconds=np.inf, nodes=np.inf)


def surplus(wealth, alpha=0.1):
    return (np.array(wealth) - 1 / alpha) * (1 - np.eye(3))


def test_no_order_costs_more_than_the_dearest():
    # of 0 and 1 a tie is the dearest: 5 + 2; of 0 and 2 one above, 4; of 1 and 2 a tie is -3, one above 1
    looks = np.array([[[0, 5.0, 4], [2, 0, -4], [-1, 1, 0]]])
    assert dearest(looks, NOTHING).tolist() == [7 + 4 + 1]
    better = NOTHING.copy()
    better[0, 2] = True  # 2 below 0: the wealth against that is -1
    assert dearest(looks, better).tolist() == [7 - 1 + 1]


def test_looks_that_decide_nothing_are_dropped():
    survivors = Survivors(3, 0.1)
    strong = surplus([[0, 42, 60], [0, 0, 5], [0, 0, 0]])
    stronger = surplus([[0, 43, 60], [0, 0, 6], [0, 0, 0]])
    other = surplus([[0, 0, 0], [0, 0, 0], [0, 50, 0]])
    survivors.take_look(surplus(np.ones((3, 3))), NOTHING, LEVEL)
    assert len(survivors.looks) == 1  # the newest is always there
    survivors.take_look(strong, NOTHING, LEVEL)
    assert survivors.looks.tolist() == [strong.tolist()]  # wealths of 1 eliminate no order
    survivors.take_look(other, NOTHING, LEVEL)
    assert survivors.looks.tolist() == [strong.tolist(), other.tolist()]
    survivors.take_look(stronger, NOTHING, LEVEL)
    assert survivors.looks.tolist() == [other.tolist(), stronger.tolist()]  # eliminates all that the strong one does


def test_a_look_strikes_orders_out():
    # E02 = 60, E01 = 42, E12 = 5: the order with all level is eliminated, 0>1=2 is not (khosravi2026, appendix B.3)
    survivors = Survivors(3, 0.1)
    survivors.orders = np.array([[0, 0, 0], [1, 0, 0]])
    survivors.take_look(surplus([[0, 42, 60], [0, 0, 5], [0, 0, 0]]), NOTHING, LEVEL)
    assert survivors.orders.tolist() == [[1, 0, 0]]
    # in 0>1=2 no model is higher than itself, 1 and 2 are no higher than 0, and no higher than each other
    assert survivors.open_pairs().tolist() == [[True, False, False], [True, True, True], [True, True, True]]
    # left are 0>1=2, 0>1>2, 0>2>1: no order can keep 0 from being better than 1, one keeps 1 from being better than 2
    assert not survivors.search(NOTHING, 0, 1)
    assert survivors.decide(NOTHING, 0, 1, unlimited) == "certified"
    assert survivors.decide(NOTHING, 1, 2, unlimited) == "open"


@pytest.mark.parametrize("seed", range(10))
def test_what_is_found_survives(seed):
    rng = np.random.default_rng(seed)
    survivors = Survivors(4, 0.2)
    looks = (np.exp(rng.normal(1.2, 1.2, size=(4, 4, 4))) - 5) * (1 - np.eye(4))
    nothing = np.zeros((4, 4), dtype=bool)
    for look in looks:
        survivors.take_look(look, nothing, np.argsort(look.sum(axis=1)))
    for high, low in np.argwhere(~survivors.open_pairs()):
        before = len(survivors.orders)
        found = survivors.search(nothing, high, low)
        verdict = survivors.decide(nothing, high, low, unlimited)
        assert verdict == "open" or not found
        assert len(survivors.orders) == before + found + (verdict == "open")
        for levels in survivors.orders[before:]:
            assert levels[high] <= levels[low]
            against = np.less_equal.outer(levels, levels)
            assert (looks[:, against].sum(axis=1) < 1e-6).all()


def test_a_look_that_was_not_asked_decides_too():
    # the first look eliminates all orders with 1 no lower than 0, the second only those with 2 no lower than 1
    survivors = Survivors(3, 0.1)
    survivors.take_look(surplus([[0, 61, 0], [0, 0, 0], [0, 0, 0]]), NOTHING, np.array([2, 1, 0]))
    survivors.take_look(surplus([[0, 0, 0], [0, 0, 61], [0, 0, 0]]), NOTHING, np.array([2, 1, 0]))
    assert not survivors.search(NOTHING, 0, 1)
    assert survivors.decide(NOTHING, 0, 1, unlimited) == "certified"
    assert survivors.search(NOTHING, 1, 0)
    assert survivors.orders[-1].tolist() == [2, 1, 0]


def test_without_time_nothing_is_decided():
    survivors = Survivors(3, 0.1)
    survivors.take_look(surplus([[0, 61, 0], [0, 0, 0], [0, 0, 0]]), NOTHING, LEVEL)
    assert survivors.decide(NOTHING, 0, 1, lambda: Limits(seconds=0.0, nodes=np.inf)) == "unresolved"


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [(Answer(impossible=True, levels=None), "certified"), (Answer(impossible=False, levels=None), "unresolved")],
)
def test_the_word_of_the_solver_counts(answer, verdict, monkeypatch):
    monkeypatch.setattr(_survivors, "cheapest_order", lambda *_: answer)
    survivors = Survivors(3, 0.1)
    survivors.take_look(surplus(np.ones((3, 3))), NOTHING, LEVEL)
    assert survivors.decide(NOTHING, 0, 1, unlimited) == verdict


def test_a_solver_that_only_finds_orders_that_do_not_survive_is_given_up(monkeypatch):
    asked = []

    def wrong(*given):
        asked.append(len(given[4]))
        return Answer(impossible=False, levels=LEVEL)

    monkeypatch.setattr(_survivors, "cheapest_order", wrong)
    monkeypatch.setattr(_survivors, "propagate", lambda *_: True)
    survivors = Survivors(3, 0.1)
    survivors.take_look(surplus([[0, 61, 0], [0, 0, 0], [0, 0, 0]]), NOTHING, LEVEL)
    assert survivors.decide(NOTHING, 0, 1, unlimited) == "unresolved"
    assert asked == list(range(MOST_EXCLUDED))
