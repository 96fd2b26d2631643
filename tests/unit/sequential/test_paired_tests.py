"""Paired tests of all pairs: against SciPy's, Holm's steps by hand, and how often they err where nothing differs."""

import numpy as np
import pytest
from scipy import stats

from bayesrank.sequential.paired_tests import PairMoments, holm, mcnemar, paired_z, z_values

RIGHT = (np.random.default_rng(3).random((120, 4)) < [0.8, 0.7, 0.5, 0.5]).astype(float)
GRADED = np.random.default_rng(4).beta(2, [1, 2, 3], (90, 3))
PAIRS = [(j, l) for j in range(4) for l in range(4) if j != l]  # noqa: E741


@pytest.mark.parametrize("pair", PAIRS)
def test_mcnemar_is_the_binomial_test_of_the_questions_that_one_is_right_on(pair):
    first, second = RIGHT[:, pair[0]], RIGHT[:, pair[1]]
    wins, losses = int((first > second).sum()), int((first < second).sum())
    expected = stats.binomtest(wins, wins + losses, 0.5, alternative="greater").pvalue
    assert mcnemar(PairMoments.of_scores(RIGHT))[pair] == pytest.approx(expected, rel=1e-12)


def test_mcnemar_by_hand():
    # 4 wins of 5 discordant questions: (5 + 1) / 32 at least so many; the other way 1 of 5 or more: 31/32.
    scores = np.array([[1, 0]] * 4 + [[0, 1]] + [[1, 1]] * 7, dtype=float)
    np.testing.assert_allclose(mcnemar(PairMoments.of_scores(scores)), [[1, 6 / 32], [31 / 32, 1]], rtol=1e-12)


def test_paired_z_is_the_t_statistic_with_the_normal_limit():
    moments = PairMoments.of_scores(GRADED)
    for j, l in [(0, 1), (1, 0), (0, 2), (2, 1)]:  # noqa: E741
        statistic = stats.ttest_rel(GRADED[:, j], GRADED[:, l]).statistic
        assert z_values(moments)[j, l] == pytest.approx(statistic, rel=1e-9)
        assert paired_z(moments)[j, l] == pytest.approx(stats.norm.sf(statistic), rel=1e-9)


def test_equal_differences_have_no_standard_error_and_say_nothing():
    scores = np.array([[0.9, 0.6, 0.6], [0.5, 0.2, 0.2], [0.4, 0.1, 0.1]])
    np.testing.assert_array_equal(paired_z(PairMoments.of_scores(scores)), np.ones((3, 3)))
    np.testing.assert_array_equal(paired_z(PairMoments.of_scores(scores[:1])), np.ones((3, 3)))


def test_sums_after_several_numbers_of_questions_are_those_of_each():
    times = np.array([7, 50, 120])
    together = PairMoments.of_scores(RIGHT, times)
    for look, time in enumerate(times):
        alone = PairMoments.of_scores(RIGHT[:time])
        np.testing.assert_array_equal(together.product[look], alone.product)
        np.testing.assert_array_equal(mcnemar(together)[look], mcnemar(alone))
        np.testing.assert_allclose(paired_z(together)[look], paired_z(alone), rtol=1e-12)


def test_holm_by_hand():
    # Of six p-values the least counts six times, the next five times, and so on, and none less than the one before:
    # .005 * 6 = .03, .01 * 5 = .05, .03 * 4 = .12, .04 * 3 = .12, .4 * 2 = .8, .7 * 1 -> .8.
    p_values = np.array([[np.nan, 0.01, 0.04], [0.03, np.nan, 0.005], [0.7, 0.4, np.nan]])
    expected = [[1, 0.05, 0.12], [0.12, 1, 0.03], [0.8, 0.8, 1]]
    np.testing.assert_allclose(holm(p_values), expected, rtol=1e-12)
    np.testing.assert_allclose(holm(np.stack([p_values, p_values.T]))[1], np.transpose(expected), rtol=1e-12)


def test_nothing_is_certified_too_often_where_nothing_differs():
    # 4,000 data sets of five models alike on 80 questions, at 10 %. Binomial bound: exceeded once in a million.
    rng = np.random.default_rng(0)
    right = (rng.random((4000, 80, 5)) < rng.beta(2, 1, (4000, 80, 1))).astype(float)
    moments = PairMoments(np.full(4000, 80), right.sum(axis=1), np.swapaxes(right, 1, 2) @ right)
    wrong = (holm(mcnemar(moments)) <= 0.1).any(axis=(1, 2))
    assert wrong.sum() <= stats.binom.ppf(1 - 1e-6, 4000, 0.1)
    assert wrong.sum() > 20  # it can certify: one of twenty pairs at .005, discreteness costs half or so
