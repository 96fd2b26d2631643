"""Which models a statistic compares with one another, directly or through others."""

from __future__ import annotations

import numpy as np

from bayesrank.arrays import BoolArray
from bayesrank.statistics.games import Games
from bayesrank.statistics.pair_counts import PairCounts
from bayesrank.statistics.pair_votes import count_votes
from bayesrank.statistics.profile import Profile


def compared_pairs(statistic: object) -> PairCounts | None:
    """Return how often each two models were compared, or None where the statistic compares no models.

    In games only who played is counted, not how often a game counts, and not what came out.
    """
    if isinstance(statistic, Profile):
        return count_votes(statistic)
    if isinstance(statistic, Games):
        return _played(statistic)
    return statistic if isinstance(statistic, PairCounts) else None


def in_one_piece(counts: PairCounts) -> BoolArray:
    """Say whether comparisons connect all models, of each member of a stack, shape (...)."""
    n_models = len(counts.models)
    reached = (counts.n_battles > 0) | np.eye(n_models, dtype=bool)
    steps = 1
    while steps < n_models - 1 and not reached.all():
        reached = reached.astype(np.float32) @ reached > 0  # paths of twice the length
        steps *= 2
    return np.asarray(reached.all(axis=(-2, -1)))


def _played(games: Games) -> PairCounts:
    n_models = len(games.models)
    game = np.repeat(np.arange(len(games.start) - 1), np.diff(games.start))
    present = np.zeros((len(games.start) - 1, n_models), dtype=np.float32)
    present[game, games.player] = 1
    together = (present.T @ present).astype(np.float64) * (1 - np.eye(n_models))
    return PairCounts(games.models, np.zeros_like(together), together)
