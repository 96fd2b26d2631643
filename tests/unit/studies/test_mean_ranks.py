"""Ranks of stacks against SciPy, and scores that differ by rounding."""

import numpy as np
from scipy.stats import rankdata

from bayesrank.studies.mean_ranks import mean_ranks


def test_ranks_of_a_stack_are_those_of_scipy():
    scores = np.random.default_rng(0).integers(0, 5, (3, 2, 8)).astype(float)
    np.testing.assert_array_equal(mean_ranks(scores), rankdata(-scores, axis=-1))


def test_scores_that_differ_by_rounding_share_a_rank():
    assert mean_ranks(np.array([0.1 + 0.2, 0.3, 1.0])).tolist() == [2.5, 2.5, 1]
    assert mean_ranks(np.array([3e12, 3e12 + 1e-3, 4e12])).tolist() == [2.5, 2.5, 1]
