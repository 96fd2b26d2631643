"""Sentences about a Swiss tournament."""

import numpy as np
import pytest

from bayesrank import ContestRules, ScoreTable, swiss_tournament
from bayesrank.report.swiss_findings import SwissFindings, swiss_findings
from bayesrank.report.swiss_words import mean_is_fixed, what_is_found, what_is_played, what_to_know
from tests.swiss_results import made_up_tournament
from tests.swiss_wins import made_up_wins

SCORES = np.array([[0.9, 0.8], [0.8, 0.9], [0.5, 0.2], [0.1, 0.3]])
BOARD = ScoreTable(tuple("abcd"), ("x", "y"), SCORES, np.array([True, True]))
TIED = ScoreTable(tuple("abcd"), ("x", "y"), np.where(SCORES < 0.4, 0.0, SCORES), np.array([True, True]))
NOISY = ScoreTable(BOARD.models, BOARD.benchmarks, SCORES, BOARD.higher_is_better, np.full(SCORES.shape, 0.2))


def test_luck_of_contests_is_told_of():
    wins = made_up_wins([[3.0, 2.0]], covariance=[[[0.0625]], [[0.01]]])
    lines = what_is_played(SwissFindings(made_up_tournament(wins)))
    assert lines[0] == "2 models, 5 rounds, pairing swiss; 1,000 contests at each elimination, seed 0"
    assert lines[2].startswith(
        "intervals: none; behind ± stands the standard error of the luck of contests, 0.2500 wins at most"
    )


def test_a_single_round_and_the_rules_are_told_of():
    board = ScoreTable(tuple("abcd"), ("x",), SCORES[:, :1], np.array([True]))
    rules = ContestRules(floats="down", bye_points=0.5, overflow="cascade")
    lines = what_is_played(SwissFindings(swiss_tournament(board, eliminate=[0], rules=rules, method="exact")))
    assert lines[0] == (
        "4 models, 1 round, pairing swiss, odd models float down, a bye is worth 0.5, elimination cascades; exact"
    )


def test_the_mean_sensitivity_is_fixed_where_every_match_has_one_winner():
    # 4 models: 2 matches, then 1 at each score. One leaves the two losers: the match of the winners is left.
    # 4 less 3 wins for 4 models: -.25
    found = swiss_findings(swiss_tournament(BOARD, eliminate=[0, 1], method="exact"))
    assert what_is_found(found)[0] == (
        "sensitivity: -0.250 wins for each model more that leaves, on average over the models; every match has one "
        "winner, and no data can change that"
    )
    found = swiss_findings(swiss_tournament(TIED, eliminate=[0, 1], ties="half", method="exact"))
    assert what_is_found(found)[0].endswith("on average over the models; the data have a part in that")


@pytest.mark.parametrize(
    ("board", "rules", "fixed"),
    [(BOARD, ContestRules(), True), (TIED, ContestRules(), False), (BOARD, ContestRules(floats="down"), False)],
)
def test_when_the_mean_is_fixed(board, rules, fixed):
    assert mean_is_fixed(swiss_tournament(board, eliminate=[0], ties="half", rules=rules, method="exact")) == fixed


@pytest.mark.parametrize(
    ("eliminate", "given"),
    [([0], "0"), ([1, 0], "1,0"), (["halving", 0], "halving,0"), ([0, "front:1:1"], "0,front:1:1")],
)
def test_what_is_missing_has_its_reason(eliminate, given):
    found = swiss_findings(swiss_tournament(BOARD, eliminate=eliminate, method="exact"))
    of_sensitivity, of_orders = what_is_found(found)
    assert of_sensitivity == (
        f"sensitivity: not measured: it takes eliminations of 0 and then of larger numbers, the same after every "
        f"round, such as 0,1,2; got {given}"
    )
    assert of_orders == "order of rounds: not changed: no others were asked for"


def test_one_round_has_neither_sensitivity_nor_orders():
    board = ScoreTable(tuple("abcd"), ("x",), SCORES[:, :1], np.array([True]))
    found = swiss_findings(swiss_tournament(board, eliminate=[0, 1], method="exact"))
    assert what_is_found(found) == [
        "sensitivity: not measured: there is one round, before which nobody can leave",
        "order of rounds: not changed: there is one round",
    ]


def test_tiers_are_explained():
    found = swiss_findings(
        swiss_tournament(NOISY, eliminate=["halving"], n_contests=20, draws=20, random_seed=0), ci_prob=0.9
    )
    assert what_is_found(found)[0] == (
        "tiers: tier 1 are the models that are not shown to be below any other at elimination halving, each compared "
        "with all others at once with 90%; tier 2 is the same of the rest, and so on"
    )


def test_each_thing_is_said_once():
    found = swiss_findings(swiss_tournament(BOARD, eliminate=[0, 1, 3], method="exact"))
    said = what_to_know(found)
    assert len(set(said)) == len(said)
    assert not any("intervals have no width" in warning for warning in said)
    assert set(found.tournament.warnings) <= set(said)
