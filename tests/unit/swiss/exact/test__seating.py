"""Who plays among themselves and who leaves, by hand."""

from fractions import Fraction

import pytest

from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.exact._seating import leavers, seatings

ONE = Fraction(1)
GROUPS = [0b00001, 0b00110, 0b11000]  # model 0 leads 1 and 2, who lead 3 and 4


def test_groups_play_among_themselves():
    assert seatings(GROUPS, ContestRules(), ONE) == [(GROUPS, 1)]


@pytest.mark.parametrize("pairing", ["random", "round_robin"])
def test_all_play_where_points_do_not_matter(pairing):
    assert seatings(GROUPS, ContestRules(pairing=pairing), ONE) == [([0b11111], 1)]


def test_the_odd_one_goes_down():
    # 0 joins 1 and 2; any of the three goes on to 3 and 4, where one of three has a bye.
    down = seatings(GROUPS, ContestRules(floats="down"), ONE)
    assert down == [
        ([0b00110, 0b11001], Fraction(1, 3)),
        ([0b00101, 0b11010], Fraction(1, 3)),
        ([0b00011, 0b11100], Fraction(1, 3)),
    ]


def test_nobody_goes_down_from_an_even_group():
    assert seatings([0b0011, 0b1100], ContestRules(floats="down"), ONE) == [([0b0011, 0b1100], 1)]


def test_leavers_are_drawn_from_the_lowest_group():
    third = Fraction(1, 3)
    assert list(leavers([0b1000, 0b0111], 2, "group", ONE)) == [(0b011, third), (0b101, third), (0b110, third)]
    assert list(leavers(GROUPS, 0, "group", ONE)) == [(0, 1)]


def test_when_more_are_to_leave_than_are_last():
    assert list(leavers(GROUPS, 3, "group", ONE)) == [(0b11000, 1)]
    half = Fraction(1, 2)
    assert list(leavers(GROUPS, 3, "cascade", ONE)) == [(0b11010, half), (0b11100, half)]


@pytest.mark.parametrize("number", [5, 9])
def test_all_can_leave(number):
    assert list(leavers(GROUPS, number, "cascade", ONE)) == [(0b11111, 1)]
    assert list(leavers([0b11111], number, "group", ONE)) == [(0b11111, 1)]
