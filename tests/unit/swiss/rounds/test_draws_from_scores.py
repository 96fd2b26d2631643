"""Draws of published scores."""

import numpy as np
import pytest
from scipy.stats import kstest, norm, rankdata

from bayesrank.errors import DataError
from bayesrank.swiss.rounds.draws_from_scores import win_draws_from_scores
from bayesrank.swiss.rounds.joined_rounds import JoinedRounds
from tests.boards import NAN, board, shuffled

TABLE = board([[0.9, 12], [0.8, 15], [0.7, 9]], lower=["q"], errors=[[0.1, 1], [0.05, 2], [0.2, 3]])


def test_scores_are_normal_and_higher_is_better():
    drawn = win_draws_from_scores(TABLE, draws=4000, random_seed=0)
    signed = TABLE.scores * [1, -1]
    for model in range(3):
        for k in range(2):
            posterior = norm(signed[model, k], TABLE.standard_errors[model, k])
            assert kstest(drawn.scores[:, model, k], posterior.cdf).pvalue > 1e-5  # 6 tests, false alarms in 1e4
    between = np.corrcoef(drawn.scores.reshape(4000, 6).T)[np.triu_indices(6, 1)]
    assert np.abs(between).max() < 5 / np.sqrt(4000)  # independent


def test_probabilities_are_those_of_the_difference():
    shares = win_draws_from_scores(TABLE, draws=4000, random_seed=1).probabilities().win
    # a leads b by .1 with standard error sqrt(.01 + .0025); on q by 3 with sqrt(5)
    exact = norm.cdf([0.1 / np.sqrt(0.0125), 3 / np.sqrt(5)])
    np.testing.assert_allclose(shares[:, 0, 1], exact, atol=5 * 0.5 / np.sqrt(4000))


def test_benchmarks_are_joined_in_every_draw():
    apart = win_draws_from_scores(TABLE, draws=50, random_seed=2).scores
    joined = win_draws_from_scores(TABLE, rounds=JoinedRounds({"x": ["q", "p"]}, "mean_rank"), draws=50, random_seed=2)
    assert joined.rounds == ("x",)
    np.testing.assert_array_equal(joined.scores[:, :, 0], rankdata(apart, axis=1).mean(axis=2))
    assert (np.ptp(joined.scores, axis=0) > 0).all()


def test_a_sequence_changes_no_draw():
    both = win_draws_from_scores(TABLE, draws=5, random_seed=3)
    one = win_draws_from_scores(TABLE, sequence=["q"], draws=5, random_seed=3)
    np.testing.assert_array_equal(one.scores[:, :, 0], both.scores[:, :, 1])


def test_neither_names_nor_order_touch_the_draws():
    order = np.array([1, 2, 0])
    drawn = win_draws_from_scores(TABLE, draws=5, random_seed=3)
    back = win_draws_from_scores(shuffled(TABLE, order), draws=5, random_seed=3)
    np.testing.assert_array_equal(back.scores, drawn.scores[:, order])


def test_missing_scores_cannot_be_drawn():
    table = board([[1, 2], [2, NAN]], errors=0.1)
    with pytest.raises(
        DataError, match=r"got 1 missing, the first of 'b' in round 'q'\. Choose missing='drop_round'\.$"
    ):
        win_draws_from_scores(table)
    assert win_draws_from_scores(table, missing="drop_round", draws=2).rounds == ("p",)
    with pytest.raises(ValueError, match="missing must be 'drop_round' or left out where scores are drawn; got 'lose'"):
        win_draws_from_scores(table, missing="lose")


def test_standard_errors_must_be_known():
    with pytest.raises(DataError, match="standard_errors must be known to draw scores; got a score table without"):
        win_draws_from_scores(board([[1], [2]]))


def test_options_are_checked():
    with pytest.raises(ValueError, match="draws must be a whole number of at least 2; got 0"):
        win_draws_from_scores(TABLE, draws=0)
    with pytest.raises(ValueError, match="within must give scores"):
        win_draws_from_scores(TABLE, rounds=JoinedRounds({"x": ["p", "q"]}, "majority"))
