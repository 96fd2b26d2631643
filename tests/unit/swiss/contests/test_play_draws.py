"""Contests of draws from a posterior. Two models meet once, so what each draw can expect is known: p of the draw."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from scipy.special import expit, logit

from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.contests.game import Game
from bayesrank.swiss.contests.luck import SURELY
from bayesrank.swiss.contests.match_tables import match_tables
from bayesrank.swiss.contests.play_draws import DRAWS_AT_ONCE, play_draws
from bayesrank.swiss.contests.schedules import read_schedule
from bayesrank.swiss.win_draws import WinDraws


def played(scores, match="higher_wins", *, n_contests=50, seed=0, eliminate=(0,), bye_points=0.0):
    _, n_models, n_rounds = scores.shape
    draws = WinDraws(tuple("abcde"[:n_models]), tuple(f"r{k}" for k in range(n_rounds)), scores, match)
    leave = np.stack([read_schedule(each, n_models, n_rounds).leave for each in eliminate])
    with ThreadPoolExecutor(1) as pool:
        game = Game(leave, ContestRules(bye_points=bye_points), seed)
        return play_draws(draws, game, match_tables, n_contests, pool)


def two_models(p):
    """Return scores of which the first model beats the second with the probabilities p, shape (B,)."""
    return np.stack([logit(p), np.zeros_like(p)], axis=1)[:, :, None]


# Results that are certain given the draw


def test_certain_results_have_no_noise():
    # 'a' wins in 3 of 4 draws: mean 3/4, variance 3 x (1/4)^2 + (3/4)^2 = 3/4 over 3 = 1/4; error sqrt(1/4 / 4).
    lead = np.array([1.0, 2.0, -1.0, 3.0])
    found = played(np.stack([lead, np.zeros(4)], axis=1)[:, :, None])
    assert found.wins.tolist() == [[0.75, 0.25]]
    assert found.draws[0].tolist() == [[1, 0], [1, 0], [0, 1], [1, 0]]
    assert found.noise_share.tolist() == [[0, 0]]
    assert found.spread.tolist() == [[0, 0]]
    np.testing.assert_allclose(found.mcse, [[0.25, 0.25]], rtol=1e-15)
    np.testing.assert_allclose(found.covariance[:, 0, 0], [1 / 16, 1 / 16], rtol=1e-15)
    assert found.n_contests == 50
    assert found.random_seed == 0


def test_draws_that_are_all_alike_have_no_variance_and_no_noise():
    found = played(np.array([[[2.0], [1.0]]] * 3))
    assert found.draws[0].tolist() == [[1, 0]] * 3
    assert found.noise_share.tolist() == [[0, 0]]
    assert found.mcse.tolist() == [[0, 0]]


def test_equal_scores_of_a_draw_are_half_a_point():
    # One draw has halves, the other has none: points, not units, are averaged.
    found = played(np.array([[[1.0], [1.0]], [[2.0], [1.0]]]))
    assert found.draws[0].tolist() == [[0.5, 0.5], [1, 0]]
    assert found.wins.tolist() == [[0.75, 0.25]]


def test_what_happens_is_the_mean_over_draws():
    # 'a' is better in 3 of 4 draws, and the worse leaves: two rounds of which the second is not played.
    lead = np.array([1.0, 2.0, -1.0, 3.0])
    found = played(np.repeat(np.stack([lead, np.zeros(4)], axis=1)[:, :, None], 2, axis=2), eliminate=(0, 1))
    assert found.eliminated[1].tolist() == [[0.25, 0.75], [0, 0]]
    assert found.byes.tolist() == [[1, 1], [0, 0]]
    assert found.rounds_played.tolist() == [[2, 2], [1, 1]]
    assert found.n_pairs.tolist() == [[1, 0], [1, 0]]
    np.testing.assert_allclose(found.opponents, [[0.25, 0.75]] * 2, rtol=1e-15)
    assert (found.draws[0] == found.draws[1]).all()
    # The same points at both schedules: their covariance is their variance.
    np.testing.assert_allclose(found.covariance, np.full((2, 2, 2), 1 / 16), rtol=1e-15)


# Noise inside draws


def test_shrunk_draws_have_the_variance_of_the_posterior():
    """Over 60 runs, the mean variance of the draws is that of p and its margin, though the raw one is twice as large.

    With p_b drawn once and for all, the raw variance of the means m_b has the expectation var(p) + mean(p (1 - p)) / n,
    and the noise that is taken off has the expectation mean(p (1 - p)) / n, both without bias. Three comparisons with
    4 standard errors over runs: a correct program fails with a probability of 2e-4; the seeds are fixed.
    """
    n_draws, n_contests, n_runs = 200, 10, 60
    p = expit(np.random.default_rng(3).normal(0.3, 0.7, n_draws))
    between, noise = p.var(ddof=1), (p * (1 - p)).mean() / n_contests
    assert noise > 0.8 * between
    runs = [played(two_models(p), "logistic", n_contests=n_contests, seed=seed) for seed in range(n_runs)]
    raw = np.array([run.mcse[0, 0] ** 2 * n_draws for run in runs])
    found = {
        between + noise: raw,
        noise: raw * np.array([run.noise_share[0, 0] for run in runs]),
        between + SURELY * np.sqrt(2 / 199) * (between + noise): np.array(
            [run.draws[0, :, 0].var(ddof=1) for run in runs]
        ),
    }
    for expected, values in found.items():
        error = values.std(ddof=1) / np.sqrt(n_runs)
        assert error < 0.03 * expected  # precise enough to tell variances with the noise from those without
        assert abs(values.mean() - expected) < 4 * error
    spread = np.array([run.spread[0, 0] for run in runs])
    np.testing.assert_allclose(spread**2, noise * n_contests, rtol=0.05)


def test_shrunk_draws_keep_their_mean_and_their_order():
    p = np.linspace(0.2, 0.8, 400)
    found = played(two_models(p), "logistic", n_contests=20)
    np.testing.assert_allclose(found.draws.mean(axis=1), found.wins, rtol=1e-13)
    # Half of the noise of each draw is gone, and they are nearer to what the draw can expect.
    pulled, raw = found.draws[0, :, 0], found.samples[0, :, 0]
    np.testing.assert_allclose(raw * 20, np.rint(raw * 20), atol=1e-9)  # wins in 20 contests
    assert np.mean((pulled - p) ** 2) < np.mean((raw - p) ** 2)


def test_draws_that_are_all_alike_are_as_uncertain_as_their_mean():
    """95 % intervals hold the truth, one half, in 400 runs, where all that draws differ by is the luck of contests.

    The mean over 50 draws of 40 contests has a standard error of 1/2 / sqrt(2,000). At least
    1.645 sqrt(2 / 49) = .33 of the variance of the draws, which is 50 times that of the mean, is left: intervals are at
    least 4 times as wide as those of the mean, and miss the truth in less than one of 10,000 runs.
    """
    runs = [played(two_models(np.full(50, 0.5)), "logistic", n_contests=40, seed=seed) for seed in range(400)]
    tails = np.array([np.quantile(run.draws[0, :, 0], [0.025, 0.975]) for run in runs])
    held = ((tails[:, 0] <= 0.5) & (tails[:, 1] >= 0.5)).mean()
    assert held > 0.99


def test_draws_have_contests_of_their_own():
    # Had they the same, means of equal draws would be equal. 33 draws are more than one thread plays at once.
    found = played(two_models(np.full(2 * DRAWS_AT_ONCE + 1, 0.5)), "logistic", n_contests=1_000)
    assert found.draws.shape == (1, 2 * DRAWS_AT_ONCE + 1, 2)
    assert found.mcse[0, 0] > 0
    # Independent means of 1,000 coins: the standard error over 33 draws is 1/2 / sqrt(33,000), with an error of 12.5 %.
    assert found.mcse[0, 0] == pytest.approx(0.5 / np.sqrt(33_000), rel=0.5)


@pytest.mark.parametrize(("bye_points", "total"), [(0.0, 1), (0.5, 1.5), (1.0, 2)])
def test_rules_hold_in_every_draw(bye_points, total):
    found = played(np.random.default_rng(0).normal(size=(20, 3, 1)), bye_points=bye_points)
    assert found.wins.sum() == pytest.approx(total, rel=1e-14)
    assert found.byes.sum() == pytest.approx(1, rel=1e-14)
