"""The compiled log density of orders with ties under Plackett-Luce, and its derivatives.

Think of a race in which model i arrives after an exponential time of rate ``x_i = exp(ability_i)``. With ``Lambda`` the
sum of the worths of all models behind a block, the chance that the block arrives before them is, for a block of one,
``x_i / (x_i + Lambda)``, and for a block of ties, in whichever order, the integral over v from 0 to infinity of
``Lambda exp(-Lambda v) prod_i (1 - exp(-x_i v))``: the sum over all orders inside the block (fog2008).

The logarithm of the integrand of ``s = log v`` is concave with a curvature of at most 1 + the size of the block, and
analytic. So the trapezoid rule converges exponentially in its step (trefethen2014): here to an error below 1e-8 in the
log density, whatever the worths. All blocks share one grid of s, on which ``log(1 - exp(-x_i v))`` is worked out once
a model; each block adds up the nodes about its peak.

All in one file, for a loop keeps compiled copies of what it calls, and is compiled anew only when its file changes.
"""

from __future__ import annotations

from math import exp, expm1, inf, isfinite, log, sqrt
from typing import NamedTuple

import numpy as np
from numba import njit

from bayesrank.arrays import FloatArray, IntArray

NOBODY = -1  # in place of a model, where an order is shorter than the longest
FARTHEST = 300.0  # logits behind the best model; worths below that are taken as that, so that none is zero
CUT = 22.0  # terms of the integral below exp(-22) of the greatest are left out
WIDEST_STEP = 0.3  # of log v
STEP_IN_WIDTHS = 0.8  # the same for large blocks, whose peak is 1 / sqrt(1 + size) wide


class Grid(NamedTuple):
    """Nodes of v, equally spaced in its logarithm.

    ``factor`` is ``log(1 - exp(-u))`` and ``share`` its derivative by the ability, ``u / (exp(u) - 1)``, with
    ``u = x_i v``; both of shape (L, n_nodes).
    """

    step: float
    log_time: FloatArray
    time: FloatArray
    factor: FloatArray
    share: FloatArray


class Said(NamedTuple):
    """What an order says, entry by entry of those in it, best first; scratch that the next order overwrites.

    Its log density has the derivative ``own + x * rate`` by the ability of an entry of worth x. Curvatures take
    ``square`` as derivatives take ``rate``, and ``across`` between ties and those behind them; ``terms`` are the
    probabilities of the nodes of one integral.
    """

    own: FloatArray
    rate: FloatArray
    square: FloatArray
    across: FloatArray
    terms: FloatArray


class Tie(NamedTuple):
    """The integral of the block ``start : end``, over nodes ``low : high``; time is that of the first model behind."""

    start: int
    end: int
    low: int
    high: int
    log_density: float
    mean_time: float
    variance: float


@njit(cache=True, nogil=True)
def order_log_density(
    ability: FloatArray, member: IntArray, place: FloatArray, weight: FloatArray, curvature: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the log density of each order and its derivative by the ability of each of its models.

    Parameters
    ----------
    ability : array of float, shape (L,)
    member : array of int, shape (n_orders, width)
        Models of each order, ``NOBODY`` after the last.
    place : array of float, shape (n_orders, width)
        Place of each, smallest first; equal places are ties.
    weight : array of float, shape (n_orders,)
        What the curvature of each order counts for; of any shape where none is asked for.
    curvature : array of float, shape (L, L) or (0, 0)
        Minus the second derivatives of the log densities are added to it, unless it is of no model.

    Returns
    -------
    tuple of two arrays of float, shapes (n_orders,) and (n_orders, width)
        The derivative is zero where nobody is.
    """
    n_orders, width = member.shape
    density, slope = np.zeros(n_orders), np.zeros((n_orders, width))
    worth, total = np.empty(len(ability)), 0.0
    best = ability.max()
    for model in range(len(ability)):
        worth[model] = exp(max(ability[model] - best, -FARTHEST))
        total += worth[model]
    if not isfinite(total):
        density[:] = np.nan
        return density, slope
    turn, length, largest = best_first(member, place)
    grid = nodes(worth, total, largest)
    said = Said(np.empty(width), np.empty(width), np.empty(width), np.empty(width), np.empty(len(grid.time)))
    player, seen_at = np.empty(width, dtype=np.int64), np.empty(width)
    for order in range(n_orders):
        size = length[order]
        for entry in range(size):
            player[entry], seen_at[entry] = member[order, turn[order, entry]], place[order, turn[order, entry]]
        counted = weight[order] if len(curvature) else 0.0
        density[order] = one_order(player[:size], seen_at[:size], worth, grid, said, counted, curvature)
        for entry in range(size):
            slope[order, turn[order, entry]] = said.own[entry] + worth[player[entry]] * said.rate[entry]
    return density, slope


@njit(cache=True, nogil=True)
def one_order(
    player: IntArray,
    seen_at: FloatArray,
    worth: FloatArray,
    grid: Grid,
    said: Said,
    weight: float,
    curvature: FloatArray,
) -> float:
    """Go through an order from its end, and return its log density."""
    density, behind, end = 0.0, 0.0, len(player)
    for entry in range(end):
        said.own[entry] = said.rate[entry] = said.square[entry] = said.across[entry] = 0.0
    while end > 0:
        start = end - 1
        ahead = worth[player[start]]
        while start > 0 and seen_at[start - 1] == seen_at[end - 1]:
            start -= 1
            ahead += worth[player[start]]
        if end - start == 1:
            density += log(ahead / (ahead + behind))
            said.own[start], said.rate[start] = 1.0, -1 / (ahead + behind)
            said.square[start] = -(said.rate[start] ** 2)
        elif end < len(player):  # whoever ties for the last places can do nothing else
            tie = integral(player, start, end, behind, grid, said)
            density += tie.log_density
            said.rate[start], said.square[start] = (1 - tie.mean_time) / behind, (1 - tie.variance) / behind**2
            if len(curvature):
                curve_tie(player, tie, worth, grid, said, weight, curvature)
        behind += ahead
        end = start
    pass_on(seen_at, said.rate, said.square)
    if len(curvature):
        curve_order(player, seen_at, worth, said, weight, curvature)
    return density


@njit(cache=True, nogil=True)
def best_first(member: IntArray, place: FloatArray) -> tuple[IntArray, IntArray, int]:
    """Return the entries of each order by their places, how many there are, and the largest block but last ones."""
    n_orders, width = member.shape
    turn, length, largest = np.empty((n_orders, width), dtype=np.int64), np.zeros(n_orders, dtype=np.int64), 0
    for order in range(n_orders):
        for entry in range(width):  # by insertion: data come in order, only what is simulated does not
            if member[order, entry] == NOBODY:
                break
            position = entry
            while position > 0 and place[order, turn[order, position - 1]] > place[order, entry]:
                turn[order, position] = turn[order, position - 1]
                position -= 1
            turn[order, position] = entry
            length[order] += 1
        size = 1
        for entry in range(1, length[order]):
            if place[order, turn[order, entry]] > place[order, turn[order, entry - 1]]:
                largest, size = max(largest, size), 0
            size += 1
    return turn, length, largest


@njit(cache=True, nogil=True)
def nodes(worth: FloatArray, total: float, largest: int) -> Grid:
    """Return the grid that holds all terms of all blocks up to a size; an empty one where no blocks are ties."""
    step = min(WIDEST_STEP, STEP_IN_WIDTHS / sqrt(1.0 + largest))
    first = -log(total) - CUT - 2
    last = log_farthest(largest) - log(worth.min())
    n_nodes = 3 + int((last - first) / step) if largest > 1 else 0
    log_time, time = np.empty(n_nodes), np.empty(n_nodes)
    for node in range(n_nodes):
        log_time[node] = first + step * node
        time[node] = exp(log_time[node])
    factor, share = np.empty((len(worth), n_nodes)), np.empty((len(worth), n_nodes))
    for model in range(len(worth)):
        for node in range(n_nodes):
            u = worth[model] * time[node]
            arrived = -expm1(-u)
            factor[model, node] = log(arrived)
            share[model, node] = u * exp(-u) / arrived
    return Grid(step, log_time, time, factor, share)


@njit(cache=True, nogil=True)
def log_farthest(size: int) -> float:
    """Return the logarithm of a time ``Lambda v`` beyond which there is nothing: that of a gamma variate's tail."""
    shape = 1.0 + size
    return log(shape + CUT + sqrt(2 * CUT * shape))


@njit(cache=True, nogil=True)
def left_end(block: IntArray, behind: float, grid: Grid, middle: int) -> int:
    """Return a node left of the peak where there is nothing yet, by bisection: there the terms only grow."""
    least = log_term(block, behind, grid, middle) - CUT
    low, high = 0, middle
    while high - low > 3:
        between = (low + high) // 2
        if log_term(block, behind, grid, between) < least:
            low = between
        else:
            high = between
    return low


@njit(cache=True, nogil=True)
def log_term(block: IntArray, behind: float, grid: Grid, node: int) -> float:
    """Return the logarithm of the integrand of log v at a node, but for a constant."""
    total: float = grid.log_time[node] - behind * grid.time[node]
    for model in block:
        total += grid.factor[model, node]
    return total


@njit(cache=True, nogil=True, fastmath={"reassoc", "contract"})
def integral(player: IntArray, start: int, end: int, behind: float, grid: Grid, said: Said) -> Tie:
    """Integrate over a block; leave the probabilities of the nodes and what they say of the block in ``said``."""
    block = player[start:end]
    middle = int((-log(behind) - grid.log_time[0]) / grid.step)  # where Lambda v is 1; the peak is not before that
    low = left_end(block, behind, grid, middle)
    high = min(len(grid.time), middle + 2 + int(log_farthest(len(block)) / grid.step))
    log_time, time, terms = grid.log_time[low:high], grid.time[low:high], said.terms[: high - low]
    for node in range(len(terms)):
        terms[node] = log_time[node] - behind * time[node]
    for model in block:
        factor = grid.factor[model, low:high]
        for node in range(len(terms)):
            terms[node] += factor[node]
    peak = -inf
    for node in range(len(terms)):
        peak = max(peak, terms[node])
    total, mean, second = 0.0, 0.0, 0.0
    for node in range(len(terms)):
        terms[node] = exp(terms[node] - peak)
    for node in range(len(terms)):
        lasting = behind * time[node]
        total += terms[node]
        mean += terms[node] * lasting
        second += terms[node] * lasting**2
    mean, second = mean / total, second / total
    for entry in range(start, end):
        share = grid.share[player[entry], low:high]
        own = 0.0
        for node in range(len(terms)):
            own += terms[node] * share[node]
        said.own[entry] = own / total
    for node in range(len(terms)):
        terms[node] /= total
    return Tie(start, end, low, high, peak + log(behind * total * grid.step), mean, second - mean**2)


@njit(cache=True, nogil=True)
def pass_on(seen_at: FloatArray, rate: FloatArray, square: FloatArray) -> None:
    """Sum what blocks say of others over those ahead of each entry; a block of one says it of itself too."""
    rates, squares, start = 0.0, 0.0, 0
    while start < len(seen_at):
        end = start + 1
        while end < len(seen_at) and seen_at[end] == seen_at[start]:
            end += 1
        next_rates, next_squares = rates + rate[start], squares + square[start]
        if end - start == 1:
            rates, squares = next_rates, next_squares
        rate[start:end], square[start:end] = rates, squares
        rates, squares, start = next_rates, next_squares, end


@njit(cache=True, nogil=True, fastmath={"reassoc", "contract"})
def curve_tie(
    player: IntArray, tie: Tie, worth: FloatArray, grid: Grid, said: Said, weight: float, curvature: FloatArray
) -> None:
    """Add what a block of ties adds to the curvature of its own models; leave that with those behind in ``across``."""
    time, terms = grid.time[tie.low : tie.high], said.terms[: tie.high - tie.low]
    beyond = np.empty(len(terms))
    for i in range(tie.start, tie.end):
        a = player[i]
        share = grid.share[a, tie.low : tie.high]
        across, alone = 0.0, 0.0
        for node in range(len(terms)):
            beyond[node] = terms[node] * (share[node] - said.own[i])
            across += beyond[node] * time[node]
            alone += terms[node] * share[node] * (1 - worth[a] * time[node] - share[node])
        said.across[i] = across
        curvature[a, a] -= weight * alone
        for j in range(tie.start, tie.end):
            other = grid.share[player[j], tie.low : tie.high]
            together = 0.0
            for node in range(len(terms)):
                together += beyond[node] * other[node]
            curvature[a, player[j]] -= weight * together


@njit(cache=True, nogil=True)
def curve_order(
    player: IntArray, seen_at: FloatArray, worth: FloatArray, said: Said, weight: float, curvature: FloatArray
) -> None:
    """Add what an order adds to the curvature through the worths of those behind each block."""
    for i in range(len(player)):
        a = player[i]
        curvature[a, a] += weight * worth[a] * (worth[a] * said.square[i] - said.rate[i])
        for j in range(i + 1, len(player)):
            b = player[j]
            across = said.across[i] if seen_at[j] > seen_at[i] else 0.0
            both = weight * worth[b] * (worth[a] * said.square[i] + across)
            curvature[a, b] += both
            curvature[b, a] += both
