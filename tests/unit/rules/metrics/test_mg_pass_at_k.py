"""mG-Pass@k by hand."""

import numpy as np
import pytest

from bayesrank.rules.metrics.g_pass_at_k import g_pass_at_k
from bayesrank.rules.metrics.mg_pass_at_k import mg_pass_at_k
from tests.outcome_stacks import by_name, counts_of

COUNTS = counts_of([[[1, 1, 1, 0, 0], [1, 1, 1, 1, 1]], [[1, 1, 1, 1, 0], [0, 0, 0, 0, 1]]])


def test_by_hand():
    # k = 4: three right earn 1/2, four earn 1. a on p, 3 of 5 right: three of four in C(3, 3) C(2, 1)/C(5, 4) = 2/5,
    # so 1/5; on q 1. b on p, 4 of 5: four in 1/5, three in 4/5, so 3/5; on q 0.
    assert by_name(COUNTS, mg_pass_at_k(COUNTS, k=4)) == pytest.approx({"a": 3 / 5, "b": 3 / 10}, abs=1e-14)


@pytest.mark.parametrize("k", [2, 3, 4, 5])
def test_it_is_the_sum_over_thresholds_above_one_half(k):
    thresholds = [i / k for i in range((k + 1) // 2 + 1, k + 1)]  # liu2024: i = ceil(k / 2) + 1, ..., k
    summed = 2 / k * sum(g_pass_at_k(COUNTS, k=k, threshold=threshold) for threshold in thresholds)
    np.testing.assert_allclose(mg_pass_at_k(COUNTS, k=k), summed, atol=1e-14)


def test_one_attempt_exceeds_nothing():
    assert mg_pass_at_k(COUNTS, k=1).tolist() == [0, 0]
