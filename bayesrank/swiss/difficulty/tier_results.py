"""Who beats whom in tiers of questions that may differ from pair to pair of models."""

from __future__ import annotations

from typing import Literal

import numpy as np

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.swiss.difficulty.difficulty_tiers import TierArray
from bayesrank.swiss.rounds.cluster_sums import cluster_sums
from bayesrank.swiss.win_tensor import WinTensor

type TierTies = Literal["half", "random", "both_lose", "bootstrap"]

MOST_WEIGHTS = 4_000_000  # that are held at a time


def pairs_of(n_models: int) -> tuple[IntArray, IntArray]:
    """Return the first and the second model of each of P pairs."""
    first, second = np.triu_indices(n_models, 1)
    return first.astype(np.int64), second.astype(np.int64)


def leads_in_rounds(share: IntArray, tier: TierArray, n_rounds: int) -> IntArray:
    """Return by how much the first model of each pair leads in each round, shape (P, K).

    Parameters
    ----------
    share : array of int, shape (M, Q)
    tier : array of int, shape (P, Q)
        Round of each question for each of the P pairs of M models, -1 for none.
    n_rounds : int
        K.
    """
    first, second = pairs_of(len(share))
    leads = np.zeros((len(first), n_rounds), dtype=np.int64)
    for p, (i, j) in enumerate(zip(first, second, strict=True)):
        lead = share[i] - share[j]
        for k in range(n_rounds):
            leads[p, k] = lead[tier[p] == k].sum()
    return leads


def bootstrap_in_rounds(
    share: IntArray, tier: TierArray, n_rounds: int, cluster: IntArray, draws: int, rng: np.random.Generator
) -> tuple[FloatArray, FloatArray]:
    """Return how probably the first model of each pair is better in each round, and how probably worse, both (P, K).

    By the Bayesian bootstrap over questions: weights are from Dirichlet(1, ..., 1), alike for all models, and questions
    of one cluster share theirs.

    Parameters
    ----------
    share, tier, n_rounds
        See :func:`leads_in_rounds`.
    cluster : array of int, shape (Q,)
    draws : int
    """
    first, second = pairs_of(len(share))
    better, worse = (np.zeros((len(first), n_rounds), dtype=np.int64) for _ in range(2))
    n_clusters = int(cluster.max()) + 1
    block = max(1, MOST_WEIGHTS // n_clusters)
    for start in range(0, draws, block):
        weights = np.ascontiguousarray(rng.standard_exponential((min(block, draws - start), n_clusters)).T)
        for p, (i, j) in enumerate(zip(first, second, strict=True)):
            lead = share[i] - share[j]
            for k in range(n_rounds):
                apart = np.flatnonzero((tier[p] == k) & (lead != 0))
                by_cluster = cluster_sums(lead[None, apart], cluster[apart], n_clusters)[0]
                heavy = np.flatnonzero(by_cluster)
                total = by_cluster[heavy] @ weights[heavy]
                better[p, k] += np.count_nonzero(total > 0)
                worse[p, k] += np.count_nonzero(total < 0)
    return better / draws, worse / draws


def tensor_of_leads(
    models: tuple[str, ...], rounds: tuple[str, ...], leads: IntArray, ties: Literal["half", "random", "both_lose"]
) -> WinTensor:
    """Let the leading model of each pair win, equal ones as ``ties`` says.

    Parameters
    ----------
    leads : array of int, shape (P, K)
    """
    tied = leads == 0
    even = {"half": 0.0, "random": 0.5, "both_lose": 0.0}[ties]
    better, worse = (np.where(tied, even, ahead) for ahead in (leads > 0, leads < 0))
    draw = tied * (1.0 if ties == "half" else 0.0)
    return _tensor(models, rounds, (better, worse, draw), tied.sum(axis=0), f"tiers of difficulty with ties {ties!r}")


def tensor_of_probabilities(
    models: tuple[str, ...], rounds: tuple[str, ...], better: FloatArray, worse: FloatArray
) -> WinTensor:
    """Let models win with these probabilities, and draw with what is left, all of shape (P, K)."""
    draw = np.clip(1 - better - worse, 0.0, 1.0)
    draw[draw < 1e-12] = 0.0  # shares of draws that sum to one but for rounding
    none = np.zeros(len(rounds), dtype=np.int64)
    return _tensor(models, rounds, (better, worse, draw), none, "the Bayesian bootstrap in tiers of difficulty")


def _tensor(
    models: tuple[str, ...],
    rounds: tuple[str, ...],
    results: tuple[FloatArray, FloatArray, FloatArray],
    n_ties: IntArray,
    source: str,
) -> WinTensor:
    first, second = pairs_of(len(models))
    win, draw = (np.zeros((len(rounds), len(models), len(models))) for _ in range(2))
    win[:, first, second], win[:, second, first] = results[0].T, results[1].T
    draw[:, first, second] = draw[:, second, first] = results[2].T
    return WinTensor(models, rounds, win, draw, n_ties, source)
