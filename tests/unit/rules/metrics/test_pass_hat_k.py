"""Pass^k by hand."""

import pytest

from bayesrank.rules.metrics.pass_hat_k import pass_hat_k
from tests.outcome_stacks import by_name, counts_of, probabilities


def test_by_hand():
    # a: 3 of 4 and none right: C(3, 2)/C(4, 2) = 1/2, and 0. b: 2 of 4 and 4 of 4: 1/6, and 1.
    counts = counts_of([[[1, 1, 1, 0], [0, 0, 0, 0]], [[1, 0, 1, 0], [1, 1, 1, 1]]])
    assert by_name(counts, pass_hat_k(counts)) == pytest.approx({"a": 1 / 4, "b": 7 / 12}, abs=1e-14)
    # all of 3: C(3, 3)/C(4, 3) = 1/4; of two right ones never three
    assert by_name(counts, pass_hat_k(counts, k=3)) == pytest.approx({"a": 1 / 8, "b": 1 / 2}, abs=1e-14)


def test_of_probabilities():
    cells = probabilities(counts_of([[[1, 0], [0, 0]]]), [[0.5, 0.25]])
    assert pass_hat_k(cells, k=3)[0] == pytest.approx((1 / 8 + 1 / 64) / 2, abs=1e-15)
