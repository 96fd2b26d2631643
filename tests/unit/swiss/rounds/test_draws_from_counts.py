"""Draws of accuracies."""

import numpy as np
import pytest
from scipy.stats import beta, kstest

from bayesrank.swiss.rounds.draws_from_counts import win_draws_from_counts
from bayesrank.swiss.rounds.from_counts import win_tensor_from_counts
from bayesrank.swiss.rounds.round_counts import count_rounds

RIGHT, TRIALS = [[7, 0, 12], [5, 1, 30], [5, 3, 11]], [10, 4, 40]


def test_accuracies_have_their_posterior():
    drawn = win_draws_from_counts(count_rounds(RIGHT, TRIALS), draws=4000, random_seed=0)
    assert drawn.scores.shape == (4000, 3, 3)
    assert (drawn.random_seed, drawn.match) == (0, "higher_wins")
    for model in range(3):
        for k in range(3):
            posterior = beta(RIGHT[model][k] + 0.5, TRIALS[k] - RIGHT[model][k] + 0.5)
            assert kstest(drawn.scores[:, model, k], posterior.cdf).pvalue > 1e-5  # 9 tests, false alarms in 1e4


def test_shares_of_draws_are_the_exact_probabilities():
    counts = count_rounds(RIGHT, TRIALS)
    shares = win_draws_from_counts(counts, draws=4000, random_seed=1).probabilities().win
    exact = win_tensor_from_counts(counts).win
    np.testing.assert_allclose(shares, exact, atol=5 * 0.5 / np.sqrt(4000))  # 5 standard errors


def test_neither_names_nor_order_touch_the_draws():
    drawn = win_draws_from_counts(count_rounds(RIGHT, TRIALS), draws=5, random_seed=3)
    models, rounds = [2, 0, 1], [1, 2, 0]
    there = count_rounds(np.array(RIGHT)[np.ix_(models, rounds)], np.array(TRIALS)[rounds], models=["z", "y", "x"])
    back = win_draws_from_counts(there, draws=5, random_seed=3)
    np.testing.assert_array_equal(back.scores, drawn.scores[:, models][:, :, rounds])


def test_options_are_checked():
    with pytest.raises(ValueError, match="draws must be a whole number of at least 2; got 1"):
        win_draws_from_counts(count_rounds(RIGHT, TRIALS), draws=1)
    fresh = win_draws_from_counts(count_rounds(RIGHT, TRIALS), draws=2)
    again = win_draws_from_counts(count_rounds(RIGHT, TRIALS), draws=2, random_seed=fresh.random_seed)
    np.testing.assert_array_equal(again.scores, fresh.scores)
