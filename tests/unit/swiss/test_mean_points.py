import numpy as np

from bayesrank.swiss.mean_points import mean_points, strength, strength_met

# Two rounds of three models: 'a' beats both, then draws with 'b' and loses to 'c'; 'b' beats 'c', then both lose.
WIN = np.array([[[9, 1, 1], [0, 9, 1], [0, 0, 9]], [[9, 0, 0], [0, 9, 0], [1, 0, 9]]], dtype=float)
DRAW = np.array([[[9, 0, 0], [0, 9, 0], [0, 0, 9]], [[9, 1, 0], [1, 9, 0], [0, 0, 9]]], dtype=float)


def test_points_are_means_over_rounds():
    # a of b: (1 + 1/2) / 2; a of c: (1 + 0) / 2; b of a: 1/2 of the second; b of c: the first alone; c of a the second
    points = mean_points(WIN, DRAW)
    assert points[[0, 0, 1, 1, 2, 2], [1, 2, 0, 2, 0, 1]].tolist() == [0.75, 0.5, 0.25, 0.5, 0.5, 0]


def test_strength_is_the_mean_over_the_others_whatever_the_diagonal():
    assert strength(WIN, DRAW).tolist() == [(0.75 + 0.5) / 2, (0.25 + 0.5) / 2, (0.5 + 0) / 2]


def test_opponents_count_as_often_as_they_are_met():
    # At the first schedule a met b three times and c once; at the second nobody met a.
    met = np.array([[[0, 3, 1], [3, 0, 0], [1, 0, 0]], [[0, 0, 0], [0, 0, 2], [0, 2, 0]]])
    found = strength_met(met, np.array([0.9, 0.5, 0.1]))
    np.testing.assert_allclose(found, [[(3 * 0.5 + 0.1) / 4, 0.9, 0.9], [np.nan, 0.1, 0.5]])
