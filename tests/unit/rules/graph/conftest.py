import numpy as np
import pytest

from bayesrank.statistics.pair_counts import PairCounts


@pytest.fixture
def battles():
    """Return a stack of counts of seven models, and each draw alone: ties, unmet pairs, fractions, a model of no pair.

    In the first half everybody beat everybody; in the rest a third of the pairs never met, and in the last five one
    model met nobody.
    """
    rng = np.random.default_rng(11)
    models = tuple("abcdefg")
    wins = 1 + rng.poisson(4, (40, 7, 7)) + rng.random((40, 1, 1)) * (np.arange(40) % 2)[:, None, None]
    ties = rng.poisson(2, (40, 7, 7)).astype(float)
    unmet = rng.random((40, 7, 7)) < 0.33
    unmet[:20] = False
    unmet[35:, 3] = True
    unmet |= unmet.swapaxes(1, 2) | np.eye(7, dtype=bool)
    wins, ties = np.where(unmet, 0, wins), np.where(unmet, 0, ties + ties.swapaxes(1, 2))
    return PairCounts(models, wins, ties), [PairCounts(models, *draw) for draw in zip(wins, ties, strict=True)]
