"""Swiss contests in NumPy, many at once, as one would write them down: the clear reference of the compiled loops.

It knows the rules of the paper alone: models of equal points meet, the odd one of a group has a bye, and no more leave
than have the fewest points.
"""

import numpy as np

BATCH = 4096  # contests at once


def simulate(win, draw, leave, *, n_contests, random_seed, bye_points=0.0):
    """Return expected points and their Monte-Carlo standard errors, each of shape (M,).

    ``win`` and ``draw`` are those of a win tensor, ``leave`` that of a schedule.
    """
    rng = np.random.default_rng(random_seed)
    sums, squares = np.zeros((2, win.shape[1]))
    for first in range(0, n_contests, BATCH):
        points = play_batch(win, draw, leave, bye_points, min(BATCH, n_contests - first), rng)
        sums += points.sum(axis=0)
        squares += (points**2).sum(axis=0)
    mean = sums / n_contests
    variance = (squares - n_contests * mean**2) / (n_contests - 1)
    return mean, np.sqrt(np.maximum(variance, 0) / n_contests)


def play_batch(win, draw, leave, bye_points, n_contests, rng):
    """Return the points of so many contests, shape (n_contests, M)."""
    n_rounds, n_models, _ = win.shape
    shape = n_contests, n_models
    points, active = np.zeros(shape), np.ones(shape, dtype=bool)
    for k in range(n_rounds):
        n_active = active.sum(axis=1)
        playing = active & (n_active >= 2)[:, None]
        contest, one, other = random_pairs(points, playing, rng)
        chance = rng.random(len(contest))
        won = chance < win[k, one, other]
        decided = chance < win[k, one, other] + win[k, other, one]
        half = ~decided & (chance < win[k, one, other] + win[k, other, one] + draw[k, one, other])
        paired = np.zeros(shape, dtype=bool)
        paired[contest, one] = paired[contest, other] = True
        points[contest, one] += won + half / 2
        points[contest, other] += (decided & ~won) + half / 2
        points += bye_points * (playing & ~paired)
        if leave[k].any():
            active &= ~leaving(points, playing, leave[k][n_active], rng)
    return points


def random_pairs(points, playing, rng):
    """Return contests and models of random pairs of equal points: neighbours, once sorted by points and at random."""
    order = np.argsort(np.where(playing, points, np.inf) + rng.random(points.shape) / 4, axis=1)
    ordered = np.take_along_axis(points, order, axis=1)
    plays = np.take_along_axis(playing, order, axis=1)
    place = np.arange(points.shape[1])
    same = (ordered[:, 1:] == ordered[:, :-1]) & plays[:, 1:] & plays[:, :-1]
    begins = np.maximum.accumulate(np.where(same, 0, place[1:]), axis=1)
    begin = np.concatenate([np.zeros((len(points), 1), dtype=np.int64), begins], axis=1)
    contest, position = np.nonzero(same & ((place - begin)[:, :-1] % 2 == 0))
    return contest, order[contest, position], order[contest, position + 1]


def leaving(points, playing, number, rng):
    """Say who leaves: so many of those with the fewest points, at random."""
    present = np.where(playing, points, np.inf)
    lowest = playing & (present == present.min(axis=1, keepdims=True))
    drawn = np.where(lowest, rng.random(points.shape), 2.0)
    return lowest & (np.argsort(np.argsort(drawn, axis=1), axis=1) < number[:, None])
