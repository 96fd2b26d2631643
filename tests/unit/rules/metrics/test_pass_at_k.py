"""Pass@k by hand."""

import pytest

from bayesrank.rules.metrics.pass_at_k import pass_at_k
from tests.outcome_stacks import by_name, counts_of, probabilities


def test_by_hand():
    # a: 1 of 4 and 4 of 4 right: 1 - C(3, 2)/C(4, 2) = 1/2, and 1. b: 2 of 4 and none: 1 - 1/6 = 5/6, and 0.
    counts = counts_of([[[1, 0, 0, 0], [1, 1, 1, 1]], [[1, 1, 0, 0], [0, 0, 0, 0]]])
    assert by_name(counts, pass_at_k(counts)) == pytest.approx({"a": 3 / 4, "b": 5 / 12}, abs=1e-14)
    # any of 3: 1 - C(3, 3)/C(4, 3) = 3/4; of the two right ones, C(2, 3) = 0: surely one.
    assert by_name(counts, pass_at_k(counts, k=3)) == pytest.approx({"a": 7 / 8, "b": 1 / 2}, abs=1e-14)


def test_of_probabilities():
    # 1 - (1 - p)^3 of 1/2 and 1/4: 7/8 and 1 - 27/64 = 37/64
    cells = probabilities(counts_of([[[1, 0], [0, 0]]]), [[0.5, 0.25]])
    assert pass_at_k(cells, k=3)[0] == pytest.approx((7 / 8 + 37 / 64) / 2, abs=1e-15)
