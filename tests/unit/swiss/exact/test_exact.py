"""Expected wins without simulation: by hand, and what cannot be played. Tables of answers are in the contracts."""

from fractions import Fraction

import numpy as np
import pytest

from bayesrank import DataError
from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.contests.schedules import read_schedule
from bayesrank.swiss.exact.exact import exact_fractions, exact_wins
from bayesrank.swiss.win_tensor import WinTensor

SWISS = ContestRules()


def in_order(n_models, n_rounds):
    """Return a tournament in which the first model beats all, the second all others, and so on."""
    win = np.triu(np.ones((n_rounds, n_models, n_models)), 1)
    return WinTensor(tuple("abcdef"[:n_models]), tuple("uvwxyz"[:n_rounds]), win, np.zeros(win.shape))


def test_three_models_and_two_rounds_by_hand():
    # One of three has a bye. If c has it, a: 1, b: 0, c: 0, and b beats c: a 1, b 1. If b has it: the same. If a has
    # it, b: 1, a: 0, c: 0, and a beats c: a 1, b 1. So a has one point; b has one; c has none.
    # With one elimination after the first round: if c had the bye, b or c leaves; a is alone with a point. No match.
    found = exact_wins(in_order(3, 2), [read_schedule(0, 3, 2), read_schedule(1, 3, 2)], SWISS)
    third = 1 / 3
    np.testing.assert_allclose(found.wins, [[1, 1, 0], [2 * third, third, 0]], atol=1e-15)
    np.testing.assert_allclose(found.spread, [[0, 0, 0], [np.sqrt(2) / 3, np.sqrt(2) / 3, 0]], atol=1e-15)
    np.testing.assert_allclose(found.n_pairs, [[1, 1], [1, 0]], atol=1e-15)
    # Without eliminations: byes of the first round, 1/3 each, and of whoever has won it.
    np.testing.assert_allclose(found.byes[0], [third + 2 * third, third + third, third], atol=1e-15)
    np.testing.assert_allclose(found.eliminated[1, 0], [third / 2, third, third / 2 + third], atol=1e-15)


def test_what_two_left_do_by_hand():
    # After the elimination above two are left, with different points: both have a bye.
    found = exact_wins(in_order(3, 2), [read_schedule(1, 3, 2)], SWISS)
    assert found.rounds_played[0].sum() == pytest.approx(3 + 2)
    assert found.byes[0].sum() == pytest.approx(1 + 2)


def test_strength_of_opponents_by_hand():
    # Strengths are 1, 1/2, 0. In one round a meets b or c, b meets a or c, c meets a or b.
    found = exact_wins(in_order(3, 1), [read_schedule(0, 3, 1)], SWISS)
    np.testing.assert_allclose(found.opponents, [[1 / 4, 1 / 2, 3 / 4]])


def test_it_is_exact():
    found = exact_wins(in_order(4, 3), [read_schedule(0, 4, 3), read_schedule("halving", 4, 3)], SWISS)
    assert found.models == tuple("abcd")
    assert found.rounds == tuple("uvw")
    assert found.schedules == ("0", "halving")
    assert not found.mcse.any()
    assert found.mcse.shape == (2, 4)
    assert not found.covariance.any()
    assert found.covariance.shape == (4, 2, 2)
    assert found.draws is found.noise_share is found.n_contests is found.random_seed is None


def test_the_diagonal_is_not_read():
    half = Fraction(1, 2)
    coins, never = [[[half] * 2] * 2], [[[0, 0], [0, 0]]]
    marked = [[[half, 0], [0, half]]]
    one, other = (exact_fractions((coins, draw), [read_schedule(0, 2, 1)], SWISS)[0] for draw in (never, marked))
    assert one.points == other.points
    assert one.units == other.units == 1


def test_fractions_are_taken_as_they_are_given():
    # 0.1 as a float is 3602879701896397 / 2^55.
    def wins(win, loss):
        tables = [[[0, win], [loss, 0]]], [[[0, 0], [0, 0]]]
        return exact_fractions(tables, [read_schedule(0, 2, 1)], SWISS)[0].wins[0]

    assert wins("1/10", "9/10") == Fraction(1, 10)
    assert wins(0.1, 1 - Fraction(0.1)) == Fraction(3602879701896397, 2**55)


def test_what_cannot_be_played():
    tables = [[[0, 1], [1, 0]]], [[[0, 0], [0, 0]]]
    with pytest.raises(DataError, match="win of i, win of j and draw must sum to at most 1; got 2"):
        exact_fractions(tables, [read_schedule(0, 2, 1)], SWISS)
    with pytest.raises(DataError, match="models must be at least one; got none"):
        exact_fractions(([], []), [read_schedule(0, 2, 1)], SWISS)
    with pytest.raises(ValueError, match=r"max_states must be a whole number of at least 1; got 0\."):
        exact_wins(in_order(3, 1), [read_schedule(0, 3, 1)], SWISS, max_states=0)
    with pytest.raises(ValueError, match="an exact contest must have at most max_states=3 states in every round"):
        exact_wins(in_order(6, 3), [read_schedule(0, 6, 3)], SWISS, max_states=3)
