"""Simulated Swiss contests against exact ones where no stored answers are, and against a second simulation in NumPy.

Seeds are fixed. Each test says how many numbers it compares with a limit of 4 standard errors, which a right number
passes with a probability of 6.3e-5: all tests together fail with one of at most 0.2 for seeds that nobody chose.
"""

from dataclasses import replace

import numpy as np
import pytest
from scipy.special import expit

from bayesrank.swiss.contests.contest_budget import contest_budget
from bayesrank.swiss.contests.contest_rules import ContestRules
from bayesrank.swiss.contests.play import expected_wins
from bayesrank.swiss.contests.schedules import read_schedule
from bayesrank.swiss.exact.exact import exact_wins
from bayesrank.swiss.win_draws import WinDraws
from bayesrank.swiss.win_tensor import WinTensor
from tests.swiss_reference import simulate

N_CONTESTS = 40_000
LIMIT = 4
ROUNDING = 1e-12
OTHER_RULES = {
    "all meet": ContestRules(pairing="round_robin"),
    "all meet, cascade": ContestRules(pairing="round_robin", overflow="cascade"),
    "random, bye of a half": ContestRules(pairing="random", bye_points=0.5),
    "down, bye of one": ContestRules(floats="down", bye_points=1),
    "down, cascade": ContestRules(floats="down", overflow="cascade"),
    "down, bye of a half, cascade": ContestRules(floats="down", overflow="cascade", bye_points=0.5),
    "bye of one, cascade": ContestRules(overflow="cascade", bye_points=1),
}


def few_are_left(k, n_models):
    """Let two leave as long as there are more than three."""
    return 2 * (n_models > 3) + (k == 1)


def tensor(kind, n_models, n_rounds, seed):
    rng = np.random.default_rng(seed)
    worth = rng.normal(size=(1, n_models)) + rng.normal(size=(n_rounds, n_models))
    lead = worth[:, :, None] - worth[:, None, :]
    win, draw = expit(lead), np.zeros(lead.shape)
    if kind == "certain":
        win = (lead > 0).astype(np.float64)
    if kind == "draws":
        draw = 0.8 * win * win.swapaxes(1, 2)  # and as likely to be lost by both as it is to be drawn, nearly
        win = win - win * win.swapaxes(1, 2)
    models = tuple(f"model {number}" for number in range(n_models))
    return WinTensor(models, tuple(f"round {number}" for number in range(n_rounds)), win, draw)


def check_points(found, exact):
    """Compare expected points, where they vary in standard errors, else for equality."""
    off = np.abs(found.wins - exact.wins)
    varies = exact.spread > ROUNDING
    assert np.all(off[~varies] < ROUNDING)
    assert np.all(off[varies] < LIMIT * exact.spread[varies] / np.sqrt(N_CONTESTS))


# Against exact contests


@pytest.mark.parametrize("kind", ["certain", "chance", "draws"])
@pytest.mark.parametrize("rules", OTHER_RULES.values(), ids=OTHER_RULES)
def test_other_rules(kind, rules):
    # 21 cases x 3 schedules x 3 or 5 models: 279 numbers of points, and as many of byes, rounds and opponents. The last
    # three by their largest possible errors: a number from 0 to K has a variance of at most mean x (K - mean), and a
    # mean over Y matches, out of at most y in a contest, one of y / E[Y] / n.
    n_models = 3 if rules.pairing == "round_robin" else 5  # with more there are too many different points
    played = tensor(kind, n_models, 4, seed=1)
    schedules = [read_schedule(each, n_models, 4) for each in (0, 1, few_are_left)]
    found = expected_wins(played, schedules, rules, n_contests=N_CONTESTS, random_seed=11, cores=1)
    exact = exact_wins(played, schedules, rules)
    check_points(found, exact)
    for name in ("byes", "rounds_played"):
        expected = getattr(exact, name)
        largest = np.sqrt(np.clip(expected * (4 - expected), 0, None) / N_CONTESTS)
        assert np.all(np.abs(getattr(found, name) - expected) <= LIMIT * largest + ROUNDING)
    most = 8 if rules.pairing == "round_robin" else 4
    met = (exact.rounds_played - exact.byes) * most / 4  # at most
    error = np.sqrt(most / np.maximum(met, 1 / most) / N_CONTESTS)
    assert np.all(np.abs(found.opponents - exact.opponents) < LIMIT * error)


@pytest.mark.parametrize("kind", ["certain", "chance", "draws"])
def test_rounds_that_are_all_alike(kind):
    # 3 cases x 2 schedules x 5 models: 30 numbers.
    played = tensor(kind, 5, 4, seed=2)
    schedules = [read_schedule(each, 5, 4) for each in (0, 1)]
    found = expected_wins(
        played, schedules, ContestRules(), n_contests=N_CONTESTS, random_seed=12, rounds="exchangeable", cores=1
    )
    mean = np.repeat(played.expected_points.mean(axis=0)[None], 4, axis=0)
    exact = exact_wins(replace(played, win=mean, draw=np.zeros(mean.shape)), schedules, ContestRules())
    check_points(found, exact)


def test_draws_from_a_posterior():
    # 4 draws x 2 schedules x 4 models: 32 numbers, and 8 means over the draws.
    scores = np.random.default_rng(3).normal(size=(4, 4, 3))
    draws = WinDraws(tuple("abcd"), tuple("xyz"), scores, match="logistic")
    schedules = [read_schedule(each, 4, 3) for each in (0, 1)]
    found = expected_wins(draws, schedules, ContestRules(), n_contests=N_CONTESTS, random_seed=13, cores=1)
    each = [
        exact_wins(WinTensor(draws.models, draws.rounds, *draws.match_probabilities(one)), schedules, ContestRules())
        for one in scores
    ]
    wins = np.stack([one.wins for one in each], axis=1)
    error = np.stack([one.spread for one in each], axis=1) / np.sqrt(N_CONTESTS)
    assert np.all(np.abs(found.draws - wins) < (LIMIT + 1) * error)  # pulled towards their mean, by less than an error
    assert np.all(np.abs(found.wins - wins.mean(axis=1)) < LIMIT * np.sqrt((error**2).sum(axis=1)) / 4)


# The simulation in NumPy


@pytest.mark.parametrize("kind", ["certain", "chance", "draws"])
@pytest.mark.parametrize("bye_points", [0, 0.5, 1])
def test_the_reference_against_exact_contests(kind, bye_points):
    # 9 cases x 4 schedules x 6 models: 216 numbers.
    played, rules = tensor(kind, 6, 4, seed=4), ContestRules(bye_points=bye_points)
    schedules = [read_schedule(each, 6, 4) for each in (0, 1, [0, 3, 0, 1], few_are_left)]
    exact = exact_wins(played, schedules, rules)
    for row, schedule in enumerate(schedules):
        wins, _ = simulate(
            played.win, played.draw, schedule.leave, n_contests=N_CONTESTS, random_seed=row, bye_points=bye_points
        )
        off, spread = np.abs(wins - exact.wins[row]), exact.spread[row]
        assert np.all(off[spread <= ROUNDING] < ROUNDING)
        assert np.all(off[spread > ROUNDING] < LIMIT * spread[spread > ROUNDING] / np.sqrt(N_CONTESTS))


@pytest.mark.parametrize("kind", ["certain", "chance"])
@pytest.mark.parametrize("eliminate", [0, 1, 2])
def test_two_simulations_of_the_setting_of_the_paper(kind, eliminate):
    # 6 cases x 29 models: 174 numbers. Their errors are estimated, from 20,000 contests each.
    played, schedule = tensor(kind, 29, 12, seed=5), read_schedule(eliminate, 29, 12)
    wins, error = simulate(played.win, played.draw, schedule.leave, n_contests=20_000, random_seed=14)
    found = expected_wins(played, [schedule], ContestRules(), n_contests=20_000, random_seed=14, cores=1)
    total = contest_budget(29, 12, [eliminate]).total[0]
    assert wins.sum() == pytest.approx(total, abs=1e-9)
    assert found.wins.sum() == pytest.approx(total, abs=1e-9)
    np.testing.assert_array_equal(found.n_pairs, contest_budget(29, 12, [eliminate]).n_pairs)
    assert np.all(np.abs(wins - found.wins[0]) < LIMIT * np.hypot(error, found.mcse[0]) + ROUNDING)
    np.testing.assert_allclose(error, found.mcse[0], rtol=0.1)


def test_more_than_thirty_models_in_the_reference():
    # Closed form: coins share the matches. 40 numbers.
    coins, never = np.full((3, 40, 40), 0.5), np.zeros((3, 40, 40))
    schedule = read_schedule(2, 40, 3)
    wins, error = simulate(coins, never, schedule.leave, n_contests=20_000, random_seed=15)
    assert np.all(np.abs(wins - contest_budget(40, 3, [2]).total[0] / 40) < LIMIT * error)
