"""A rule applied to the data as they are."""

import numpy as np

from bayesrank import Outcomes
from bayesrank.ranks.rule_ranking import rank_by_rule
from bayesrank.rules.registry import find_rule
from bayesrank.statistics.pair_votes import PairVotes

DATA = Outcomes.from_array([[[1, 1], [0, 1]], [[0, 1], [0, 0]], [[1, 1], [1, 1]]], models=["a", "b", "c"])


def test_a_statistic_is_made_once_for_all_rules_that_read_it():
    summaries = {}
    one = rank_by_rule(DATA, find_rule("borda"), {}, random_seed=0, summaries=summaries)
    kept = summaries[PairVotes, ()]
    rank_by_rule(DATA, find_rule("copeland"), {}, random_seed=0, summaries=summaries)
    assert summaries[PairVotes, ()] is kept
    # means a 1, 1/2; b 1/2, 0; c 1, 1: a ties c once; 2 + 1/2 points for a, 0 for b, 3 1/2 for c
    np.testing.assert_allclose(one.scores, [2.5, 0, 3.5])


def test_other_options_are_another_statistic():
    summaries = {}
    for voters in ("questions", "trials"):
        rank_by_rule(DATA, find_rule("borda"), {"voters": voters}, random_seed=0, summaries=summaries)
    assert summaries[PairVotes, (("voters", "questions"),)] is not summaries[PairVotes, (("voters", "trials"),)]


def test_diagnostics_are_in_the_order_of_the_data():
    found = rank_by_rule(DATA, find_rule("nash"), {}, random_seed=0).diagnostics
    np.testing.assert_allclose(found["equilibrium"], [0, 0, 1], atol=1e-12)  # c is the most accurate
    assert found["support_size"] == 1
