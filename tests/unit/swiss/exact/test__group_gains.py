"""What groups gain in a round, by hand."""

from fractions import Fraction

import pytest

from bayesrank.swiss.exact._group_gains import GroupGains, Units, match_results, members_of

UNITS = Units(win=2, draw=1, bye=0, bits=4)
SEVEN_TENTHS = Fraction(7, 10)


def number(*units):
    """Return the number in which models have these units."""
    return sum(UNITS.of(model, each) for model, each in enumerate(units))


def first_beats_later(n_models, *, units=UNITS):
    win = [[Fraction(int(i < j)) for j in range(n_models)] for i in range(n_models)]
    return match_results(win, [[Fraction(0)] * n_models] * n_models, units)


def gains(results, units=UNITS, counted=None):
    return GroupGains(results, units, Fraction(1), (counted if counted is not None else []).append)


def test_members_of_a_mask():
    assert members_of(0b10110) == [1, 2, 4]
    assert members_of(0) == []


def test_units_stand_side_by_side():
    assert number(1, 0, 3) == 1 + 3 * 16**2
    assert UNITS.ones == 15


def test_four_possible_results_of_a_match():
    win = [[Fraction(0), Fraction(1, 2)], [Fraction(1, 8), Fraction(0)]]
    draw = [[Fraction(0), Fraction(1, 4)], [Fraction(1, 4), Fraction(0)]]
    results = match_results(win, draw, UNITS)
    # 1 - 1/2 - 1/8 - 1/4 = 1/8: both lose
    expected = {number(2, 0): 4, number(0, 2): 1, number(1, 1): 2, number(0, 0): 1}
    assert results == {(0, 1): {gain: Fraction(share, 8) for gain, share in expected.items()}}


def test_rounding_is_no_double_loss():
    win = [[0.0, 0.7], [0.3 - 1e-16, 0.0]]
    (match,) = match_results(win, [[0.0, 0.0], [0.0, 0.0]], UNITS).values()
    assert set(match) == {number(2, 0), number(0, 2)}
    assert sum(match.values()) == pytest.approx(1, abs=1e-15)


def test_four_models_in_pairs():
    # The first meets 1, 2 or 3, and the lower number always wins: winners are {0, 2}, {0, 1} or {0, 1}.
    law = gains(first_beats_later(4)).of(0b1111, "swiss")
    assert law == {number(2, 0, 2): Fraction(1, 3), number(2, 2): Fraction(2, 3)}


def test_one_of_three_has_a_bye():
    # Without points for it, a bye of 1 is as good as a loss.
    assert gains(first_beats_later(3)).of(0b111, "swiss") == {number(2): Fraction(2, 3), number(0, 2): Fraction(1, 3)}
    half = Units(win=2, draw=1, bye=1, bits=4)
    law = gains(first_beats_later(3), half).of(0b111, "swiss")
    assert law == {gain: Fraction(1, 3) for gain in (number(1, 2), number(2, 1), number(2, 0, 1))}


def test_all_of_three_meet():
    win = [[Fraction(0), SEVEN_TENTHS, Fraction(1)], [1 - SEVEN_TENTHS, Fraction(0), Fraction(1)], [Fraction(0)] * 3]
    results = match_results(win, [[Fraction(0)] * 3] * 3, UNITS)
    law = gains(results).of(0b111, "round_robin")
    assert law == {number(4, 2): SEVEN_TENTHS, number(2, 4): 1 - SEVEN_TENTHS}


def test_each_gain_is_counted_once():
    # Four models: two laws of pairs of one gain each, {2, 3} and {1, 3}, that of {1, 2}, and two gains of all four.
    counted = []
    group = gains(first_beats_later(4), counted=counted)
    group.of(0b1111, "swiss")
    assert sum(counted) == 5
    group.of(0b1111, "swiss")
    assert sum(counted) == 5
