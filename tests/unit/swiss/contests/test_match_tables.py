import numpy as np
import pytest

from bayesrank.swiss.contests.match_tables import CERTAIN, exchangeable_tables, match_tables


def two_models(first, second, drawn=0.0):
    """Return win and draw probabilities of one round: the first wins, the second wins, neither."""
    win = np.array([[[0, first], [second, 0]]], dtype=float)
    return win, np.array([[[0, drawn], [drawn, 0]]], dtype=float)


def test_thirds_are_off_by_half_a_unit_at_most():
    tables = match_tables(*two_models(1 / 3, 2 / 3))
    # The unit is 2**-31, and what is rounded to whole units is off by half of one.
    assert tables.win[0, 0, 1] / 2**31 == pytest.approx(1 / 3, abs=2**-32)
    assert tables.win[0, 1, 0] / 2**31 == pytest.approx(2 / 3, abs=2**-32)
    assert tables.one_winner
    assert not tables.has_draws
    assert tables.rest.shape == (0, 2, 2, 2)


def test_certain_results_are_certain():
    # Drawn are numbers from 0 to 2**31 - 1: all of them are below 2**31, and none is below 0.
    tables = match_tables(*two_models(1, 0))
    assert tables.win.tolist() == [[[0, CERTAIN], [0, 0]]]
    assert CERTAIN == 2**31


def test_the_rest_is_cumulative():
    # A win of 1/4, of the other 1/8, a draw 1/2: somebody wins with 3/8, there is a point with 7/8.
    tables = match_tables(*two_models(1 / 4, 1 / 8, 1 / 2))
    assert tables.rest[0, 0, 1].tolist() == [3 * 2**28, 7 * 2**28]
    assert tables.rest[0, 1, 0].tolist() == [3 * 2**28, 7 * 2**28]
    assert not tables.one_winner
    assert tables.has_draws


def test_two_losers_are_no_draw():
    tables = match_tables(*two_models(1 / 4, 1 / 4))
    assert tables.rest[0, 0, 1].tolist() == [2**30, 2**30]
    assert not tables.one_winner
    assert not tables.has_draws


def test_sums_off_by_rounding_still_have_one_winner():
    tables = match_tables(*two_models(0.1 + 0.2, 0.7 - 1e-12))
    assert tables.one_winner


def test_each_round_has_its_own_table():
    win = np.array([[[0, 1], [0, 0]], [[0, 0], [1, 0]]], dtype=float)
    tables = match_tables(win, np.zeros_like(win))
    assert tables.table.tolist() == [0, 1]
    assert tables.win[:, 0, 1].tolist() == [CERTAIN, 0]


def test_exchangeable_rounds_share_the_mean_of_the_points():
    # Round 0: 0 wins with 3/4, else it loses; round 1: a draw with 1/2, else 1 wins. Points of 0: 3/4 and 1/4, in the
    # mean 1/2; of 1: 1/4 and 3/4.
    win = np.array([[[0, 3 / 4], [1 / 4, 0]], [[0, 0], [1 / 2, 0]]])
    draw = np.array([[[0, 0], [0, 0]], [[0, 1 / 2], [1 / 2, 0]]])
    tables = exchangeable_tables(win, draw)
    assert tables.table.tolist() == [0, 0]
    assert tables.win.tolist() == [[[0, 2**30], [2**30, 0]]]
    assert tables.one_winner


def test_probabilities_in_any_memory_order_make_the_same_tables():
    win = np.random.default_rng(0).dirichlet([1, 1], size=(3, 2, 2))[..., 0]
    win[:, 1, 0] = 1 - win[:, 0, 1]
    back = np.asfortranarray(win)
    tables = match_tables(back, np.zeros_like(back))
    assert tables.win.flags.c_contiguous  # the loops read it flat
    assert (tables.win == match_tables(win, np.zeros_like(win)).win).all()
