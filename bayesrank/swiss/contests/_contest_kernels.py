"""The compiled loops that play contests: one for matches that all have a winner, one for all rules.

Models with the same points stand together in a list. A round goes through the lists from the top, so that whoever moves
up is not met again; partners are drawn at random, so the order within a list says nothing.

Random numbers are those of SplitMix64, from a state of its own for each contest: a contest is the same whichever thread
plays it and whichever schedules are played beside it. Sums are of whole numbers, which no order of adding changes.

Half of the time of a contest would go into looking up what is not needed, so arrays are flat, positions are unsigned
(a signed one may count from the end), and arrays are passed one by one: to take one out of a tuple costs more than a
match does.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import njit

from bayesrank.arrays import IntArray
from bayesrank.swiss.contests.tally import Tally

type Numbers = npt.NDArray[np.uint64]
type Chances = npt.NDArray[np.uint32]
type Units = tuple[int, int, int]
type Contests = tuple[int, int, int]  # the first, the one after the last; meetings are counted in every so many-th

PAIRINGS = ("swiss", "random", "round_robin")
ROUND_ROBIN = 2
STREAM = 1  # version of the random numbers: while it stays, the same seed gives the same contests

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_U0, _U1, _U2, _U27, _U30, _U31, _U32 = (np.uint64(number) for number in (0, 1, 2, 27, 30, 31, 32))
_LOW_31 = np.uint64(0x7FFFFFFF)


# Matches that have a winner, byes without points


@njit(cache=True, nogil=True, error_model="numpy")
def play_decided(win: Chances, table: IntArray, leave: IntArray, seed: int, contests: Contests, tally: Tally) -> None:
    """Play contests under every schedule, shape (E, K, M + 1), and add them to the tally."""
    n_schedules, n_rounds, n_models = leave.shape[0], leave.shape[1], win.shape[1]
    listed = np.zeros((n_rounds + 2) * n_models, np.uint64)
    others = np.zeros_like(listed)
    size = np.zeros(n_rounds + 2, np.int64)
    left_after = np.zeros(n_models, np.int64)
    points = np.zeros((n_schedules, n_models), np.int64)
    chances = win.reshape(-1)
    for contest in range(contests[0], contests[1]):
        state, counted = first_state(seed, contest), int(contest % contests[2] == 0)
        for e in range(n_schedules):
            start(listed, size, left_after)
            n_played = decide(
                chances, table, leave[e], state, counted, listed, others, size, left_after, points[e],
                tally.byes[e], tally.eliminated[e], tally.met[e], tally.pairs[e],
            )  # fmt: skip
            end(others if n_played % 2 else listed, size, left_after, n_played, points[e], tally.rounds_played[e])
        add_points(points, tally.points, tally.products)


@njit(cache=True, nogil=True, error_model="numpy")
def decide(
    chances: Chances, table: IntArray, leave: IntArray, state: np.uint64, counted: int, listed: Numbers,
    others: Numbers, size: IntArray, left_after: IntArray, points: IntArray, byes: IntArray, eliminated: IntArray,
    met: IntArray, pairs: IntArray,
) -> int:  # fmt: skip
    """Play one contest; return how many rounds there were.

    Each round reads one of the two arrays of lists and writes the other; the first reads ``listed``.
    """
    n_models = np.uint64(len(left_after))
    n_rounds, n_active, top = len(table), len(left_after), 0
    for k in range(n_rounds):
        if n_active < 2:
            return k
        matches = np.uint64(table[k]) * n_models * n_models
        listed, others = others, listed
        for group in range(top, -1, -1):
            n = np.uint64(size[group])
            if n == _U0:
                continue
            base = np.uint64(group) * n_models
            down, up = base, base + n_models + np.uint64(size[group + 1])
            if n & _U1:
                state = part_odd(others, base, n, state)
                n -= _U1
                listed[down] = others[base + n]
                byes[listed[down]] += 1
                down += _U1
            pairs[k] += np.int64(n >> _U1)
            last = base + n
            while last > base:
                state, bits = drawn(state)
                last -= _U2
                one, place = others[last + _U1], base + (((bits >> _U32) * (last + _U1 - base)) >> _U32)
                other, others[place] = others[place], others[last]
                match = one * n_models + other
                if counted:
                    met[match] += 1
                won = np.uint64((bits & _LOW_31) < np.uint64(chances[matches + match]))
                changed = (one ^ other) & (_U0 - won)  # without a branch: nobody can foretell it
                listed[up] = other ^ changed
                up += _U1
                listed[down] = one ^ changed
                down += _U1
            size[group + 1] = np.int64(up - base - n_models)
            size[group] = np.int64(down - base)
        top += size[top + 1] > 0
        n_leaving = leave[k, n_active]
        if n_leaving > 0:
            n_active, state = eliminate(n_leaving, n_active, 0, k, state, listed, size, left_after, points, eliminated)
    return n_rounds


@njit(cache=True, nogil=True, error_model="numpy", inline="always")
def part_odd(listed: Numbers, base: np.uint64, n: np.uint64, state: np.uint64) -> np.uint64:
    """Put one of the ``n`` models from ``base`` on, at random, behind the others."""
    state, odd = below(state, n)
    listed[base + odd], listed[base + n - _U1] = listed[base + n - _U1], listed[base + odd]
    return state


# All rules


@njit(cache=True, nogil=True, error_model="numpy")
def play_by_rules(
    tables: tuple[Chances, Chances, IntArray], leave: IntArray, rules: tuple[int, int, int], units: Units, seed: int,
    contests: Contests, tally: Tally,
) -> None:  # fmt: skip
    """Play contests under every schedule and add them to the tally.

    Parameters
    ----------
    tables : tuple
        See :class:`~bayesrank.swiss.contests.match_tables.MatchTables`.
    leave : array of int, shape (E, K, M + 1)
    rules : tuple of int
        Position of the pairing in ``PAIRINGS``, 1 if odd models float down, 1 if elimination cascades.
    units : tuple of int
        Of a win, a draw and a bye.
    """
    win, rest, table = tables
    n_schedules, n_rounds, n_models = leave.shape[0], leave.shape[1], win.shape[1]
    most = n_rounds * most_units(rules[0], units, n_models)
    listed = np.zeros((most + 1) * n_models, np.uint64)
    size = np.zeros(most + 1, np.int64)
    left_after = np.zeros(n_models, np.int64)
    pool = np.zeros(n_models, np.uint64)
    points = np.zeros((n_schedules, n_models), np.int64)
    wins, others = win.reshape(-1), rest.reshape(-1)
    for contest in range(contests[0], contests[1]):
        state, counted = first_state(seed, contest), int(contest % contests[2] == 0)
        for e in range(n_schedules):
            start(listed, size, left_after)
            points[e] = 0
            n_played = play_one(
                wins, others, table, leave[e], rules, units, state, counted, listed, size, pool, left_after,
                points[e], tally.byes[e], tally.eliminated[e], tally.met[e], tally.pairs[e],
            )  # fmt: skip
            end(listed, size, left_after, n_played, points[e], tally.rounds_played[e])
        add_points(points, tally.points, tally.products)


@njit(cache=True, nogil=True, error_model="numpy")
def play_one(
    win: Chances, rest: Chances, table: IntArray, leave: IntArray, rules: tuple[int, int, int], units: Units,
    state: np.uint64, counted: int, listed: Numbers, size: IntArray, pool: Numbers, left_after: IntArray,
    points: IntArray, byes: IntArray, eliminated: IntArray, met: IntArray, pairs: IntArray,
) -> int:  # fmt: skip
    """Play one contest; return how many rounds there were."""
    pairing, floats_down, cascade = rules
    n_models, n_active, top = len(left_after), len(left_after), 0
    rise = most_units(pairing, units, n_models)
    for k in range(len(table)):
        if n_active < 2:
            return k
        matches = np.uint64(table[k] * n_models * n_models)
        lowest, n_pool = fewest_points(size), 0
        for group in range(top, lowest - 1, -1):
            n_pool = gather(listed, size, group, pool, n_pool)
            if n_pool == 0 or (pairing > 0 and group > lowest):
                continue
            if pairing == ROUND_ROBIN:
                state = meet_all(win, rest, matches, units, state, counted, pool, n_pool, points, met)
                pairs[k] += n_pool * (n_pool - 1) // 2
                for place in range(n_pool):
                    move_up(listed, size, points, pool[place], np.int64(0))
                break
            state = meet_in_pairs(win, rest, matches, units, state, counted, pool, n_pool, listed, size, points, met)
            pairs[k] += n_pool // 2
            if n_pool % 2 == 1 and not (floats_down == 1 and group > lowest):
                byes[pool[0]] += 1
                move_up(listed, size, points, pool[0], np.int64(units[2]))
                n_pool = 0
            n_pool %= 2
        top = min(len(size) - 1, top + rise)
        while size[top] == 0:
            top -= 1
        n_leaving = leave[k, n_active]
        if n_leaving > 0:
            n_active, state = eliminate(
                n_leaving, n_active, cascade, k, state, listed, size, left_after, points, eliminated
            )
    return len(table)


@njit(cache=True, nogil=True, error_model="numpy", inline="always")
def meet_in_pairs(
    win: Chances, rest: Chances, matches: np.uint64, units: Units, state: np.uint64, counted: int, pool: Numbers,
    n_pool: int, listed: Numbers, size: IntArray, points: IntArray, met: IntArray,
) -> np.uint64:  # fmt: skip
    """Let the models of a pool meet in random pairs; if one is odd it ends as the first of the pool."""
    n = np.uint64(n_pool)
    if n & _U1:
        state, odd = below(state, n)
        pool[odd], pool[_U0] = pool[_U0], pool[odd]
    lowest = n & _U1
    n_models = np.uint64(len(points))
    while n > lowest:
        one = pool[n - _U1]
        state, bits = drawn(state)
        place = lowest + (((bits >> _U32) * (n - _U1 - lowest)) >> _U32)
        other = pool[place]
        pool[place] = pool[n - _U2]
        n -= _U2
        match = one * n_models + other
        if counted:
            met[match] += 1
        gain, loss = gains(win, rest, matches + match, units, bits)
        move_up(listed, size, points, one, gain)
        move_up(listed, size, points, other, loss)
    return state


@njit(cache=True, nogil=True, error_model="numpy")
def meet_all(
    win: Chances, rest: Chances, matches: np.uint64, units: Units, state: np.uint64, counted: int, pool: Numbers,
    n_pool: int, points: IntArray, met: IntArray,
) -> np.uint64:  # fmt: skip
    """Let all models of a pool meet each other."""
    n_models = np.uint64(len(points))
    for place in range(n_pool):
        for behind in range(place + 1, n_pool):
            one, other = pool[place], pool[behind]
            state, bits = drawn(state)
            match = one * n_models + other
            if counted:
                met[match] += 1
            gain, loss = gains(win, rest, matches + match, units, bits)
            points[one] += gain
            points[other] += loss
    return state


@njit(cache=True, nogil=True, error_model="numpy", inline="always")
def gains(win: Chances, rest: Chances, match: np.uint64, units: Units, bits: np.uint64) -> tuple[np.int64, np.int64]:
    """Return the units that each of two models has of their match."""
    chance = bits & _LOW_31
    won = np.int64(chance < np.uint64(win[match]))
    if len(rest) == 0:
        return units[0] * won, units[0] * (1 - won)
    decided = np.int64(chance < np.uint64(rest[_U2 * match]))
    any_point = np.int64(chance < np.uint64(rest[_U2 * match + _U1]))
    half = units[1] * (any_point - decided)
    return units[0] * won + half, units[0] * (decided - won) + half


@njit(cache=True, nogil=True, error_model="numpy", inline="always")
def gather(listed: Numbers, size: IntArray, group: int, pool: Numbers, n_pool: int) -> int:
    """Put the models of a list behind those in the pool; return how many these are now."""
    base = np.uint64(group * len(pool))
    for place in range(size[group]):
        pool[np.uint64(n_pool + place)] = listed[base + np.uint64(place)]
    n_pool += size[group]
    size[group] = 0
    return n_pool


@njit(cache=True, nogil=True, error_model="numpy", inline="always")
def move_up(listed: Numbers, size: IntArray, points: IntArray, model: np.uint64, gain: np.int64) -> None:
    """Give a model units and put it on the list of all that it has."""
    now = points[model] + gain
    points[model] = now
    listed[np.uint64(now * len(points) + size[now])] = model
    size[now] += 1


@njit(cache=True, nogil=True, error_model="numpy")
def most_units(pairing: int, units: Units, n_models: int) -> int:
    """Return the most units that a model can gain in a round."""
    return units[0] * (n_models - 1) if pairing == ROUND_ROBIN else max(units[0], units[2])


# Shared by both


@njit(cache=True, nogil=True, error_model="numpy")
def start(listed: Numbers, size: IntArray, left_after: IntArray) -> None:
    """Put all models on the list of those without points."""
    left_after[:] = 0
    size[:] = 0
    size[0] = len(left_after)
    for model in range(len(left_after)):
        listed[model] = model


@njit(cache=True, nogil=True, error_model="numpy", inline="always")
def fewest_points(size: IntArray) -> int:
    """Return the number of the lowest list with a model on it."""
    lowest = 0
    while size[lowest] == 0:
        lowest += 1
    return lowest


@njit(cache=True, nogil=True, error_model="numpy")
def eliminate(
    n_leaving: int, n_active: int, cascade: int, k: int, state: np.uint64, listed: Numbers, size: IntArray,
    left_after: IntArray, points: IntArray, eliminated: IntArray,
) -> tuple[int, np.uint64]:  # fmt: skip
    """Remove models with the fewest points at random; return how many are left, and the next random state."""
    n_models = len(left_after)
    while n_active > 0 and n_leaving > 0:
        lowest = fewest_points(size)
        base = np.uint64(lowest * n_models)
        for _ in range(min(n_leaving, size[lowest])):
            state, place = below(state, np.uint64(size[lowest]))
            model = listed[base + place]
            size[lowest] -= 1
            listed[base + place] = listed[base + np.uint64(size[lowest])]
            left_after[model] = k + 1
            points[model] = lowest
            eliminated[k, model] += 1
            n_active -= 1
            n_leaving -= 1
        if cascade == 0:
            break
    return n_active, state


@njit(cache=True, nogil=True, error_model="numpy")
def end(
    listed: Numbers, size: IntArray, left_after: IntArray, n_played: int, points: IntArray, rounds_played: IntArray
) -> None:
    """Read the points off the lists, and count the rounds that each model took part in."""
    n_models = len(left_after)
    for group in range(len(size)):
        for place in range(size[group]):
            points[listed[np.uint64(group * n_models + place)]] = group
    for model in range(n_models):
        rounds_played[model] += left_after[model] if left_after[model] > 0 else n_played


@njit(cache=True, nogil=True, error_model="numpy")
def add_points(points: IntArray, total: IntArray, products: IntArray) -> None:
    """Add the points of one contest under all schedules, shape (E, M)."""
    n_schedules, n_models = points.shape
    for one in range(n_schedules):
        for model in range(n_models):
            total[one, model] += points[one, model]
        for other in range(n_schedules):
            for model in range(n_models):
                products[one, other, model] += points[one, model] * points[other, model]


# Random numbers


@njit(cache=True, nogil=True)
def first_state(seed: int, contest: int) -> np.uint64:
    """Return the random state that a contest starts from."""
    return mixed(mixed(np.uint64(seed)) + np.uint64(contest) * _GOLDEN)


@njit(cache=True, nogil=True, inline="always")
def below(state: np.uint64, number: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Return the next random state, and a random number from 0 to ``number`` - 1."""
    state, bits = drawn(state)
    return state, ((bits >> _U32) * number) >> _U32


@njit(cache=True, nogil=True, inline="always")
def drawn(state: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Return the next random state and 64 random bits: partners are drawn by the higher half, results by the lower."""
    state = state + _GOLDEN
    return state, mixed(state)


@njit(cache=True, nogil=True, inline="always")
def mixed(bits: np.uint64) -> np.uint64:
    """Spread neighbouring numbers over all bits."""
    bits = (bits ^ (bits >> _U30)) * _FIRST
    bits = (bits ^ (bits >> _U27)) * _SECOND
    return bits ^ (bits >> _U31)
