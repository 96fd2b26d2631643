"""Orders in which games are played: as they were, or at random and the scores averaged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

import numpy as np

from bayesrank.arrays import FloatArray, HashArray, IntArray
from bayesrank.options import check_at_least, check_choice
from bayesrank.rules.ratings._updates import Play
from bayesrank.statistics.games import Games
from bayesrank.statistics.numbering import numbered

type EqualResults = Literal["skip", "draw", "draw_if_right"]

N_ORDERS = 20
_DRAWN: Mapping[EqualResults, tuple[float, float]] = {  # both right, both wrong
    "skip": (0.0, 0.0),
    "draw": (1.0, 1.0),
    "draw_if_right": (1.0, 0.0),
}


def play_in_orders(
    games: Games, rounds: Callable[[Play], FloatArray], *, ties: EqualResults, permutations: int | None, seed: int
) -> FloatArray:
    """Play games in their order, or in random ones, and average what comes out.

    Games of known order are played once, those of one period simultaneously, unless ``permutations`` are asked for.
    Random orders have one game at a time. Without ``permutations``, games of unknown order are played in 20 of them;
    in a stack in one for each of its draws, since an average over draws is then one over orders. Models that no fact
    about the games tells apart differ by the chance of the orders alone: each gets the mean of all of them.

    Parameters
    ----------
    rounds : callable
        Plays all runs of a :class:`~bayesrank.rules.ratings._updates.Play`; returns an array of shape (n_runs, ..., L).
    ties, permutations, seed
        Options of the rules.

    Returns
    -------
    array of float, shape (..., L), or (S, ..., L) for a stack
        The mean over the runs of each draw.

    Raises
    ------
    ValueError
        If ``ties`` is none of its words, or ``permutations`` no whole number of at least 1.
    """
    check_choice("ties", ties, EqualResults)
    if permutations is not None:
        check_at_least("permutations", permutations, 1)
    stack = games.right.shape[:-1] or games.weight.shape[:-1]
    n_draws = stack[0] if stack else 1
    shuffled = permutations is not None or not games.ordered
    n_orders = permutations or (1 if stack or games.ordered else N_ORDERS)
    in_turn = np.arange(len(games.period))
    play = Play(
        n_models=len(games.models),
        n_runs=n_orders * n_draws,
        order=_random_orders(n_orders * n_draws, in_turn, seed) if shuffled else in_turn[None],
        batch=in_turn if shuffled else games.period,
        start=games.start,
        player=games.player,
        right=_different_rows(games.right),
        weight=_different_rows(games.weight),
        drawn_right=_DRAWN[ties][0],
        drawn_wrong=_DRAWN[ties][1],
    )
    played = rounds(play)
    mean = played.reshape(n_orders, n_draws, *played.shape[1:]).mean(axis=0)
    if stack:
        return mean
    return _shared(mean[0], exchangeable_models(games)) if shuffled else mean[0]


def exchangeable_models(games: Games) -> IntArray:
    """Return the number of the group of each model, shape (L,): in a group, the same was played with the like.

    Models start alike. Games are told apart by weight and by who was how right in them, models by the games that
    they were how right in, and so on until nothing more is told apart. Not by their order, nor by names.
    """
    rng = np.random.default_rng(0)  # for numbers that stand for groups, such that equal sums mean equal terms
    game = np.repeat(np.arange(len(games.period)), np.diff(games.start))
    result = _random_words(numbered(games.right), rng)
    models, contests = np.zeros(len(games.models), dtype=np.int64), numbered(games.weight)
    n_groups = 0
    while (n_found := int(models.max()) + 1) > n_groups:
        n_groups = n_found
        contests = _told_apart(contests, game, result * _random_words(models, rng)[games.player], rng)
        models = _told_apart(models, games.player, result * _random_words(contests, rng)[game], rng)
    return models


def _told_apart(group: IntArray, where: IntArray, seen: HashArray, rng: np.random.Generator) -> IntArray:
    """Split groups by the sum of what is seen at each of their members."""
    total = _random_words(group, rng)
    np.add.at(total, where, seen)
    return numbered(total)


def _random_words(group: IntArray, rng: np.random.Generator) -> HashArray:
    """Return 64 random bits for each group, shown for each member."""
    words: HashArray = rng.integers(2**64, size=int(group.max()) + 1, dtype=np.uint64)
    return words[group]


def _random_orders(number: int, in_turn: IntArray, seed: int) -> IntArray:
    orders = np.tile(in_turn, (number, 1))
    np.random.default_rng(seed).permuted(orders, axis=1, out=orders)
    return orders


def _different_rows(values: FloatArray) -> FloatArray:
    """Return a row for each draw, shape (S, n), or one, shape (1, n), where there is one for all."""
    rows = values.reshape(-1, values.shape[-1])
    return np.ascontiguousarray(rows[:1] if rows.strides[0] == 0 else rows, dtype=np.float64)


def _shared(values: FloatArray, group: IntArray) -> FloatArray:
    """Return the mean of each group of models, for each of its members, over the last axis."""
    member = group[:, None] == np.arange(group.max() + 1)
    return np.asarray(((values @ member) / member.sum(axis=0))[..., group])
