"""Independent draws from a posterior that is known in closed form."""

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.inference.blocks import draw_blocks
from bayesrank.programs.program import AnyProgram

CHAINS = 4  # independent draws need no chains; ArviZ reads them as it reads any posterior
FEWEST_DRAWS, MOST_DRAWS = 1_000, 10_000
AFFORDABLE_VARIATES = 10_000_000  # random numbers that take a tenth of a second


def affordable_draws(program: AnyProgram, statistic: object) -> int:
    """Return how many draws a chain to make when the user does not say: as many as take a few seconds."""
    variates = 1 if program.variates is None else program.variates(statistic)
    return int(np.clip(AFFORDABLE_VARIATES // (CHAINS * variates), FEWEST_DRAWS, MOST_DRAWS))


def draw_exact(program: AnyProgram, statistic: object, *, draws: int, cores: int, random_seed: int) -> FloatArray:
    """Draw scores from the exact posterior, shape (4, draws, L)."""

    def block(size: int, rng: np.random.Generator) -> FloatArray:
        scores: FloatArray = program.exact(statistic, size, rng)  # type: ignore[misc]
        return scores

    return draw_blocks(block, CHAINS * draws, cores=cores, random_seed=random_seed).reshape(CHAINS, draws, -1)
