"""Limits of the number of states, and which states are told apart."""

from fractions import Fraction

import pytest

from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.contests.schedules import read_schedule
from bayesrank.swiss.exact._contest_states import StateLimit
from bayesrank.swiss.exact.exact import exact_fractions

IN_ORDER = [[Fraction(int(i < j)) for j in range(4)] for i in range(4)]  # the first is the best
NO_DRAWS = [[Fraction(0)] * 4] * 4


def test_states_of_four_models_in_order():
    # Winners of the first round are {0, 1} or {0, 2}; then 0 has 2, and the second best of the winners 1 with the
    # better of the losers: {1, 2} both times, while 3 has none. All go the same way from there.
    (law,) = exact_fractions(([IN_ORDER] * 2, [NO_DRAWS] * 2), [read_schedule(0, 4, 2)], ContestRules())
    assert law.n_states == (2, 1)
    assert law.wins == (2, 1, 1, 0)


def test_points_of_who_has_left_are_no_state():
    # One of the two losers leaves: 3 or 2 of {2, 3}, 3 or 1 of {1, 3}. Two winners and a loser are left, of whom one
    # has two points and two have one or none: (0: 2, 1: 1, 2 or 3: 0) or (0: 2, 2: 1, 1 or 3: 0).
    (law,) = exact_fractions(([IN_ORDER] * 2, [NO_DRAWS] * 2), [read_schedule(1, 4, 2)], ContestRules())
    assert law.n_states == (2, 4)


def test_too_many_states():
    limit = StateLimit(10)
    limit.check(10)
    limit.count(6)
    with pytest.raises(
        ValueError,
        match=r"at most max_states=10 states in every round, and 20 times as many ways to the next; got more\. Sim",
    ):
        limit.check(11)
    with pytest.raises(ValueError, match="max_states=10"):
        limit.count(5)


@pytest.mark.parametrize("max_states", [1, 2, 3, 4])
def test_states_are_limited_wherever_there_are_many(max_states):
    # Two states after the first round, four after the second, five gains of groups in the first.
    tables = [IN_ORDER] * 2, [NO_DRAWS] * 2
    with pytest.raises(ValueError, match=f"max_states={max_states}"):
        exact_fractions(tables, [read_schedule(1, 4, 2)], ContestRules(), max_states=max_states)
    assert exact_fractions(tables, [read_schedule(1, 4, 2)], ContestRules(), max_states=5)
