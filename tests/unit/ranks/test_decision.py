from itertools import permutations

import numpy as np
import pytest

from bayesrank.ranks.decision import kendall_order, order_scores, separated_pairs, tiers
from bayesrank.ranks.posterior_ranks import rank_draws


def test_pairs_are_taken_as_long_as_all_hold_together():
    # a > b fails in draw 1, b > c in draw 2, a > c never; 10 draws, so at 90 % one draw may fail: the pair (a, c) is
    # taken, then the pairs (a, b) and (b, c), which are equally sure, would fail in two draws together.
    draws = np.array([[2.0, 3, 1], [3, 1, 2]] + [[3, 2, 1]] * 8)
    above = separated_pairs(draws, 0.9)
    assert np.argwhere(above).tolist() == [[0, 2]]
    above = separated_pairs(draws, 0.8)
    assert np.argwhere(above).tolist() == [[0, 1], [0, 2], [1, 2]]


def test_an_equal_score_is_not_above():
    # a is above b in 18 of 20 draws and equal in 2: superiority .95, but the statement fails in 10 % of the draws.
    draws = np.array([[1.0, 0.0]] * 18 + [[1.0, 1.0]] * 2)
    assert not separated_pairs(draws, 0.95).any()
    assert separated_pairs(draws, 0.9).any()


def test_a_rope_demands_a_margin():
    draws = np.tile([1.0, 0.7, 0.0], (20, 1))
    assert np.argwhere(separated_pairs(draws, 0.95, 0.5)).tolist() == [[0, 2], [1, 2]]


def test_statements_hold_together_in_the_draws():
    rng = np.random.default_rng(3)
    draws = rng.normal(np.linspace(0, 3, 12), 1, size=(5000, 12))
    above = separated_pairs(draws, 0.95)
    high, low = np.nonzero(above)
    assert 0 < len(high) < 66
    assert (draws[:, high] > draws[:, low]).all(axis=1).mean() >= 0.95


def test_overlaps_do_not_chain():
    # a above c; b overlaps both. The top tier is {a, b}; c comes after.
    above = np.zeros((3, 3), dtype=bool)
    above[0, 2] = True
    assert tiers(above).tolist() == [1, 1, 2]


def test_tiers_by_hand():
    # a above c and d, b above d, c above e: a and b on top, then c and d, then e.
    above = np.zeros((5, 5), dtype=bool)
    above[[0, 0, 1, 2], [2, 3, 3, 4]] = True
    assert tiers(above).tolist() == [1, 1, 2, 2, 3]


def test_no_tier_holds_a_separated_pair():
    rng = np.random.default_rng(4)
    draws = rng.normal(np.linspace(0, 4, 15), rng.uniform(0.2, 2, 15), size=(3000, 15))
    above = separated_pairs(draws, 0.95)
    tier = tiers(above)
    assert not any(above[i, j] for i in range(15) for j in range(15) if tier[i] == tier[j])


def test_point_rankings_minimise_their_losses():
    # Scores of two models: a is 1 in three draws and -9 in one, b is 0 always. Means -1.5 and 0, medians 1 and 0,
    # expected ranks 1.25 and 1.75, lower quantiles below 0 and 0.
    draws = np.array([[1.0, 0], [1, 0], [1, 0], [-9, 0]])
    ranks = rank_draws(draws)
    orders = {
        rank_by: order_scores(draws, ranks, rank_by, 0.05).argmax()
        for rank_by in ("mean", "expected_rank", "median", "quantile", "kendall")
    }
    assert orders == {"mean": 1, "expected_rank": 0, "median": 0, "quantile": 1, "kendall": 0}


def loss(order, above):
    return sum(above[order[j], order[i]] for i in range(len(order)) for j in range(i + 1, len(order)))


@pytest.mark.parametrize("seed", range(5))
def test_kendall_order_is_the_best_of_all_permutations(seed):
    rng = np.random.default_rng(seed)
    above = np.triu(rng.random((6, 6)), 1)
    above = above + np.tril(1 - above.T, -1)
    np.fill_diagonal(above, 0.5)
    best = min(loss(order, above) for order in permutations(range(6)))
    assert loss(kendall_order(above), above) == pytest.approx(best, abs=1e-12)


def test_kendall_order_above_twelve_models_leaves_no_single_move_that_helps():
    rng = np.random.default_rng(7)
    above = np.triu(rng.random((14, 14)), 1)
    above = above + np.tril(1 - above.T, -1)
    np.fill_diagonal(above, 0.5)
    order = kendall_order(above)
    assert sorted(order) == list(range(14))
    found = loss(order, above)
    for model in order:
        rest = [other for other in order if other != model]
        assert all(loss([*rest[:place], model, *rest[place:]], above) > found - 1e-9 for place in range(14))
    assert found < loss(np.argsort(-above.sum(axis=1)), above)
