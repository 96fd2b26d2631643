"""Averages worked by hand, with missing scores and benchmarks that tell nobody apart."""

import numpy as np
import pytest

from bayesrank.studies.average_scores import mean, mean_z, median, median_z, trimmed_mean

NONE, ROOT = np.nan, 2**0.5


@pytest.mark.parametrize(
    ("average", "scores", "expected"),
    [
        (mean, [[1, 2, 6], [4, NONE, 8]], [3, 6]),
        (median, [[1, 2, 6], [4, NONE, 8]], [2, 6]),
        # of 5 scores one is cut at each end, of 4 none is: 0.2 * 4 = 0.8
        (trimmed_mean, [[0, 1, 2, 6, 99], [1, 2, 3, 6, NONE]], [3, 3]),
        (trimmed_mean, [[0, 5, 10, 15, 20, 25, 30, 35, 40, 1000]], [22.5]),  # two at each end: 10 to 35
        # 1 and 3: mean 2, deviation 1; 20 and 10: mean 15, deviation 5; the third is alike
        (mean_z, [[1, 20, 7], [3, 10, 7]], [0, 0]),
        # as above: -1 and 1, 1 and -1, 0
        (median_z, [[1, 20, 7], [3, 10, 7], [1, 10, 7], [3, 20, 7]], [0, 0, -1, 1]),
        # 20, 10 and 10: mean 40/3, variance 200/9, so sqrt(2) and twice -1/sqrt(2)
        (mean_z, [[3, 20, 0.1], [1, 10, 0.1], [NONE, 10, 0.1]], [(1 + ROOT) / 3, (-1 - 1 / ROOT) / 3, -1 / ROOT / 2]),
    ],
)
def test_averages_by_hand(average, scores, expected):
    np.testing.assert_allclose(average(np.array(scores, dtype=float)), expected, atol=1e-12)
