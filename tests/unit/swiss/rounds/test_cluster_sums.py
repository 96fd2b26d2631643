"""Sums by cluster."""

import numpy as np

from bayesrank.swiss.rounds.cluster_sums import cluster_sums


def test_each_cluster_has_the_sum_of_its_questions():
    # clusters 0: questions 1 and 3, 2: question 2; cluster 1 has none
    table = np.array([[1, 2, -1], [5, 0, 3]])
    np.testing.assert_array_equal(cluster_sums(table, np.array([0, 2, 0]), 3), [[0, 0, 2], [8, 0, 0]])
