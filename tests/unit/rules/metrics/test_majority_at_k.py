"""Majority@k by hand."""

import numpy as np
import pytest

from bayesrank.rules.metrics.majority_at_k import majority_at_k
from bayesrank.rules.metrics.pass_hat_k import pass_hat_k
from tests.outcome_stacks import by_name, counts_of, probabilities

COUNTS = counts_of([[[1, 1, 0, 0], [1, 1, 1, 1]], [[1, 1, 1, 0], [1, 0, 0, 0]]])


def test_by_hand():
    # At least two of three drawn of four. a: of 2 right ones C(2, 2) C(2, 1)/4 = 1/2, and 1 on q.
    # b: of 3 right ones always, of 1 never.
    assert by_name(COUNTS, majority_at_k(COUNTS, k=3)) == pytest.approx({"a": 3 / 4, "b": 1 / 2}, abs=1e-14)


def test_half_is_no_majority():
    np.testing.assert_allclose(majority_at_k(COUNTS, k=2), pass_hat_k(COUNTS, k=2), atol=1e-15)


def test_of_probabilities():
    # p = 1/4: 3 p^2 (1 - p) + p^3 = 9/64 + 1/64
    cells = probabilities(counts_of([[[1, 0]]]), [[0.25]])
    assert majority_at_k(cells, k=3)[0] == pytest.approx(10 / 64, abs=1e-15)
