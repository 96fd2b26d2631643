"""Draws of accuracies from their posterior given counts of right answers."""

from __future__ import annotations

import numpy as np

from bayesrank.options import check_at_least, seed_or_fresh
from bayesrank.statistics.canonical_order import canonical_order
from bayesrank.swiss.rounds.round_counts import RoundCounts
from bayesrank.swiss.win_draws import WinDraws


def win_draws_from_counts(counts: RoundCounts, *, draws: int = 1000, random_seed: int | None = None) -> WinDraws:
    """Draw the accuracy of each model in each round, independently, from Beta(c + 1/2, n - c + 1/2).

    That is the posterior of Jeffreys' prior given c right answers in n trials. All trials count as independent (see
    :func:`~bayesrank.swiss.rounds.from_counts.win_tensor_from_counts`).

    Parameters
    ----------
    counts : RoundCounts
    draws : int
        Number of draws, at least 2.
    random_seed : int, optional

    Returns
    -------
    WinDraws

    Raises
    ------
    DataError
        If there are fewer than two models.
    ValueError
        If there are fewer than two draws.
    """
    check_at_least("draws", draws, 2)
    seed = seed_or_fresh(random_seed)
    cells = np.stack([counts.right, counts.trials], axis=2).astype(np.float64)
    order = np.ix_(*canonical_order(cells, np.arange(len(counts.rounds)), counts.models, counts.rounds))
    right, trials = counts.right[order], counts.trials[order]
    drawn = np.random.default_rng(seed).beta(right + 0.5, trials - right + 0.5, size=(draws, *right.shape))
    scores = np.empty(drawn.shape)
    scores[:, *order] = drawn
    source = "Beta posteriors of accuracies"
    return WinDraws(counts.models, counts.rounds, scores, source=source, random_seed=seed)
