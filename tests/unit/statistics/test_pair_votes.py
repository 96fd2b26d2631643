"""Votes between each two models."""

from dataclasses import replace

import numpy as np

from bayesrank.statistics.pair_counts import PairCounts
from bayesrank.statistics.pair_votes import battles_as_votes, count_votes
from bayesrank.statistics.profile import Profile

NAN = float("nan")


def test_a_voter_counts_for_the_better_of_two_with_its_weight() -> None:
    # Three voters rank a, b = c; half a one ranks c before a and not b; 2 rank b alone against c.
    ranks = np.array([[1.0, 2.5, 2.5], [2, NAN, 1], [NAN, 1, 2]])
    votes = count_votes(Profile(tuple("abc"), tuple("uvw"), ranks, np.array([3, 0.5, 2])))
    np.testing.assert_array_equal(votes.wins, [[0, 3, 3], [0, 0, 2], [0.5, 0, 0]])
    np.testing.assert_array_equal(votes.ties, [[0, 0, 0], [0, 0, 3], [0, 3, 0]])
    np.testing.assert_array_equal(votes.n_battles, [[0, 3, 3.5], [3, 0, 5], [3.5, 5, 0]])
    assert votes.models == tuple("abc")


def test_without_voters_there_are_no_votes() -> None:
    votes = count_votes(Profile(tuple("ab"), (), np.empty((0, 2)), np.empty(0)))
    np.testing.assert_array_equal(votes.n_battles, np.zeros((2, 2)))


def test_a_stack_is_counted_one_by_one() -> None:
    rng = np.random.default_rng(3)
    ranks = rng.integers(1, 4, (8, 5, 4)).astype(float)
    ranks[rng.random(ranks.shape) < 0.3] = NAN
    stack = Profile(tuple("abcd"), tuple("rstuv"), ranks, rng.dirichlet(np.ones(5), 8))
    votes = count_votes(stack)
    assert votes.wins.shape == votes.ties.shape == (8, 4, 4)
    for draw in range(8):
        one = count_votes(replace(stack, ranks=ranks[draw], weights=stack.weights[draw]))
        np.testing.assert_array_equal(votes.wins[draw], one.wins)
        np.testing.assert_array_equal(votes.ties[draw], one.ties)


def test_ranks_that_all_draws_share_need_no_stack() -> None:
    ranks = np.array([[1.0, 2], [2, 1]])
    votes = count_votes(Profile(tuple("ab"), tuple("uv"), ranks, np.array([[1.0, 0], [2, 5]])))
    np.testing.assert_array_equal(votes.wins, [[[0, 1], [0, 0]], [[0, 2], [5, 0]]])


def test_every_battle_is_a_vote() -> None:
    counts = PairCounts(tuple("ab"), np.array([[0, 2.5], [1, 0]]), np.array([[0.0, 4], [4, 0]]))
    votes = battles_as_votes(counts)
    assert votes.models == counts.models
    np.testing.assert_array_equal(votes.wins, counts.wins)
    np.testing.assert_array_equal(votes.ties, counts.ties)
