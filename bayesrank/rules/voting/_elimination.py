"""Rounds of Borda counts among the models that are left, and how many of them each model stays in."""

from typing import Literal

import numpy as np
from numba import njit

from bayesrank.arrays import BoolArray, FloatArray, IntArray
from bayesrank.options import check_choice
from bayesrank.statistics.profile import Profile

type RankTies = Literal["average", "min", "max", "dense"]
type Line = Literal["mean", "minimum"]

PLACE_IN_GROUP = {"average": 0.5, "min": 0.0, "max": 1.0}  # of models that a voter ranks alike: first 0, last 1
DENSE = -1.0
NOTHING_KNOWN = 0.5
ROUNDING = 2.0**-40  # of shares of points: what differs by less is equal


def rounds_stayed(profile: Profile, *, line: Line, rank_ties: RankTies) -> FloatArray:
    """Return how many rounds each model stays in when those on or below a line leave after each.

    A round counts each model's share of the Borda points that it could get from the voters who rank it, among the
    models that are left: a voter who ranks n of them gives n less the rank, of n - 1 that can be had. The share is
    one half where no voter compares the model with another that is left. When all are on the line, they stay.

    Parameters
    ----------
    profile : Profile
    line : {"mean", "minimum"}
        Of the shares of the models that are left.
    rank_ties : {"average", "min", "max", "dense"}
        Rank of models that a voter ranks alike: the mean, first or last of their places, or one more than the number
        of different ranks before them.

    Returns
    -------
    array of float, shape (..., L)
        Whole numbers from 0 to L - 1.

    Raises
    ------
    ValueError
        If ``rank_ties`` is none of these.
    """
    check_choice("rank_ties", rank_ties, RankTies)
    n_voters, n_models = profile.ranks.shape[-2:]
    ranks = np.broadcast_to(profile.ranks, (*profile.weights.shape, n_models)).reshape(-1, n_voters, n_models)
    place = PLACE_IN_GROUP.get(rank_ties, DENSE)
    best_first = np.argsort(ranks, axis=-1)  # NaN last
    stayed = _stayed(ranks, best_first, profile.weights.reshape(-1, n_voters), place, line == "mean")
    return stayed.reshape(*profile.weights.shape[:-1], n_models)


@njit(cache=True)
def _stayed(ranks: FloatArray, best_first: IntArray, weights: FloatArray, place: float, at_mean: bool) -> FloatArray:  # noqa: FBT001 (compiled)
    """Count the rounds of each draw, shape (S, L)."""
    n_draws, _, n_models = ranks.shape
    stayed = np.zeros((n_draws, n_models))
    for draw in range(n_draws):
        left = np.ones(n_models, dtype=np.bool_)
        for _ in range(n_models - 1):
            share = _shares(ranks[draw], best_first[draw], weights[draw], place, left)
            line = share[left].mean() if at_mean else share[left].min()
            left = left & (share > line + ROUNDING)
            if not left.any():
                break
            stayed[draw] += left
    return stayed


@njit(cache=True)
def _shares(ranks: FloatArray, best_first: IntArray, weights: FloatArray, place: float, left: BoolArray) -> FloatArray:
    """Return each model's share of the points that it could get among those left, shape (L,)."""
    n_voters, n_models = ranks.shape
    points, possible = np.zeros(n_models), np.zeros(n_models)
    order = np.empty(n_models, dtype=np.int64)
    for voter in range(n_voters):
        n_ranked, start, group = 0, 0, 0
        for model in best_first[voter]:
            if left[model] and not np.isnan(ranks[voter, model]):
                order[n_ranked] = model
                n_ranked += 1
        for end in range(1, n_ranked + 1):
            if end == n_ranked or ranks[voter, order[end]] > ranks[voter, order[start]]:
                before = group if place == DENSE else start + place * (end - start - 1)
                for model in order[start:end]:
                    points[model] += weights[voter] * (n_ranked - 1 - before)
                    possible[model] += weights[voter] * (n_ranked - 1)
                start, group = end, group + 1
    share = np.full(n_models, NOTHING_KNOWN)
    for model in range(n_models):
        if possible[model] > 0:
            share[model] = points[model] / possible[model]
    return share
