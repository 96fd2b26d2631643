import numpy as np
import pytest

from bayesrank.ranks.posterior_ranks import (
    equivalence,
    marginal_rank_sets,
    rank_draws,
    rank_probabilities,
    simultaneous_rank_sets,
    superiority,
)

# Four draws of three models, ties in the second: ranks by hand (1 best, equal scores share).
DRAWS = np.array([[3.0, 2.0, 1.0], [2.0, 2.0, 1.0], [1.0, 3.0, 2.0], [3.0, 1.0, 2.0]])
RANKS = np.array([[1, 2, 3], [1, 1, 3], [3, 1, 2], [1, 3, 2]])


def test_ranks_of_draws():
    np.testing.assert_array_equal(rank_draws(DRAWS), RANKS)


def test_rank_probabilities():
    np.testing.assert_allclose(rank_probabilities(RANKS), [[0.75, 0, 0.25], [0.5, 0.25, 0.25], [0, 0.5, 0.5]])


def test_superiority_counts_ties_half():
    # a above b in draws 1 and 4, equal in 2: 2.5 / 4; a above c in 1, 2, 4; b above c in 1, 2, 3.
    expected = [[0.5, 0.625, 0.75], [0.375, 0.5, 0.75], [0.25, 0.25, 0.5]]
    np.testing.assert_allclose(superiority(DRAWS), expected)


def test_better_equivalent_worse_sum_to_one():
    # a - b is 1, 0, -2, 2: with a rope of 1 only the last is superiority, only the third inferiority.
    better, equal = superiority(DRAWS, rope=1.0), equivalence(DRAWS, rope=1.0)
    assert (better[0, 1], equal[0, 1], better[1, 0]) == (0.25, 0.5, 0.25)
    np.testing.assert_allclose(better + better.T + equal, 1)


def test_equivalence_without_a_rope_is_equality():
    assert equivalence(DRAWS, rope=0.0)[0, 1] == 0.25


def test_marginal_sets_leave_no_more_than_half_of_the_rest_on_a_side():
    # Ranks 1..4 of the first of many models: 25 draws out of 1000 on each side may be cut at 95 %, 26 may not.
    first = np.repeat([1, 2, 3, 4], [25, 475, 474, 26])
    others = np.where(first == 1, 2, 1)
    ranks = np.stack([first, others, np.full(1000, 3), np.full(1000, 4)], axis=1)
    sets = marginal_rank_sets(ranks, 0.95)
    assert (sets.lower[0], sets.upper[0]) == (2, 4)


def test_simultaneous_sets_hold_all_ranks_at_once_and_are_the_smallest_of_their_kind():
    rng = np.random.default_rng(0)
    draws = rng.normal(np.linspace(0, 2, 8), 1, size=(4000, 8))
    ranks = rank_draws(draws)
    marginal, joint = marginal_rank_sets(ranks, 0.9), simultaneous_rank_sets(ranks, 0.9)
    assert ((ranks >= joint.lower) & (ranks <= joint.upper)).all(axis=1).mean() >= 0.9
    assert ((ranks >= marginal.lower) & (ranks <= marginal.upper)).all(axis=1).mean() < 0.9
    assert (joint.lower <= marginal.lower).all()
    assert (joint.upper >= marginal.upper).all()


def test_simultaneous_sets_by_hand():
    # Ten draws, nine (1, 2) and one (2, 1). At 90 % one draw may lie outside: the box is the single point.
    ranks = np.array([[1, 2]] * 9 + [[2, 1]])
    sets = simultaneous_rank_sets(ranks, 0.9)
    assert (sets.lower.tolist(), sets.upper.tolist()) == ([1, 2], [1, 2])
    # At 95 % none may.
    sets = simultaneous_rank_sets(ranks, 0.95)
    assert (sets.lower.tolist(), sets.upper.tolist()) == ([1, 1], [2, 2])


@pytest.mark.parametrize("make", [marginal_rank_sets, simultaneous_rank_sets])
def test_certain_ranks_are_single(make):
    ranks = np.tile([2, 1, 3], (50, 1))
    sets = make(ranks, 0.95)
    assert sets.lower.tolist() == sets.upper.tolist() == [2, 1, 3]
