import json

import numpy as np
import pytest
from scipy.stats import binom, norm

from bayesrank.errors import DataError
from bayesrank.swiss.fragility.wins_tiers import wins_tiers
from tests.swiss_wins import made_up_wins


def drawn_wins(means, errors, *, n_draws=1000, seed=0):
    draws = np.asarray(means) + np.random.default_rng(seed).normal(size=(n_draws, len(means))) * np.asarray(errors)
    return made_up_wins([draws.mean(axis=0)], draws=draws[None])


def test_peeling_sets_those_aside_that_nobody_is_surely_above():
    # a and b are one apart and have errors of 1, c is 10 below: differences have errors of sqrt(2), c's of 7.
    found = wins_tiers(drawn_wins([20, 19, 10, 9.5], [1, 1, 1, 1]))
    assert found.tier.tolist() == [1, 1, 2, 2]
    assert found.frame()["tier"].tolist() == [1, 1, 2, 2]
    assert repr(found) == "WinsTiers(4 models in 2 tiers of 2, 2, by peel, eliminations 0, uncertainty: posterior)"
    # c and d are never above a limit of 2.1 errors by a draw's luck of half an error more than once in some draws, and
    # the tiers are the same in nearly all of them.
    assert found.same_tier[0, 2] < 0.001
    assert found.same_tier[2, 3] > 0.9
    assert np.array_equal(found.same_tier, found.same_tier.T)


def test_two_models_are_apart_when_their_difference_is_beyond_its_one_sided_bound():
    # For two models the bound is the quantile of one difference: the best has the other 1.645 of its errors below.
    draws = norm.ppf((np.arange(1000) + 0.5) / 1000)[:, None] * np.array([0.5, -0.5])  # a difference of error 1
    for lead, tiers in ((1.6, [1, 1]), (1.7, [1, 2])):
        moved = draws + np.array([lead, 0.0])
        assert wins_tiers(made_up_wins([moved.mean(axis=0)], draws=moved[None])).tier.tolist() == tiers


def test_the_best_is_in_the_first_tier_as_often_as_promised():
    """10 models of which three are equally best, errors of all sizes, 400 replications at alpha = .1.

    Each of the best is kept with probability .9 at least, but for the quantile of 200 draws, off by .02 or less; the
    others are half an error to three below. Binomial limit at 1e-6.
    """
    rng = np.random.default_rng(1)
    means = np.array([5, 5, 5, 4.5, 4, 4, 3, 3, 2, 2])
    errors = np.array([0.5, 1, 2, 0.5, 0.5, 1, 1, 0.5, 1, 2])
    kept = np.zeros(3)
    for _ in range(400):
        estimate = rng.normal(means, errors)
        draws = rng.normal(estimate, errors, size=(200, 10))
        tier = wins_tiers(made_up_wins([draws.mean(axis=0)], draws=draws[None]), alpha=0.1).tier
        kept += tier[:3] == 1
    assert np.all(kept >= binom.ppf(1e-6, 400, 0.88))


def test_gaps_find_the_number_of_groups():
    # Three groups that are 10 apart, with spreads of about .5.
    means = np.array([30, 30.5, 31, 20, 20.5, 21, 10, 10.5, 11])
    found = wins_tiers(drawn_wins(means, np.full(9, 0.3)), method="gaps")
    assert found.tier.tolist() == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    np.testing.assert_array_equal(found.same_tier, np.kron(np.eye(3), np.ones((3, 3))))
    assert found.alpha is None


def test_criterion_is_bayes_information_with_the_noise_added():
    # Values 0, 1, 10, 11 and noise v: with k tiers 4 log(S / 4 + v) + 2 k log 4, S = 101, 1, .5, 0. At v = .01:
    # 15.68, 0.22, ... S = 1: 4 log .26 + 4 log 4 = .157; S = .5: 4 log .135 + 6 log 4 = .308; S = 0:
    # 4 log .01 + 8 log 4 = -7.33: four tiers. At v = 1: 4 log 1.25 + 5.545 = 6.44; 4 log 1.125 + 8.318 = 8.79;
    # 0 + 11.09: two tiers.
    values = np.array([0.0, 1.0, 10.0, 11.0])
    for noise, tiers in ((0.01, [4, 3, 2, 1]), (1.0, [2, 2, 1, 1])):
        pattern = np.array([1.0, -1.0, 1.0, -1.0])[:, None] * np.sqrt(noise * 3 / 4)  # variance of four draws: noise
        draws = values + pattern
        found = wins_tiers(made_up_wins([values], draws=draws[None]), method="gaps")
        assert found.tier.tolist() == tiers


def test_number_of_gaps_may_be_given():
    found = wins_tiers(drawn_wins([9, 8, 1], [0.1] * 3), method="gaps", n_tiers=3)
    assert found.tier.tolist() == [1, 2, 3]
    assert found.frame()["certainty"].tolist() == [1, 1, 1]


def test_certainty_is_the_mean_share_of_draws_that_confirm_a_tier():
    # Two tiers asked for; in one half of the draws b is with a, in the other with c: means 10, 6, 0 put b with a.
    draws = np.array([[10.0, 9.0, 0.0], [10.0, 3.0, 0.0]])
    found = wins_tiers(made_up_wins([draws.mean(axis=0)], draws=draws[None]), method="gaps", n_tiers=2)
    assert found.tier.tolist() == [1, 1, 2]
    np.testing.assert_allclose(found.frame()["certainty"], [0.5, 0.5, 1])


def test_schedule_is_chosen_by_its_name():
    draws = np.stack([np.zeros((4, 2)), [[5.0, 0.0]] * 4])
    wins = made_up_wins(draws.mean(axis=1), draws=draws)
    assert wins_tiers(wins).tier.tolist() == [1, 1]
    assert wins_tiers(wins, schedule="1").tier.tolist() == [1, 2]  # without any error
    with pytest.raises(ValueError, match="schedule must be one of 0, 1; got '2'"):
        wins_tiers(wins, schedule="2")


def test_contests_alone_make_tiers_only_where_it_is_said():
    # Errors of .1: a difference has .2 at most, and with one other .05 is one-sided 1.645 of it: .329.
    covariance = np.full((2, 1, 1), 0.01)
    with pytest.raises(DataError, match=r"tiers must rest on posterior draws .* of 1,000 contests alone"):
        wins_tiers(made_up_wins([[5.0, 4.8]], covariance=covariance))
    for lead, tiers in ((0.32, [1, 1]), (0.34, [1, 2])):
        found = wins_tiers(made_up_wins([[5 + lead, 5]], covariance=covariance), allow="monte_carlo")
        assert found.tier.tolist() == tiers
        assert found.uncertainty == "monte_carlo"
        assert found.same_tier is None
        assert found.frame()["certainty"].isna().all()
    gaps = wins_tiers(made_up_wins([[5.0, 0.0]], covariance=covariance), method="gaps", n_tiers=2, allow="monte_carlo")
    assert gaps.tier.tolist() == [1, 2]


@pytest.mark.parametrize("n_models", [2, 8])
def test_luck_that_shares_out_the_wins_parts_equal_models_no_more_often_than_said(n_models):
    """Errors that sum to zero, 2,000 replications at alpha = .05; a model is below the first tier with .05 at most.

    Of two models the errors are e and -e and the bound is exact. Were they taken for independent, the difference, with
    an error of 2, would be held against one of sqrt(2): a model would be below with P(Z > 1.163) = .122.
    """
    rng = np.random.default_rng(3)
    below = np.zeros(n_models)
    for _ in range(2000):
        luck = rng.normal(size=n_models)
        luck = (luck - luck.mean()) / np.sqrt(1 - 1 / n_models)  # each of variance 1
        wins = made_up_wins([5 + luck], covariance=np.ones((n_models, 1, 1)))
        below += wins_tiers(wins, allow="monte_carlo").tier > 1
    assert np.all(below <= binom.isf(1e-6, 2000, 0.05))


def test_exact_wins_are_refused():
    with pytest.raises(DataError, match="expected wins must be uncertain to be put into tiers; got exact ones"):
        wins_tiers(made_up_wins([[5.0, 4.0]], n_contests=None), allow="monte_carlo")


def test_gaps_of_draws_that_never_change_are_their_values():
    draws = np.array([[[3.0, 3.0, 1.0]] * 5])
    found = wins_tiers(made_up_wins(draws.mean(axis=1), draws=draws), method="gaps")
    assert found.tier.tolist() == [1, 1, 2]


def test_too_many_tiers_and_tiers_of_peel_are_refused():
    wins = drawn_wins([2, 1], [1, 1])
    with pytest.raises(ValueError, match="n_tiers must be at most 2, the different wins; got 3"):
        wins_tiers(wins, method="gaps", n_tiers=3)
    with pytest.raises(ValueError, match="n_tiers must be left out for 'peel', which finds it; got 2"):
        wins_tiers(wins, n_tiers=2)


def test_record_is_plain():
    record = wins_tiers(drawn_wins([20, 19, 10], [1, 1, 1])).record()
    assert json.loads(json.dumps(record, allow_nan=False)) == record
    assert [row["tier"] for row in record["models"]] == [1, 1, 2]
    assert record["same_tier"][2][2] == 1
    contests = made_up_wins([[5.0, 4.0]], covariance=np.full((2, 1, 1), 0.01))
    assert wins_tiers(contests, allow="monte_carlo").record()["same_tier"] is None


@pytest.mark.parametrize(("name", "value"), [("method", "knots"), ("allow", "all")])
def test_unknown_words_are_refused(name, value):
    with pytest.raises(ValueError, match=f"{name} must be one of .*; got '{value}'"):
        wins_tiers(drawn_wins([2, 1], [1, 1]), **{name: value})
