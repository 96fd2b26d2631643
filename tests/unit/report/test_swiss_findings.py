"""What is measured of a Swiss tournament, and why the rest is not."""

import numpy as np

from bayesrank import ScoreTable, swiss_tournament
from bayesrank.report.swiss_findings import SwissFindings, swiss_findings

SCORES = np.array([[0.9, 0.8], [0.8, 0.9], [0.5, 0.2], [0.1, 0.3]])
BOARD = ScoreTable(tuple("abcd"), ("x", "y"), SCORES, np.array([True, True]))
NOISY = ScoreTable(BOARD.models, BOARD.benchmarks, SCORES, BOARD.higher_is_better, np.full(SCORES.shape, 0.2))
ONE_ROUND = ScoreTable(BOARD.models, ("x",), SCORES[:, :1], np.array([True]))


def test_scores_alone_have_sensitivity_and_no_tiers():
    found = swiss_findings(swiss_tournament(BOARD, eliminate=[0, 1], method="exact"))
    assert found.sensitivity.grid == (0, 1)
    assert found.classes.models == found.tournament.models
    assert found.tiers is None
    assert found.sequence is None


def test_draws_have_tiers_of_the_first_schedule_at_the_level_of_the_intervals():
    played = swiss_tournament(NOISY, eliminate=["halving", 0], n_contests=20, draws=20, random_seed=0)
    found = swiss_findings(played, ci_prob=0.9)
    assert found.sensitivity is None
    assert found.classes is None
    assert (found.tiers.schedule, found.tiers.method, found.tiers.alpha) == ("halving", "peel", 0.1)


def test_why_rounds_are_in_one_order():
    played = swiss_tournament(BOARD, eliminate=[0], method="exact")
    assert SwissFindings(played).why_no_sequence == "no others were asked for"
    played = swiss_tournament(ONE_ROUND, eliminate=[0], method="exact")
    assert SwissFindings(played).why_no_sequence == "there is one round"
