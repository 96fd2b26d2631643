"""Random draws in blocks, each with a stream of its own, so that the number of threads changes no draw."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from threadpoolctl import threadpool_limits

from bayesrank.arrays import FloatArray
from bayesrank.inference.progress import tracked

BLOCK = 500  # draws that one random stream makes at most


def draw_blocks(
    draw: Callable[[int, np.random.Generator], FloatArray],
    total: int,
    *,
    block: int = BLOCK,
    cores: int | None = None,
    random_seed: int,
) -> FloatArray:
    """Return ``total`` draws, shape (total, ...), of a function that gives arrays; see :func:`blocks_of_draws`."""
    return np.concatenate(blocks_of_draws(draw, total, block=block, cores=cores, random_seed=random_seed))


def blocks_of_draws[Block](
    draw: Callable[[int, np.random.Generator], Block],
    total: int,
    *,
    block: int = BLOCK,
    cores: int | None = None,
    random_seed: int,
) -> list[Block]:
    """Return ``total`` draws, block by block.

    Parameters
    ----------
    draw : callable
        (number of draws, random generator) to those draws.
    block : int
        Draws a block; it decides the draws, together with the seed.
    cores : int, optional
        Threads; all by default. They change no draw.
    """
    sizes = list(_block_sizes(total, block))
    streams = np.random.SeedSequence(random_seed).spawn(len(sizes))

    def one(size: int, stream: np.random.SeedSequence) -> Block:
        return draw(size, np.random.default_rng(stream))

    workers = len(os.sched_getaffinity(0)) if cores is None else cores
    # one BLAS thread each: nested threads only wait for one another, and could sum in another order
    with threadpool_limits(1, user_api="blas"), ThreadPoolExecutor(workers) as pool:
        return list(tracked(pool.map(one, sizes, streams), len(sizes), "drawing"))


def _block_sizes(total: int, block: int) -> Iterator[int]:
    for start in range(0, total, block):
        yield min(block, total - start)
