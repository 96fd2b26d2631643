"""Elementary symmetric polynomials against whole numbers, their derivatives and draws against enumeration."""

from itertools import product
from math import comb, log

import numpy as np
import pytest
from scipy import stats

from bayesrank.programs.setwise._symmetric_polynomials import (
    LEAST_CHANCE,
    drawn_wins,
    expected_wins,
    log_polynomials,
    moments_of_wins,
)

LOG2 = log(2)


def coefficients(powers, attempts):
    """Multiply out ``prod (1 + 2^power z)^attempts`` in whole numbers, however large; no power is negative."""
    polynomial = [1]
    for power, number in zip(powers, attempts, strict=True):
        factor = [comb(number, won) * 2 ** (power * won) for won in range(number + 1)]
        longer = [0] * (len(polynomial) + number)
        for place, coefficient in enumerate(polynomial):
            for won, other in enumerate(factor):
                longer[place + won] += coefficient * other
        polynomial = longer
    return polynomial


def rows(attempts, total):
    return np.ones(len(total)), np.tile(attempts, (len(total), 1)), np.array(total, dtype=np.int64)


@pytest.mark.parametrize(
    ("powers", "attempts"),
    [
        ([0, 1, 3, 2], [1, 1, 1, 1]),
        ([0, 1, 3, 2, 5], [2, 0, 1, 4, 3]),
        ([0, 100, 400, 401, 800], [1, 1, 1, 1, 1]),  # worths from 1 to 1e240: no double holds their products
        ([0, 30, 60], [60, 60, 60]),
    ],
)
def test_values_are_those_of_whole_numbers(powers, attempts):
    polynomial = coefficients(powers, attempts)
    total = range(len(polynomial))
    value, _ = log_polynomials(np.array(powers) * LOG2, *rows(attempts, total))
    np.testing.assert_allclose(value, [log(coefficient) for coefficient in polynomial], rtol=1e-13, atol=1e-13)


def test_several_tilts_serve_what_one_does_not():
    # Under one tilt the least chance is 2^-2000 or so, far below what a double holds.
    total = np.array([1, 1000, 1999])
    value, tilt = log_polynomials(np.array([0.0, 0.0]), *rows([1000, 1000], total))
    # Vandermonde: C(2000, t); to rounding of the 15,000 that is taken off
    np.testing.assert_allclose(value, [log(comb(2000, t)) for t in total], rtol=1e-13, atol=1e-11)
    assert len(np.unique(tilt)) == 3
    assert LEAST_CHANCE > 2.0**-2000


def test_rows_differ_in_scale_and_attempts():
    # e_1 of worths e^(s a): 1 + e^s; e_2 of two attempts at e^(s a) and one at 1: e^(2 s) + 2 e^s.
    ability, scale = np.array([0.0, 1.0]), np.array([1.0, 0.5, 0.5])
    attempts, total = np.array([[1, 1], [1, 1], [1, 2]]), np.array([1, 1, 2])
    value, _ = log_polynomials(ability, scale, attempts, total)
    expected = np.log([1 + np.e, 1 + np.exp(0.5), np.e + 2 * np.exp(0.5)])
    np.testing.assert_allclose(value, expected, rtol=1e-14)


def test_abilities_that_are_no_numbers_end():
    value, _ = log_polynomials(np.array([np.nan, 0.0]), *rows([1, 1], [0, 1, 2]))
    assert np.isnan(value).all()


ABILITY, SCALE = np.array([0.3, -1.2, 0.8, 0.1]), 0.7
ATTEMPTS = np.array([[1, 1, 1, 1], [1, 1, 1, 1], [2, 0, 3, 1]])
TOTAL, WEIGHT = np.array([1, 2, 3]), np.array([2.0, 3.0, 0.5])
ROWS = (ABILITY, np.full(3, SCALE), ATTEMPTS, TOTAL)


def enumerated(row):
    """Return all possible wins of a row and their chances given its total."""
    wins = np.array([w for w in product(*(range(n + 1) for n in ATTEMPTS[row])) if sum(w) == TOTAL[row]])
    ways = np.array([np.prod([comb(n, w) for n, w in zip(ATTEMPTS[row], won, strict=True)]) for won in wins])
    weight = ways * np.exp(SCALE * wins @ ABILITY)
    return wins, weight / weight.sum()


def test_the_gradient_is_what_models_can_expect_to_win():
    _, tilt = log_polynomials(*ROWS)
    expected = np.zeros(4)
    for row in range(3):
        wins, chance = enumerated(row)
        expected += WEIGHT[row] * SCALE * chance @ wins
    np.testing.assert_allclose(expected_wins(*ROWS, tilt, WEIGHT), expected, rtol=1e-13)
    np.testing.assert_allclose(moments_of_wins(*ROWS, tilt, WEIGHT)[0], expected, rtol=1e-13)


def test_the_hessian_is_the_covariance_of_wins():
    _, tilt = log_polynomials(*ROWS)
    expected = np.zeros((4, 4))
    for row in range(3):
        wins, chance = enumerated(row)
        deviation = wins - chance @ wins
        expected += WEIGHT[row] * SCALE**2 * (deviation.T * chance) @ deviation
    np.testing.assert_allclose(moments_of_wins(*ROWS, tilt, WEIGHT)[1], expected, rtol=0, atol=1e-13)


def test_derivatives_where_several_tilts_serve():
    # Two models of equal worth: each expects half of the total; hypergeometric variance t/4 (2000 - t)/1999.
    total = np.array([1, 1000, 1999])
    arguments = (np.zeros(2), *rows([1000, 1000], total))
    _, tilt = log_polynomials(*arguments)
    gradient, hessian = moments_of_wins(*arguments, tilt, np.ones(3))
    np.testing.assert_allclose(expected_wins(*arguments, tilt, np.ones(3)), [1500, 1500], rtol=1e-12)
    np.testing.assert_allclose(gradient, [1500, 1500], rtol=1e-12)
    variance = (total / 4 * (2000 - total) / 1999).sum()
    np.testing.assert_allclose(hessian, [[variance, -variance], [-variance, variance]], rtol=1e-9)


def test_draws_have_the_enumerated_chances():
    # Rows of 1 and 2 winners of four models, and of 3 wins in 6 attempts: 40,000 events each, drawn one at a time as a
    # row of its own. Chi-square against the enumerated chances; 3 tests at 1e-6 each.
    rng = np.random.default_rng(8)
    n_draws = 40_000
    for row in range(3):
        repeated = np.full(n_draws, SCALE), np.tile(ATTEMPTS[row], (n_draws, 1)), np.full(n_draws, TOTAL[row])
        _, tilt = log_polynomials(ABILITY, *repeated)
        one_event = np.ones(n_draws, dtype=np.int64)
        drawn = drawn_wins(ABILITY, *repeated, tilt, one_event, rng.random((n_draws, 4)))
        wins, chance = enumerated(row)
        found = np.array([(drawn == won).all(axis=1).sum() for won in wins])
        assert found.sum() == n_draws  # nothing impossible was drawn
        assert stats.chisquare(found, n_draws * chance).pvalue > 1e-6


def test_draws_are_summed_over_the_events_of_a_row():
    # Seven events of total 1, none, and five of total 3.
    _, tilt = log_polynomials(*ROWS)
    uniform = np.random.default_rng(2).random((12, 4))
    drawn = drawn_wins(*ROWS, tilt, np.array([7, 0, 5]), uniform)
    assert drawn.sum(axis=1).tolist() == [7, 0, 15]
    assert (drawn <= np.array([[7], [0], [5]]) * ATTEMPTS).all()
