"""Averages worked by hand, with missing scores and benchmarks that tell nobody apart."""

import numpy as np
import pytest

from bayesrank.studies.average_scores import mean, mean_z, median, median_z, trimmed_mean

NONE, ROOT, THIRD = np.nan, 2**0.5, 3**0.5


@pytest.mark.parametrize(
    ("average", "scores", "expected"),
    [
        (mean, [[1, 2, 6], [4, NONE, 8]], [3, 6]),
        (median, [[1, 2, 6], [4, NONE, 8]], [2, 6]),
        # of 5 scores one is cut at each end, of 4 none is: 0.2 * 4 = 0.8
        (trimmed_mean, [[0, 1, 2, 6, 99], [1, 2, 3, 6, NONE]], [3, 3]),
        (trimmed_mean, [[0, 5, 10, 15, 20, 25, 30, 35, 40, 1000]], [22.5]),  # two at each end: 10 to 35
        # 1 and 3: mean 2, a deviation down and up; 20 and 10: mean 15, up and down; the third is alike
        (mean_z, [[1, 20, 7], [3, 10, 7]], [0, 0]),
        # four scores 1 from their mean: variance 4/3; 5 from it, 100/3
        (median_z, [[1, 20, 7], [3, 10, 7], [1, 10, 7], [3, 20, 7]], [0, 0, -(0.75**0.5), 0.75**0.5]),
        # 3 and 1: variance 2; 20, 10 and 10: mean 40/3, variance 100/3, so 2/sqrt(3) and twice -1/sqrt(3)
        (
            mean_z,
            [[3, 20, 0.1], [1, 10, 0.1], [NONE, 10, 0.1]],
            [(1 / ROOT + 2 / THIRD) / 3, (-1 / ROOT - 1 / THIRD) / 3, -1 / THIRD / 2],
        ),
    ],
)
def test_averages_by_hand(average, scores, expected):
    np.testing.assert_allclose(average(np.array(scores, dtype=float)), expected, atol=1e-12)
