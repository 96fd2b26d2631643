"""Independent draws from a posterior that is known in closed form."""

from collections.abc import Callable

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.inference.blocks import blocks_of_draws
from bayesrank.programs.program import AnyProgram, Draws

CHAINS = 4  # independent draws need no chains; ArviZ reads them as it reads any posterior
FEWEST_DRAWS, MOST_DRAWS = 1_000, 10_000
AFFORDABLE_VARIATES = 10_000_000  # random numbers that take a tenth of a second


def affordable_draws(program: AnyProgram, statistic: object) -> int:
    """Return how many draws a chain to make when the user does not say: as many as take a few seconds."""
    variates = 1 if program.variates is None else program.variates(statistic)
    return int(np.clip(AFFORDABLE_VARIATES // (CHAINS * variates), FEWEST_DRAWS, MOST_DRAWS))


def draw_exact(program: AnyProgram, statistic: object, *, draws: int, cores: int, random_seed: int) -> Draws:
    """Draw ``score``, and what else the program draws, from the exact posterior.

    Returns
    -------
    mapping of str to array
        Variables by name, each with a leading axis of 4 x ``draws`` draws.
    """
    exact: Callable[..., FloatArray | Draws] = program.exact  # type: ignore[assignment]

    def block(size: int, rng: np.random.Generator) -> Draws:
        drawn = exact(statistic, size, rng)
        return {"score": drawn} if isinstance(drawn, np.ndarray) else drawn

    blocks = blocks_of_draws(block, CHAINS * draws, cores=cores, random_seed=random_seed)
    return {name: np.concatenate([drawn[name] for drawn in blocks]) for name in blocks[0]}
