"""G-Pass@k by hand."""

import numpy as np
import pytest

from bayesrank.rules.metrics.g_pass_at_k import g_pass_at_k
from bayesrank.rules.metrics.pass_at_k import pass_at_k
from bayesrank.rules.metrics.pass_hat_k import pass_hat_k
from tests.outcome_stacks import by_name, counts_of

COUNTS = counts_of([[[1, 1, 0, 0], [1, 1, 1, 1]], [[1, 1, 1, 0], [0, 0, 0, 0]]])


def test_by_hand():
    # 3 of 4 drawn, at least 2/3 of them right. a: of 2 right ones two in C(2, 2) C(2, 1)/4 = 1/2, and 1 on q.
    # b: of 3 right ones at least two always, and 0 on q.
    assert by_name(COUNTS, g_pass_at_k(COUNTS, k=3, threshold=0.6)) == pytest.approx(
        {"a": 3 / 4, "b": 1 / 2}, abs=1e-14
    )


def test_between_pass_at_k_and_pass_hat_k():
    np.testing.assert_allclose(g_pass_at_k(COUNTS, k=3, threshold=0.0), pass_at_k(COUNTS, k=3), atol=1e-15)
    np.testing.assert_allclose(g_pass_at_k(COUNTS, k=3, threshold=1.0), pass_hat_k(COUNTS, k=3), atol=1e-15)


def test_a_threshold_is_a_share():
    with pytest.raises(ValueError, match=r"^threshold must be from 0 to 1; got 2\. Give the share of attempts"):
        g_pass_at_k(COUNTS, threshold=2)
