import numpy as np

from bayesrank.swiss.contests.luck import share_of_luck, without_luck

# 0, 2, 4: mean 2, variance 4
SAMPLES = np.array([[0.0, 5.0], [2.0, 5.0], [4.0, 5.0]])


def test_the_share_is_of_the_variance_that_was_seen():
    assert share_of_luck(SAMPLES, np.array([1.0, 1.0])).tolist() == [0.25, 0.0]  # none where nothing varies
    assert share_of_luck(SAMPLES, np.array([9.0, 0.0])).tolist() == [1.0, 0.0]  # no more than there is


def test_what_is_left_is_the_posterior_and_the_luck_of_the_mean():
    # A quarter of 4 is luck: 3 is left, and a third of 1: 10/3. The mean stays.
    kept = without_luck(SAMPLES, np.array([1.0, 1.0]))
    np.testing.assert_allclose(kept.mean(axis=0), [2, 5])
    np.testing.assert_allclose(kept.var(axis=0, ddof=1), [10 / 3, 0])


def test_where_all_is_luck_the_mean_stays_uncertain():
    # All of 4 is luck: a third of it is left.
    np.testing.assert_allclose(without_luck(SAMPLES, np.array([4.0, 0.0])).var(axis=0, ddof=1), [4 / 3, 0])


def test_without_luck_all_stays():
    np.testing.assert_allclose(without_luck(SAMPLES, np.zeros(2)), SAMPLES)
