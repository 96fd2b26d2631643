import json

import numpy as np

from bayesrank import ScoreTable, swiss_tournament
from bayesrank.report.swiss_record import swiss_record
from bayesrank.studies.sequence_sensitivity import sequence_sensitivity
from bayesrank.swiss.fragility.classification import classify_sensitivity

BOARD = ScoreTable(
    tuple("abcd"), ("x", "y"), np.array([[0.9, 0.8], [0.8, 0.9], [0.5, 0.2], [0.1, 0.3]]), np.array([True, True])
)


def test_all_that_was_measured_is_plain():
    found = swiss_tournament(BOARD, eliminate=[0, 1], n_contests=20, random_seed=0)
    sensitivity = found.sensitivity()
    sequence = sequence_sensitivity(found.played, "reverse", n_contests=20, random_seed=0)
    record = swiss_record(
        found, sensitivity=sensitivity, classes=classify_sensitivity(sensitivity), sequence=sequence, ci_prob=0.9
    )
    assert json.loads(json.dumps(record, allow_nan=False))["ci_prob"] == 0.9
    assert record["sensitivity"]["grid"] == [0, 1]
    assert record["sequence"]["n_orders"] == 1
    assert [each["model"] for each in record["classes"]] == list("abcd")


def test_what_was_not_measured_is_none():
    found = swiss_tournament(BOARD, eliminate=[0], method="exact")
    record = swiss_record(found, sensitivity=None, classes=None, sequence=None, ci_prob=0.95)
    assert record["sensitivity"] is record["classes"] is record["sequence"] is None
