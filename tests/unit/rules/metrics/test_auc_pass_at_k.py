"""The area under pass@1, ..., pass@k by hand."""

import numpy as np
import pytest

from bayesrank.rules.metrics.auc_pass_at_k import auc_pass_at_k
from bayesrank.rules.metrics.avg import avg
from bayesrank.rules.metrics.pass_at_k import pass_at_k
from tests.outcome_stacks import by_name, counts_of

COUNTS = counts_of([[[1, 0, 0, 0], [1, 1, 1, 1]], [[1, 1, 0, 0], [0, 0, 0, 0]]])


def test_by_hand():
    # a on p: pass@1, 2, 3 = 1/4, 1/2, 3/4, area (3/8 + 5/8)/2 = 1/2; on q 1. b on p: 1/2, 5/6, 1,
    # area (2/3 + 11/12)/2 = 19/24; on q 0.
    assert by_name(COUNTS, auc_pass_at_k(COUNTS, k=3)) == pytest.approx({"a": 3 / 4, "b": 19 / 48}, abs=1e-14)


def test_it_is_the_area_of_the_curve_of_the_means():
    curve = [pass_at_k(COUNTS, k=k) for k in (1, 2, 3, 4)]
    np.testing.assert_allclose(auc_pass_at_k(COUNTS, k=4), np.trapezoid(curve, axis=0) / 3, atol=1e-14)


def test_one_attempt_has_no_width():
    np.testing.assert_allclose(auc_pass_at_k(COUNTS, k=1), avg(COUNTS), atol=1e-14)
