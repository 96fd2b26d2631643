"""Elementary symmetric polynomials of worths, with their derivatives, and who wins given how many do: compiled loops.

``e_t(x; n)`` is the coefficient of ``z^t`` in ``prod over l of (1 + x_l z)^(n_l)``. With ``p_l = x_l z / (1 + x_l z)``
it is ``z^-t prod (1 + x_l z)^(n_l)`` times the chance that independent binomial numbers of wins, of n_l attempts at
p_l, add up to t. These chances come from adding one model after the other, and z, the tilt, is chosen so that t is
about their mean: nothing overflows, and what underflows is nothing beside what is kept. One tilt serves all totals
whose chance under it is at least ``LEAST_CHANCE``, which usually is all of them.

Everywhere below, row r has the worths ``exp(scale[r] * ability)``, the attempts ``attempts[r]`` and the total
``total[r]``, from 0 to the sum of the attempts. Successive rows of equal scale and attempts share their polynomial.
Loops are written out: Numba takes several times as long to compile expressions of whole arrays.
"""

from __future__ import annotations

from math import exp, log, log1p

import numpy as np
from numba import njit

from bayesrank.arrays import FloatArray, IntArray

LEAST_CHANCE = 1e-250
NO_TILT = np.inf
CLOSE_ENOUGH = 0.25  # of a win
MOST_STEPS = 100


@njit(cache=True, nogil=True)
def log_polynomials(
    ability: FloatArray, scale: FloatArray, attempts: IntArray, total: IntArray
) -> tuple[FloatArray, FloatArray]:
    """Return the log of the polynomial of each row, and the log of the tilt that served for it, both of shape (R,).

    Parameters
    ----------
    ability : array of float, shape (L,)
    scale : array of float, shape (R,)
    attempts : array of int, shape (R, L)
    total : array of int, shape (R,)
    """
    value, tilt = np.empty(len(total)), np.full(len(total), NO_TILT)
    first = 0
    while first < len(total):
        end = _end_of_run(scale, attempts, tilt, first)
        n_left = end - first
        while n_left > 0:
            middle = _middle_without_tilt(tilt, first, n_left)
            log_tilt = _log_tilt(ability, scale[first], attempts[first], total[middle])
            sums = _partial_sums(_chances(ability, scale[first], log_tilt, attempts[first]), attempts[first])
            constant = 0.0
            for model in range(len(ability)):
                constant += attempts[first, model] * _softplus(scale[first] * ability[model] + log_tilt)
            for row in range(first, end):
                chance = sums[-1, total[row]]
                if tilt[row] == NO_TILT and (chance >= LEAST_CHANCE or row == middle):
                    value[row] = np.log(chance) + constant - total[row] * log_tilt
                    tilt[row] = log_tilt
                    n_left -= 1
        first = end
    return value, tilt


@njit(cache=True, nogil=True)
def expected_wins(
    ability: FloatArray, scale: FloatArray, attempts: IntArray, total: IntArray, tilt: FloatArray, weight: FloatArray
) -> FloatArray:
    """Return the gradient in abilities of ``sum over r of weight[r] * log_polynomials[r]``, shape (L,).

    That of one row is its scale times the wins that each model can expect.

    Parameters
    ----------
    tilt : array of float, shape (R,)
        As :func:`log_polynomials` returns it.
    weight : array of float, shape (R,)
    """
    gradient = np.zeros(len(ability))
    first = 0
    while first < len(total):
        end = _end_of_run(scale, attempts, tilt, first)
        chances = _chances(ability, scale[first], tilt[first], attempts[first])
        sums = _partial_sums(chances, attempts[first])
        rests = _rests(chances, attempts[first], sums, total[first:end], weight[first:end])
        wins = np.empty(sums.shape[1])
        before = 0
        for model in range(len(ability)):
            _add(sums[model], before, chances[model], attempts[first, model], 1, wins)
            before += attempts[first, model]
            gradient[model] += scale[first] * _dot(rests[model + 1], wins, before)
        first = end
    return gradient


@njit(cache=True, nogil=True)
def moments_of_wins(
    ability: FloatArray, scale: FloatArray, attempts: IntArray, total: IntArray, tilt: FloatArray, weight: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the gradient, shape (L,), and the Hessian, shape (L, L), of the sum in :func:`expected_wins`.

    The Hessian of one row is its squared scale times the covariance of the wins.
    """
    n_models = len(ability)
    gradient, hessian = np.zeros(n_models), np.zeros((n_models, n_models))
    mean = np.empty(n_models)
    first = 0
    while first < len(total):
        end = _end_of_run(scale, attempts, tilt, first)
        chances = _chances(ability, scale[first], tilt[first], attempts[first])
        sums = _partial_sums(chances, attempts[first])
        rests = _rests(chances, attempts[first], sums, total[first:end], weight[first:end])
        by_total = np.empty((n_models, sums.shape[1]))
        _add_products(hessian, by_total, chances, attempts[first], sums, rests, scale[first] ** 2)
        for row in range(first, end):
            for one in range(n_models):
                mean[one] = scale[first] * by_total[one, total[row]] / sums[-1, total[row]]
                gradient[one] += weight[row] * mean[one]
                for other in range(one + 1):
                    hessian[one, other] -= weight[row] * mean[one] * mean[other]
        first = end
    for one in range(n_models):
        for other in range(one):
            hessian[other, one] = hessian[one, other]
    return gradient, hessian


@njit(cache=True, nogil=True)
def drawn_wins(
    ability: FloatArray,
    scale: FloatArray,
    attempts: IntArray,
    total: IntArray,
    tilt: FloatArray,
    n_events: IntArray,
    uniform: FloatArray,
) -> FloatArray:
    """Return the wins of each model, drawn given the total of each event and summed over the events of a row, (R, L).

    Parameters
    ----------
    n_events : array of int, shape (R,)
    uniform : array of float, shape (sum of n_events, L)
        Independent draws from the uniform distribution.
    """
    wins = np.zeros((len(total), len(ability)))
    first = event = 0
    while first < len(total):
        end = _end_of_run(scale, attempts, tilt, first)
        chances = _chances(ability, scale[first], tilt[first], attempts[first])
        sums = _partial_sums(chances, attempts[first])
        for row in range(first, end):
            for _ in range(n_events[row]):
                left = total[row]
                for model in range(len(ability) - 1, -1, -1):
                    most = min(left, attempts[first, model])
                    won = _drawn(sums[model], chances[model], left, most, uniform[event, model])
                    wins[row, model] += won
                    left -= won
                event += 1
        first = end
    return wins


@njit(cache=True, nogil=True)
def _drawn(sums: FloatArray, chance: FloatArray, left: int, most: int, uniform: float) -> int:
    """Return the wins of one model, given how many it and the models before it have together."""
    mass = below = 0.0
    for won in range(most + 1):
        mass += chance[won] * sums[left - won]
    for won in range(most):
        below += chance[won] * sums[left - won]
        if uniform * mass < below:
            return won
    return most


@njit(cache=True, nogil=True)
def _end_of_run(scale: FloatArray, attempts: IntArray, tilt: FloatArray, first: int) -> int:
    """Return the first row after ``first`` that does not share its polynomial and tilt."""
    end = first + 1
    while end < len(scale) and scale[end] == scale[first] and tilt[end] == tilt[first]:
        for model in range(attempts.shape[1]):
            if attempts[end, model] != attempts[first, model]:
                return end
        end += 1
    return end


@njit(cache=True, nogil=True)
def _middle_without_tilt(tilt: FloatArray, first: int, n_left: int) -> int:
    """Return the middle one of the next ``n_left`` rows that have no tilt yet."""
    row, n_passed = first, 0
    while tilt[row] != NO_TILT or n_passed < n_left // 2:
        n_passed += tilt[row] == NO_TILT
        row += 1
    return row


@njit(cache=True, nogil=True)
def _log_tilt(ability: FloatArray, scale: float, attempts: IntArray, total: int) -> float:
    """Return a tilt under which the wins to expect are close to the total, by Newton's method in a bracket."""
    n_attempts, highest, lowest = 0, -np.inf, np.inf
    for model in range(len(ability)):
        n_attempts += attempts[model]
        highest = max(highest, scale * ability[model])
        lowest = min(lowest, scale * ability[model])
    goal = min(max(float(total), 0.5), n_attempts - 0.5)
    low, high = log(goal / (n_attempts - goal)) - highest, log(goal / (n_attempts - goal)) - lowest
    tilt = (low + high) / 2
    for _ in range(MOST_STEPS):
        surplus, slope = -goal, 0.0
        for model in range(len(ability)):
            right = exp(-_softplus(-scale * ability[model] - tilt))
            surplus += attempts[model] * right
            slope += attempts[model] * right * (1.0 - right)
        if abs(surplus) <= CLOSE_ENOUGH:
            break
        if surplus > 0:
            high = tilt
        else:
            low = tilt
        tilt = tilt - surplus / slope if slope > 0 else low
        if not low < tilt < high:
            tilt = (low + high) / 2
    return tilt


@njit(cache=True, nogil=True)
def _chances(ability: FloatArray, scale: float, log_tilt: float, attempts: IntArray) -> FloatArray:
    """Return the chances of 0, 1, ... wins of each model, shape (L, most attempts + 1)."""
    most = 0
    for model in range(len(ability)):
        most = max(most, attempts[model])
    chances = np.zeros((len(ability), most + 1))
    for model in range(len(ability)):
        logit = scale * ability[model] + log_tilt
        log_right, log_wrong, log_ways = -_softplus(-logit), -_softplus(logit), 0.0
        for won in range(attempts[model] + 1):
            chances[model, won] = exp(log_ways + won * log_right + (attempts[model] - won) * log_wrong)
            log_ways += log(max(attempts[model] - won, 1) / (won + 1))
    return chances


@njit(cache=True, nogil=True)
def _partial_sums(chances: FloatArray, attempts: IntArray) -> FloatArray:
    """Return the chance that the first l models together have s wins, shape (L + 1, all attempts + 1)."""
    n_attempts = 0
    for model in range(len(attempts)):
        n_attempts += attempts[model]
    sums = np.zeros((len(attempts) + 1, n_attempts + 1))
    sums[0, 0] = 1.0
    before = 0
    for model in range(len(attempts)):
        _add(sums[model], before, chances[model], attempts[model], 0, sums[model + 1])
        before += attempts[model]
    return sums


@njit(cache=True, nogil=True)
def _add(sums: FloatArray, most: int, chance: FloatArray, n_attempts: int, power: int, longer: FloatArray) -> None:
    """Write the chances of sums with the wins of one more model, times a power of its wins, into ``longer``.

    Without that model sums are at most ``most``.
    """
    for total in range(most + n_attempts + 1):
        longer[total] = 0.0
    for won in range(n_attempts + 1):
        factor = chance[won] * float(won) ** power
        for total in range(most + 1):
            longer[total + won] += factor * sums[total]


@njit(cache=True, nogil=True)
def _rests(
    chances: FloatArray, attempts: IntArray, sums: FloatArray, total: IntArray, weight: FloatArray
) -> FloatArray:
    """Return the weight over the chance of the total to expect, given that the first l models have s wins.

    Shape (L + 1, all attempts + 1).
    """
    rests = np.zeros(sums.shape)
    for row in range(len(total)):
        rests[-1, total[row]] += weight[row] / sums[-1, total[row]]
    most = sums.shape[1] - 1
    for model in range(len(attempts) - 1, -1, -1):
        most -= attempts[model]
        before, after = rests[model], rests[model + 1]
        for won in range(attempts[model] + 1):
            factor = chances[model, won]
            for total_before in range(most + 1):
                before[total_before] += factor * after[total_before + won]
    return rests


@njit(cache=True, nogil=True)
def _add_products(
    products: FloatArray,
    by_total: FloatArray,
    chances: FloatArray,
    attempts: IntArray,
    sums: FloatArray,
    rests: FloatArray,
    factor: float,
) -> None:
    """Add the weighted mean products of the wins of each two models, times a factor, to the lower triangle.

    And write into ``by_total`` each model's mean wins at each total, times the chance of the total.
    """
    n_models = len(attempts)
    wins, further, both = np.empty(sums.shape[1]), np.empty(sums.shape[1]), np.empty(sums.shape[1])
    before_one = 0
    for one in range(n_models):
        before = before_one + attempts[one]
        _add(sums[one], before_one, chances[one], attempts[one], 2, both)
        products[one, one] += factor * _dot(rests[one + 1], both, before)
        _add(sums[one], before_one, chances[one], attempts[one], 1, wins)
        before_one = before
        for other in range(one + 1, n_models):
            _add(wins, before, chances[other], attempts[other], 1, both)
            _add(wins, before, chances[other], attempts[other], 0, further)
            before += attempts[other]
            products[other, one] += factor * _dot(rests[other + 1], both, before)
            wins, further = further, wins
        for total in range(len(wins)):
            by_total[one, total] = wins[total]


@njit(cache=True, nogil=True, fastmath={"reassoc"})
def _dot(one: FloatArray, other: FloatArray, most: int) -> float:
    """Return the sum of the products of entries up to ``most``."""
    product = 0.0
    for entry in range(most + 1):
        product += one[entry] * other[entry]
    return product


@njit(cache=True, nogil=True)
def _softplus(logit: float) -> float:
    return max(logit, 0.0) + log1p(exp(-abs(logit)))
