"""Votes between each two models: all that a rule of pairwise majorities reads."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bayesrank.statistics.pair_counts import PairCounts
from bayesrank.statistics.profile import Profile


@dataclass(frozen=True, eq=False)
class PairVotes(PairCounts):
    """How many voters prefer each model to each other.

    ``wins[i, j]`` is the weight of the voters that rank i before j, ``ties[i, j]`` of those that rank both alike.
    A voter that does not rank both says nothing of the two. In battles each battle is a vote.
    """


def count_votes(profile: Profile) -> PairVotes:
    """Count the voters for each model against each other."""
    shape = (*profile.weights.shape[:-1], len(profile.models), len(profile.models))
    wins, ties = np.zeros(shape), np.zeros(shape)
    for voter in range(len(profile.voters)):  # a stack has many draws: all at once would not fit
        ranks = profile.ranks[..., voter, :]
        weight = profile.weights[..., voter, None, None]
        wins += weight * (ranks[..., :, None] < ranks[..., None, :])
        ties += weight * (ranks[..., :, None] == ranks[..., None, :])
    return PairVotes(profile.models, wins, ties * (1 - np.eye(len(profile.models))))


def battles_as_votes(counts: PairCounts) -> PairVotes:
    """Take every battle as one vote."""
    return PairVotes(counts.models, counts.wins, counts.ties)
