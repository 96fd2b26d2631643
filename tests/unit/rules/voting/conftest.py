from dataclasses import replace

import numpy as np
import pytest

from bayesrank.statistics.pair_votes import PairVotes, count_votes
from bayesrank.statistics.profile import Profile


@pytest.fixture
def profiles():
    """Return a stack of profiles, and each of its draws alone: ties, unranked models, resampled and fractional voters.

    Some draws have voters of weight zero only for some models, so that these are compared with none.
    """
    rng = np.random.default_rng(5)
    ranks = rng.integers(1, 5, (40, 6, 7)).astype(float)
    ranks[rng.random(ranks.shape) < 0.2] = np.nan
    weights = np.concatenate([rng.multinomial(6, np.full(6, 1 / 6), 20), rng.dirichlet(np.ones(6), 20) * 6])
    ranks[:5, :, 0] = np.nan
    stack = Profile(tuple("abcdefg"), tuple("uvwxyz"), ranks, weights.astype(float))
    return stack, [replace(stack, ranks=ranks[draw], weights=stack.weights[draw]) for draw in range(40)]


@pytest.fixture
def votes(profiles):
    """Return the votes of the stack of profiles, and of each draw alone."""
    stack = count_votes(profiles[0])
    return stack, [PairVotes(stack.models, stack.wins[draw], stack.ties[draw]) for draw in range(40)]


@pytest.fixture
def interpreted(monkeypatch):
    """Return a function that lets Python, not machine code, run the compiled functions of a module."""

    def interpret(module):
        compiled = {name: part.py_func for name, part in vars(module).items() if hasattr(part, "py_func")}
        for name, function in compiled.items():
            monkeypatch.setattr(module, name, function)

    return interpret
