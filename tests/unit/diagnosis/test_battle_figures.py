"""Pairs, residuals and cycles by hand, and residuals by HodgeRank, which solves for them in another way."""

import numpy as np
import pytest

from bayesrank.diagnosis.battle_figures import circulation, cycles, pair_table
from bayesrank.rules.graph.hodge_rank import hodge_rank
from bayesrank.statistics.pair_counts import PairCounts
from tests.faulty_data import battle_counts, cyclic_log_odds

FIRST, SECOND = np.array([0, 0, 1]), np.array([1, 2, 2])


def table(points, battles=(4.0, 4.0, 4.0), n_models=3):
    counts = np.stack([points, np.array(battles) - points], axis=-1)
    return pair_table(FIRST, SECOND, counts, np.array(battles), n_models)


def test_rows_of_a_pair_are_added_up_and_ties_count_one_half():
    counts = np.array([[[3.0, 1.0, 2.0], [0.0, 2.0, 0.0], [1.0, 0.0, 1.0]]])
    pairs = pair_table(np.array([0, 1, 0]), np.array([2, 2, 2]), counts, counts[0].sum(axis=1), 4)
    assert (pairs.first.tolist(), pairs.second.tolist()) == ([0, 1], [2, 2])
    assert pairs.points.tolist() == [[3 + 1 + 1 + 0.5, 0]]
    assert pairs.ties.tolist() == [[3, 0]]
    assert pairs.battles.tolist() == [8, 2]
    assert pairs.points_of_models().tolist() == [[5.5, 0, 2.5 + 2, 0]]
    assert pairs.battles_of_models().tolist() == [8, 2, 10, 0]


def test_a_pair_that_only_tied_is_none_where_ties_are_left_out():
    counts = np.array([[3.0, 1.0], [0.0, 0.0]])
    pairs = pair_table(np.array([0, 1]), np.array([1, 2]), counts, counts.sum(axis=1), 3)
    assert pairs.first.tolist() == [0]
    assert pairs.ties.tolist() == [0]


def test_scores_explain_leads_that_add_up_and_nothing_of_a_circle():
    # leads 1/2, 1, 1/2: scores 1/2, 0, -1/2
    np.testing.assert_allclose(table(np.array([3.0, 4.0, 3.0])).residuals(), 0, atol=1e-12)
    # 0 beats 1, 1 beats 2, 2 beats 0: all points equal, half of four battles expected
    np.testing.assert_allclose(table(np.array([4.0, 0.0, 4.0])).residuals(), [2, -2, 2])


def test_residuals_are_those_of_hodge_rank():
    first, second, counts = battle_counts(cyclic_log_odds(), 9, tie=0.2, seed=4)
    pairs = pair_table(first, second, counts.astype(float), counts.sum(axis=1).astype(float), 8)
    wins, ties = np.zeros((8, 8)), np.zeros((8, 8))
    wins[first, second], wins[second, first], ties[first, second] = counts.T
    solved = hodge_rank.solve(PairCounts(tuple("abcdefgh"), wins, ties + ties.T))
    scores = solved.scores
    by_scores = pairs.points - pairs.battles * (1 + scores[first] - scores[second]) / 2
    np.testing.assert_allclose(pairs.residuals(), by_scores, atol=1e-10)
    np.testing.assert_allclose(
        pairs.residuals(), pair_table(first, second, counts[None] * 1.0, pairs.battles, 8).residuals()[0]
    )


def test_a_circle_adds_up_its_leads_and_an_order_has_none():
    triples = cycles(table(np.array([4.0, 0.0, 4.0])), 40)
    assert triples.tolist() == [[0, 1, 2]]
    assert circulation(table(np.array([4.0, 0.0, 4.0])), triples).tolist() == [3]  # 1 + 1 + 1
    assert circulation(table(np.array([3.0, 4.0, 3.0])), triples).tolist() == [0]  # 1/2 + 1/2 - 1
    stack = circulation(table(np.array([[4.0, 0.0, 4.0], [2.0, 4.0, 2.0]])), triples)
    assert stack.tolist() == [[3], [-1]]  # 0 + 0 - 1


def test_only_triples_that_all_met_are_cycles():
    first, second = np.array([0, 0, 1, 2]), np.array([1, 2, 2, 3])
    counts = np.tile([2.0, 2.0], (4, 1))
    assert cycles(pair_table(first, second, counts, counts.sum(axis=1), 4), 40).tolist() == [[0, 1, 2]]


@pytest.mark.parametrize(("most", "number"), [(2, 0), (3, 1), (8, 56)])
def test_triples_are_those_of_the_models_with_most_battles(most, number):
    first, second, counts = battle_counts(cyclic_log_odds(), 9)
    counts = counts * np.where(second > 4, 2, 1)[:, None]  # models 5, 6 and 7 have the most
    pairs = pair_table(first, second, counts.astype(float), counts.sum(axis=1).astype(float), 8)
    triples = cycles(pairs, most)
    assert len(triples) == number  # 8 over 3
    if number == 1:
        assert triples.tolist() == [[5, 6, 7]]
