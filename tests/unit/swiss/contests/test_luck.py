import numpy as np

from bayesrank.swiss.contests.luck import SURELY, share_of_luck, without_luck

# 0, 2, 4: mean 2, variance 4
SAMPLES = np.array([[0.0, 5.0], [2.0, 5.0], [4.0, 5.0]])
MANY = np.tile(SAMPLES, (67, 1))[:201]  # 201 of them: the relative error of a variance is sqrt(2 / 200) = .1


def test_the_share_is_of_the_variance_that_was_seen():
    assert share_of_luck(SAMPLES, np.array([1.0, 1.0])).tolist() == [0.25, 0.0]  # none where nothing varies
    assert share_of_luck(SAMPLES, np.array([9.0, 0.0])).tolist() == [1.0, 0.0]  # no more than there is


def test_what_is_surely_luck_is_taken_out():
    # half of the variance is luck: .5 and .1645 of it are left, and the mean stays
    variance = MANY.var(axis=0, ddof=1)
    kept = without_luck(MANY, variance / 2)
    np.testing.assert_allclose(kept.mean(axis=0), [2, 5])
    np.testing.assert_allclose(kept.var(axis=0, ddof=1), variance * (0.5 + 0.1 * SURELY))


def test_where_all_is_luck_something_stays():
    variance = MANY.var(axis=0, ddof=1)
    np.testing.assert_allclose(without_luck(MANY, 2 * variance).var(axis=0, ddof=1), variance * 0.1 * SURELY)


def test_without_luck_or_with_little_all_stays():
    np.testing.assert_allclose(without_luck(SAMPLES, np.zeros(2)), SAMPLES)
    np.testing.assert_allclose(without_luck(MANY, MANY.var(axis=0, ddof=1) / 10), MANY)
