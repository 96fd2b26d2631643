"""Best orders by integer programming."""

import numpy as np
import pytest

from bayesrank.errors import ConvergenceError
from bayesrank.rules.voting import _ordering_cuts as module
from bayesrank.rules.voting._ordering_cuts import order_by_cuts
from bayesrank.rules.voting._ordering_prefixes import order_by_prefixes
from tests.best_orders import common_order, margins_of_votes, random_margins

EVEN_CYCLE = np.array([[0.0, 1, -1], [-1, 0, 1], [1, -1, 0]])
# Found by search: the linear relaxation overrules half a vote less than any order can.
HALF_A_VOTE_SHORT = np.array(
    [
        [0.0, 1, 1, 0, 1, -1, 1],
        [-1, 0, 0, -1, -1, 1, 0],
        [-1, 0, 0, -1, 1, 1, -1],
        [0, 1, 1, 0, -1, 1, 1],
        [-1, 1, -1, 1, 0, -1, 1],
        [1, -1, -1, -1, 1, 0, 1],
        [-1, 0, 1, -1, -1, -1, 0],
    ]
)


def order(margin, known=None, time_limit=60.0):
    nothing = np.zeros(margin.shape, dtype=bool)
    return order_by_cuts(margin, nothing if known is None else known, 1e-9 * np.abs(margin).sum() / 2, time_limit)


def test_a_cycle_is_cut_where_it_is_weakest():
    # 0 beats 1 by 1, 1 beats 2 by 2, 2 beats 0 by 3: the order 1, 2, 0 overrules that 0 beats 1.
    before, overruled = order(np.array([[0.0, 1, -3], [-1, 0, 2], [3, -2, 0]]))
    np.testing.assert_array_equal(before, [[0, 0, 0], [1, 0, 1], [1, 0, 0]])
    assert overruled == 1


def test_an_even_cycle_can_be_cut_anywhere():
    before, overruled = order(EVEN_CYCLE)
    assert not before.any()
    assert overruled == 1


def test_what_is_known_is_taken_as_given():
    # Of 0, 1, 2 and 1, 2, 0 and 2, 0, 1 only the first has 0 before 2.
    known = np.zeros((3, 3), dtype=bool)
    known[0, 2] = True
    before, _ = order(EVEN_CYCLE, known)
    np.testing.assert_array_equal(before, np.triu(np.ones((3, 3)), 1))


@pytest.mark.parametrize("seed", range(60))
def test_all_best_orders_are_recognised(seed):
    margin = random_margins(3 + seed % 4, 1 + seed % 3, (0.0, 0.3, 0.6)[seed % 3], seed)
    margin[0, 1], margin[1, 0] = 1, -1  # not all tied
    before, overruled = order(margin)
    expected, least = common_order(margin)
    np.testing.assert_array_equal(before, expected)
    assert overruled == least


def test_a_fractional_relaxation_is_branched_on():
    program = module._Program(HALF_A_VOTE_SHORT, np.zeros((7, 7), dtype=bool), 1e-9, 60.0)
    relaxed = program.overruled(program._solved(-program.margin, whole=0))
    before, overruled = order(HALF_A_VOTE_SHORT)
    expected, least = common_order(HALF_A_VOTE_SHORT)
    assert relaxed == pytest.approx(least - 0.5)
    np.testing.assert_array_equal(before, expected)
    assert overruled == least


@pytest.mark.parametrize("seed", [1, 3, 5])
def test_doubts_that_the_relaxation_leaves_are_branched_on(seed):
    # With few ties and all majorities by one vote, many orders are best, and halves come up throughout.
    margin = random_margins(12, 1, 0.0, seed)
    before, overruled = order(margin)
    expected, least = order_by_prefixes(margin, 1e-9)
    np.testing.assert_array_equal(before, expected)
    assert overruled == least


@pytest.mark.parametrize("fractional", [False, True], ids=["whole", "fractional"])
@pytest.mark.parametrize("n_models", [12, 14, 16])
def test_larger_orders_are_those_of_dynamic_programming(n_models, fractional):
    for seed in range(3):
        margin = margins_of_votes(n_models, 7, seed, fractional=fractional)
        before, overruled = order(margin)
        expected, least = order_by_prefixes(margin, 1e-9 * np.abs(margin).sum() / 2)
        np.testing.assert_array_equal(before, expected)
        assert overruled == pytest.approx(least, rel=1e-12)


def test_what_is_known_when_time_runs_out_is_told(monkeypatch):
    message = (
        r"^time_limit must be long enough to order 3 models of which none can be ordered apart; got 5 s, after which "
        r"the least margin that must be overruled lies between {} and 1, and 3 pairs of models are in doubt\. Raise"
    )
    monkeypatch.setattr(module.time, "monotonic", iter([0.0, 6.0]).__next__)  # started, and the first program late
    with pytest.raises(ConvergenceError, match=message.format(0)):
        order(EVEN_CYCLE, time_limit=5.0)
    monkeypatch.setattr(module.time, "monotonic", iter([0.0, 1.0, 6.0]).__next__)  # or the second
    with pytest.raises(ConvergenceError, match=message.format(1)):
        order(EVEN_CYCLE, time_limit=5.0)
