"""One score from several benchmarks."""

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.swiss.rounds.joined_scores import check_same_scale, column_units, join_scores
from tests.boards import board

SCORES = np.array([[10.0, 0.1], [20.0, 0.1], [30.0, 0.4]])


def test_mean_ranks_share_ties():
    # ranks from below: 1, 2, 3 on the first benchmark; 1.5, 1.5, 3 on the second
    np.testing.assert_array_equal(join_scores(SCORES, "mean_rank"), [1.25, 1.75, 3.0])


def test_mean_z_is_in_standard_deviations():
    # first: mean 20, sd 10: -1, 0, 1. Second: mean .2, sd sqrt((.01 + .01 + .04) / 2) = sqrt(.03): -1, -1, 2 / sqrt(3)
    second = np.array([-0.1, -0.1, 0.2]) / np.sqrt(0.03)
    np.testing.assert_allclose(join_scores(SCORES, "mean_z"), (np.array([-1, 0, 1]) + second) / 2, rtol=1e-14)


def test_a_benchmark_on_which_all_are_alike_changes_no_z():
    constant = np.column_stack([SCORES[:, 0], np.full(3, 7.0)])
    np.testing.assert_array_equal(join_scores(constant, "mean_z"), [-0.5, 0, 0.5])
    np.testing.assert_array_equal(column_units(constant)[1], [10, 1])


def test_a_missing_score_has_no_part_in_the_units():
    # of 1 and 3: mean 2, variance 2; of 0.3 alone, thrice in binary a number that does not sum to itself; of none
    scores = np.array([[1, 0.3, np.nan], [np.nan, 0.3, np.nan], [3, 0.3, np.nan]])
    centre, scale = column_units(scores)
    np.testing.assert_array_equal(centre, [2, 0.3, 0])
    np.testing.assert_allclose(scale, [np.sqrt(2), 1, 1], rtol=1e-15)


def test_means_that_differ_by_rounding_are_equal():
    scores = np.array([[0.1, 0.7], [0.7, 0.1], [0.4, 0.4], [0.4, 0.41]])
    assert (0.1 + 0.7) / 2 != (0.4 + 0.4) / 2  # in binary, which is what the test is about
    joined = join_scores(scores, "mean")
    assert joined[0] == joined[1] == joined[2] < joined[3]


@pytest.mark.parametrize("within", ["mean_rank", "mean_z", "mean"])
def test_the_order_of_models_and_benchmarks_changes_no_bit(within):
    scores = np.random.default_rng(1).random((9, 5))
    models, benchmarks = np.random.default_rng(2).permutation(9), np.random.default_rng(3).permutation(5)
    joined = join_scores(scores, within)
    np.testing.assert_array_equal(join_scores(scores[np.ix_(models, benchmarks)], within), joined[models])


@pytest.mark.parametrize("within", ["mean_rank", "mean_z", "mean"])
@pytest.mark.parametrize("n_models", [0, 1])
def test_fewer_than_two_models_have_scores_too(within, n_models):
    assert np.isfinite(join_scores(SCORES[:n_models], within)).sum() == n_models


@pytest.mark.parametrize(
    ("scores", "lower", "got"),
    [
        ([[0.1, 20], [0.2, 30]], (), "'p' 0 to 1, 'q' 0 to 100"),
        ([[0.1, -0.2], [0.2, 0.3]], (), "'p' 0 to 1, 'q' another range"),
        ([[1100, 1200], [1000, 1300]], (), "'p' another range, 'q' another range"),
        ([[0.1, 0.2], [0.2, 0.3]], ("q",), "higher and lower is better"),
    ],
)
def test_a_mean_is_of_one_scale_and_direction(scores, lower, got):
    with pytest.raises(DataError, match=f"share direction and scale for within='mean', 0 to 1 or 0 to 100; got {got}"):
        check_same_scale(board(scores, lower=lower), "sum", [0, 1])


@pytest.mark.parametrize(
    ("scores", "lower"), [([[0, 1], [0.5, 0.5]], ()), ([[3, 50], [40, 0.5]], ("p", "q")), ([[0, 50], [0, 40]], ())]
)
def test_shares_and_percentages_have_a_mean(scores, lower):
    check_same_scale(board(scores, lower=lower), "sum", [0, 1])
