"""The compiled loops that let the wealths of all pairs of models grow, score by score.

For the null hypothesis that model j is no better than model l, one question changes each wealth by the factor
``1 + share * gain`` with ``gain = (z - bound) / (1 + bound)``. z is the difference of the two scores; ``bound`` is the
most that its mean can be under the null hypothesis, given all questions before: zero for questions drawn from an
unlimited supply, ``(shift - s) / left`` for a finite benchmark with ``left`` questions unseen and the sum s of
differences so far.

Wealths are kept as ``wealth * 2**exponent``, and moved by powers of two only, which rounds nothing: however rows are
grouped into updates, the result is the same to the last bit. No logarithm is taken before a look.

Arrays over pairs have the two models as first and last axis, so that inner loops run along memory. Loops are written
out: Numba takes several times as long to compile expressions of whole arrays.
"""

from __future__ import annotations

from math import frexp, ldexp, log
from typing import NamedTuple

import numpy as np
from numba import njit

from bayesrank.arrays import FloatArray, IntArray

LOWEST_BOUND = -0.99
STRIDE = 500  # of exponents
_LARGE, _SMALL = 2.0**STRIDE, 2.0**-STRIDE
_N_BETWEEN = 16  # questions between two moves of exponents: 200**16 < 2**123, so that nothing overflows or vanishes
_ORDINARY = 1000  # exponents of wealths whose logarithm is taken in one
_LOG_2 = log(2)
NEWTON_STEP = 2 / (2 - log(3))
MOST_OF_NEWTON = 0.5


class Growth(NamedTuple):
    """Scores of a few questions, as the loops read them.

    Parameters
    ----------
    low, high : array of float, shape (n, M)
        The least and the largest that each score can be, in [0, 1]; the same where it is known.
    plays : array of float, shape (n, M)
        1 where a model's score is bet on, 0 where not.
    low_before, high_before : array of float, shape (n, M)
        Sums of ``low`` and ``high`` over all questions before.
    shift : float
        What the sum of differences can be under the null hypothesis, or their mean for an unlimited supply.
    finite : float
        1 for a finite benchmark, 0 for an unlimited supply.
    left : float
        Unseen questions before the first row; 1 for an unlimited supply.
    """

    low: FloatArray
    high: FloatArray
    plays: FloatArray
    low_before: FloatArray
    high_before: FloatArray
    shift: float
    finite: float
    left: float


@njit(cache=True, nogil=True, error_model="numpy")
def grow_mixture(wealth: FloatArray, exponent: IntArray, grid: FloatArray, growth: Growth) -> None:
    """Multiply the wealths of all bets of the grid, in place; both of shape (M, K, M)."""
    n_rows, n_models = growth.low.shape
    gain = np.empty(n_models)
    for first in range(0, n_rows, _N_BETWEEN):
        for j in range(n_models):
            for row in range(first, min(first + _N_BETWEEN, n_rows)):
                if growth.plays[row, j] == 0:
                    continue
                fill_gains(gain, growth, row, j)
                for bet in range(len(grid)):
                    share = grid[bet]
                    for l in range(n_models):  # noqa: E741 (pairs are j, l in the papers)
                        wealth[j, bet, l] *= 1 + share * gain[l]
            move_exponents(wealth[j], exponent[j])


@njit(cache=True, nogil=True, error_model="numpy")
def grow_agrapa(wealth: FloatArray, exponent: IntArray, memory: FloatArray, most: float, growth: Growth) -> None:
    """Multiply wealths of shape (M, 1, M) by bets that past gains make best; ``memory`` holds their sums and squares.

    ``memory`` has shape (M, 2, M).
    """
    n_rows, n_models = growth.low.shape
    gain = np.empty(n_models)
    for first in range(0, n_rows, _N_BETWEEN):
        for j in range(n_models):
            for row in range(first, min(first + _N_BETWEEN, n_rows)):
                if growth.plays[row, j] == 0:
                    continue
                fill_gains(gain, growth, row, j)
                for l in range(n_models):  # noqa: E741
                    share = min(most, max(0.0, memory[j, 0, l] / (1 + memory[j, 1, l])))
                    wealth[j, 0, l] *= 1 + share * gain[l]
                    memory[j, 0, l] += gain[l]
                    memory[j, 1, l] += gain[l] * gain[l]
            move_exponents(wealth[j], exponent[j])


@njit(cache=True, nogil=True, error_model="numpy")
def grow_ons(wealth: FloatArray, exponent: IntArray, memory: FloatArray, growth: Growth) -> None:
    """Multiply wealths of shape (M, 1, M) by bets that move by online Newton steps.

    ``memory`` has shape (M, 2, M) and holds the next bet, and the sum of squared slopes.
    """
    n_rows, n_models = growth.low.shape
    gain = np.empty(n_models)
    for first in range(0, n_rows, _N_BETWEEN):
        for j in range(n_models):
            for row in range(first, min(first + _N_BETWEEN, n_rows)):
                if growth.plays[row, j] == 0:
                    continue
                fill_gains(gain, growth, row, j)
                for l in range(n_models):  # noqa: E741
                    share = memory[j, 0, l]
                    factor = 1 + share * gain[l]
                    slope = -gain[l] / factor
                    squares = memory[j, 1, l] + slope * slope
                    wealth[j, 0, l] *= factor
                    memory[j, 1, l] = squares
                    memory[j, 0, l] = min(MOST_OF_NEWTON, max(0.0, share - NEWTON_STEP * slope / (1 + squares)))
            move_exponents(wealth[j], exponent[j])


@njit(cache=True, nogil=True, error_model="numpy")
def log_mixture(wealth: FloatArray, exponent: IntArray, weights: FloatArray) -> FloatArray:
    """Return the log of the weighted mean of the wealths of each pair, shape (M, M); -inf on the diagonal."""
    n_models, n_bets, _ = wealth.shape
    result = np.full((n_models, n_models), -np.inf)
    for j in range(n_models):
        for l in range(n_models):  # noqa: E741
            if j == l:
                continue
            highest = exponent[j, 0, l]
            for bet in range(1, n_bets):
                highest = max(highest, exponent[j, bet, l])
            mean = 0.0
            for bet in range(n_bets):
                mean += weights[bet] * scaled(wealth[j, bet, l], exponent[j, bet, l] - highest)
            result[j, l] = log_of(mean, highest)
    return result


# Shared by the loops


@njit(cache=True, nogil=True, error_model="numpy")
def fill_gains(gain: FloatArray, growth: Growth, row: int, j: int) -> None:
    """Fill in what one question gains each pair of model j for every unit bet; nothing where a model does not play."""
    low, before = growth.low[row, j], growth.low_before[row, j]
    share = 1 / (growth.left - growth.finite * row)
    for l in range(len(gain)):  # noqa: E741
        lead = before - growth.high_before[row, l]
        bound = min(1.0, max(LOWEST_BOUND, (growth.shift - growth.finite * lead) * share))
        gain[l] = growth.plays[row, l] * ((low - growth.high[row, l] - bound) / (1 + bound))


@njit(cache=True, nogil=True, error_model="numpy")
def move_exponents(wealth: FloatArray, exponent: IntArray) -> None:
    """Bring wealths of shape (K, M) back to where nothing overflows or vanishes before the next move."""
    outside = 0
    for bet in range(wealth.shape[0]):
        for l in range(wealth.shape[1]):  # noqa: E741
            outside += (wealth[bet, l] > _LARGE) | (wealth[bet, l] < _SMALL)
    if outside == 0:
        return
    for bet in range(wealth.shape[0]):
        for l in range(wealth.shape[1]):  # noqa: E741
            if wealth[bet, l] > _LARGE:
                wealth[bet, l] *= _SMALL
                exponent[bet, l] += STRIDE
            elif wealth[bet, l] < _SMALL:
                wealth[bet, l] *= _LARGE
                exponent[bet, l] -= STRIDE


@njit(cache=True, nogil=True, error_model="numpy")
def scaled(value: float, exponent: int) -> float:
    """Return value * 2**exponent for an exponent that is 0 or a multiple of the stride below; zero far below."""
    while exponent < 0 and value > 0:
        value *= _SMALL
        exponent += STRIDE
    return value


@njit(cache=True, nogil=True, error_model="numpy")
def log_of(value: float, exponent: int) -> float:
    """Return log(value * 2**exponent), the same whichever way the product is split."""
    if value == 0:
        return -np.inf
    fraction, power = frexp(value)
    power += exponent
    if abs(power) < _ORDINARY:
        return log(ldexp(fraction, power))
    return log(fraction) + power * _LOG_2
