"""Independent draws from a posterior that is known in closed form."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from threadpoolctl import threadpool_limits

from bayesrank.arrays import FloatArray
from bayesrank.inference.progress import tracked
from bayesrank.programs.program import AnyProgram

CHAINS = 4  # independent draws need no chains; ArviZ reads them as it reads any posterior
BLOCK = 500  # draws that one random stream makes, whatever the number of workers
FEWEST_DRAWS, MOST_DRAWS = 1_000, 10_000
AFFORDABLE_VARIATES = 10_000_000  # random numbers that take a tenth of a second


def affordable_draws(program: AnyProgram, statistic: object) -> int:
    """Return how many draws a chain to make when the user does not say: as many as take a few seconds."""
    variates = 1 if program.variates is None else program.variates(statistic)
    return int(np.clip(AFFORDABLE_VARIATES // (CHAINS * variates), FEWEST_DRAWS, MOST_DRAWS))


def draw_exact(program: AnyProgram, statistic: object, *, draws: int, cores: int, random_seed: int) -> FloatArray:
    """Draw scores from the exact posterior, shape (4, draws, L).

    Each block of draws has a random stream of its own, so the number of cores changes no draw.
    """
    sizes = list(_block_sizes(CHAINS * draws))
    streams = np.random.SeedSequence(random_seed).spawn(len(sizes))

    def block(size: int, stream: np.random.SeedSequence) -> FloatArray:
        scores: FloatArray = program.exact(statistic, size, np.random.default_rng(stream))  # type: ignore[misc]
        return scores

    # one BLAS thread each: nested threads only wait for one another, and could sum in another order
    with threadpool_limits(1, user_api="blas"), ThreadPoolExecutor(cores) as pool:
        blocks = list(tracked(pool.map(block, sizes, streams), len(sizes), "drawing"))
    return np.concatenate(blocks).reshape(CHAINS, draws, -1)


def _block_sizes(total: int) -> Iterator[int]:
    for start in range(0, total, BLOCK):
        yield min(BLOCK, total - start)
