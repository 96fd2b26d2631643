import json

import numpy as np

from bayesrank import ScoreTable, swiss_tournament
from bayesrank.report.swiss_findings import SwissFindings, swiss_findings
from bayesrank.report.swiss_record import swiss_record
from bayesrank.studies.sequence_sensitivity import sequence_sensitivity

SCORES = np.array([[0.9, 0.8], [0.8, 0.9], [0.5, 0.2], [0.1, 0.3]])
BOARD = ScoreTable(tuple("abcd"), ("x", "y"), SCORES, np.array([True, True]))
NOISY = ScoreTable(BOARD.models, BOARD.benchmarks, SCORES, BOARD.higher_is_better, np.full(SCORES.shape, 0.2))


def test_all_that_was_measured_is_plain():
    found = swiss_tournament(NOISY, eliminate=[0, 1], n_contests=20, draws=20, random_seed=0)
    sequence = sequence_sensitivity(found.played, "reverse", n_contests=20, random_seed=0)
    record = swiss_record(swiss_findings(found, sequence=sequence, ci_prob=0.9))
    assert json.loads(json.dumps(record, allow_nan=False))["ci_prob"] == 0.9
    assert record["sensitivity"]["grid"] == [0, 1]
    assert record["sequence"]["n_orders"] == 1
    assert [each["model"] for each in record["classes"]] == list("abcd")
    assert [each["model"] for each in record["tiers"]["models"]] == list("abcd")
    assert record["tiers"]["alpha"] == 0.1
    assert "same_tier" not in record["tiers"]


def test_what_is_not_defined_is_none():
    # all lose: no share of no wins
    equal = ScoreTable(("a", "b"), ("x", "y"), np.ones((2, 2)), np.array([True, True]))
    found = swiss_tournament(equal, eliminate=[0, 1], method="exact", ties="both_lose")
    record = swiss_record(swiss_findings(found))
    assert [each["normalised_lower"] for each in record["classes"]] == [None, None]
    json.dumps(record["classes"], allow_nan=False)


def test_what_was_not_measured_is_none():
    record = swiss_record(SwissFindings(swiss_tournament(BOARD, eliminate=[0], method="exact")))
    assert record["sensitivity"] is record["classes"] is record["tiers"] is record["sequence"] is None
