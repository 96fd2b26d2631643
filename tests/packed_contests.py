"""Swiss contests in NumPy, many at once: as fast as a program without compiled loops gets, for benchmarks.

A model's state in a contest is one whole number: whether it has left, its points in units, random bits, and its own
number, from the highest bits to the lowest. Sorting puts models of equal points next to each other, in random order.
Those that leave after a round are the first of the lowest group once it has been sorted again for the next round: a
random order without its first few is a random order. Groups are then paired by neighbours.

Takes at most 64 models, and knows the rules of the paper alone: models of equal points meet, the odd one of a group has
a bye, and no more leave than have the fewest points. Random bits can be the same, and then the lower number comes
first; there are at least 20 of them, so that happens in one of 2,000 rounds of 29 models at most.
"""

from dataclasses import dataclass

import numpy as np

BATCH = 4096  # contests at once: their numbers stay in the cache
LEAST_BITS = 20
EVEN_PLACES = np.uint64(0x5555555555555555)


@dataclass(frozen=True)
class Layout:
    """Bits of a state, and units of points."""

    dtype: type
    model: int
    random: int
    points: int
    unit: int

    @property
    def shift(self):
        return self.model + self.random

    @property
    def left(self):
        return self.dtype(1 << (self.shift + self.points))


def layout_of(n_models, n_rounds, unit):
    model, points = (n_models - 1).bit_length(), (n_rounds * unit).bit_length()
    width = 32 if 32 - 1 - model - points >= LEAST_BITS else 64
    return Layout({32: np.uint32, 64: np.uint64}[width], model, min(width - 1 - model - points, 32), points, unit)


def simulate(win, draw, leave, *, n_contests, random_seed, bye_points=0.0):
    """Return expected points and their Monte-Carlo standard errors, each of shape (M,).

    ``win`` and ``draw`` are those of a win tensor, ``leave`` that of a schedule.
    """
    n_rounds, n_models, _ = win.shape
    unit = 2 if draw.any() or bye_points == 0.5 else 1
    layout = layout_of(n_models, n_rounds, unit)
    results = [results_of(win[k], draw[k], unit) for k in range(n_rounds)]
    rng = np.random.Generator(np.random.SFC64(random_seed))
    sums, squares = np.zeros((2, n_models))
    for first in range(0, n_contests, BATCH):
        shape = min(BATCH, n_contests - first), n_models
        states = np.tile(np.arange(n_models, dtype=layout.dtype), (shape[0], 1))
        for k in range(n_rounds):
            sort_again(states, layout, rng)
            if k > 0:
                eliminate(states, layout, leave[k - 1])
            play_round(states, layout, results[k], round(bye_points * unit), rng)
        model = (states & layout.dtype((1 << layout.model) - 1)).ravel()
        points = points_of(states & ~layout.left, layout).ravel().astype(np.float64)
        sums += np.bincount(model, points, n_models)
        squares += np.bincount(model, points**2, n_models)
    mean = sums / n_contests
    variance = (squares - n_contests * mean**2) / (n_contests - 1)
    return mean / unit, np.sqrt(np.maximum(variance, 0) / n_contests) / unit


def results_of(win, draw, unit):
    """Return units of the first model of a pair if all is certain, else cumulative chances in units of 2^-31.

    Chances are that the first wins, and, unless somebody always does, that somebody does and that there is any point.
    """
    others = ~np.eye(len(win), dtype=bool)
    one_winner = np.all(np.abs(win + win.T - 1)[others] < 1e-9)
    if one_winner and np.isin(win[others], (0, 1)).all():
        return np.where(others, win * unit, 0).astype(np.uint8).ravel()
    cumulative = np.stack([win] if one_winner else [win, win + win.T, win + win.T + draw])
    return np.rint(np.clip(cumulative, 0, 1) * 2.0**31).astype(np.uint32).reshape(len(cumulative), -1)


def random_words(rng, shape):
    """Return random numbers of 32 bits; two at a time are faster."""
    size = shape[0] * shape[1]
    return rng.integers(0, 2**64, (size + 1) // 2, np.uint64).view(np.uint32)[:size].reshape(shape)


def sort_again(states, layout, rng):
    """Draw new random bits and sort each contest."""
    bits = random_words(rng, states.shape) >> np.uint32(32 - layout.random)
    kept = layout.dtype(~(((1 << layout.random) - 1) << layout.model) & int(np.iinfo(layout.dtype).max))
    states &= kept
    states |= bits.astype(layout.dtype, copy=False) << layout.dtype(layout.model)
    states.sort(axis=1)


def points_of(states, layout):
    """Return units of points; those of models that have left are above all others."""
    return (states >> layout.dtype(layout.shift)).astype(np.uint8 if layout.points < 8 else np.uint32)


def eliminate(states, layout, numbers):
    """Let the first models of the lowest group leave."""
    if not numbers.any():
        return
    most = int(numbers.max())
    lowest = points_of(states[:, :most], layout)
    n_active = (states < layout.left).sum(axis=1)
    leaving = (lowest == lowest[:, :1]) & (np.arange(lowest.shape[1]) < numbers[n_active][:, None])
    leaving &= (n_active >= 2)[:, None]
    states[:, :most] |= leaving * layout.left


def play_round(states, layout, results, bye, rng):
    """Let neighbours of equal points meet, and add what they gain."""
    points = points_of(states, layout)
    meet = first_of_pairs(points[:, :-1] == points[:, 1:])
    model = states & layout.dtype((1 << layout.model) - 1)
    pair = model[:, :-1] * layout.dtype(states.shape[1]) + model[:, 1:]
    first, second = units_of(results, pair, layout.unit, rng)
    gains = np.zeros(states.shape, dtype=np.uint8)
    np.multiply(first, meet, out=gains[:, :-1])
    gains[:, 1:] += second * meet
    playing = states < layout.left
    if bye:
        alone = playing & (playing.sum(axis=1) >= 2)[:, None]
        alone[:, :-1] &= meet == 0
        alone[:, 1:] &= meet == 0
        gains += alone * np.uint8(bye)
    gains *= playing
    states += gains.astype(layout.dtype) << layout.dtype(layout.shift)


def first_of_pairs(same):
    """Return 1 for each model that is at an even place of its group and not its last, given who is equal to the next.

    In each contest the bits of ``same`` are runs of ones, one shorter than the groups. Adding one at the start of a run
    clears it, so runs that start at even places can be told from others; every second bit of a run is wanted.
    """
    packed = np.zeros((len(same), 8), dtype=np.uint8)
    n_bytes = (same.shape[1] + 7) // 8
    packed[:, :n_bytes] = np.packbits(same, axis=1, bitorder="little")
    runs = packed.view("<u8")[:, 0]
    starts = runs & ~(runs << np.uint64(1))
    even = runs & ~(runs + (starts & EVEN_PLACES))
    first = (even & EVEN_PLACES) | (runs & ~even & ~EVEN_PLACES)
    as_bytes = first[:, None].view(np.uint8)[:, :n_bytes]
    return np.unpackbits(as_bytes, axis=1, count=same.shape[1], bitorder="little")


def units_of(results, pair, unit, rng):
    """Return units of the first and of the second model of each pair."""
    if results.ndim == 1:
        gains = results[pair]
        return gains, unit - gains
    chance = random_words(rng, pair.shape) >> np.uint32(1)
    won = results[0][pair] > chance
    if len(results) == 1:
        gains = won.view(np.uint8) * np.uint8(unit)
        return gains, unit - gains
    decided, paid = results[1][pair] > chance, results[2][pair] > chance
    half = (paid & ~decided).view(np.uint8) * np.uint8(unit // 2)
    return half + won * np.uint8(unit), half + (decided & ~won) * np.uint8(unit)
