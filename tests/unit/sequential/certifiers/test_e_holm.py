"""e-Holm: closed testing of all pairs by means."""

from itertools import combinations

import numpy as np
import pytest

from bayesrank.sequential.certifiers.e_holm import EHolm
from tests.wealth_paths import (
    assert_the_same_after_a_stop,
    erratic_looks,
    logarithm,
    simulated_looks,
)


@pytest.mark.parametrize("seed", range(6))
def test_it_is_closed_testing(seed):
    """A pair is certified when every set of pairs that contains it has a mean of 1 / alpha, here over all 2^5 sets."""
    look = erratic_looks(3, 2, seed=seed)[1]
    wealth = np.exp(look + 1)
    others = [(high, low) for high in range(3) for low in range(3) if high != low]
    closed = np.zeros((3, 3), dtype=bool)
    for pair in others:
        rest = [wealth[other] for other in others if other != pair]
        sets = [chosen for size in range(6) for chosen in combinations(rest, size)]
        closed[pair] = all(np.mean([wealth[pair], *chosen]) >= 1 / 0.1 for chosen in sets)
    closed |= closed @ closed  # three models: chains have two links
    certifier = EHolm(3, 0.1)
    certified = certifier.update(look + 1)
    assert certified.tolist() == closed.tolist() or certifier.failed


@pytest.mark.parametrize(("wealth", "certified"), [(60.0, 0), (60 * (1 + 1e-8), 1)])
def test_rounding_at_the_boundary_certifies_nothing(wealth, certified):
    # c = 1 / 0.1 = 10; five pairs without wealth lack 50: 10 + 50 = 60 is needed
    assert EHolm(3, 0.1).update(logarithm([[0, wealth, 0], [0, 0, 0], [0, 0, 0]])).sum() == certified


def test_the_state_is_all_there_is():
    assert_the_same_after_a_stop(lambda: EHolm(5, 0.05), simulated_looks(5, 8))
