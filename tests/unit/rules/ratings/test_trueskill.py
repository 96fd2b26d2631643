"""TrueSkill: beliefs on abilities."""

from dataclasses import replace
from math import sqrt
from statistics import NormalDist

import numpy as np
import pytest

from bayesrank.rules.ratings import _updates
from bayesrank.rules.ratings import trueskill as module
from bayesrank.rules.ratings.trueskill import trueskill

NOTHING = {"drift": 0.0}
# One draw in ten between equals, as in the implementations of TrueSkill: their performances differ by less than the
# margin with probability 0.1, where the standard deviation of the difference is sqrt(2) x 25/6.
MARGIN = NormalDist().inv_cdf(0.55) * sqrt(2) * 25 / 6


def deviations(games, **options):
    return trueskill.diagnose(games, **options)["deviation"]


@pytest.mark.parametrize(
    ("result", "x", "y", "deviation"),
    # Two new players, from the tests of Moser's implementation (Skills); the Python package trueskill gives the same.
    # Both approximate normal probabilities to a relative 1e-7, and a draw takes the difference of two.
    [("x>y", 29.39583201999924, 20.60416798000076, 7.171475587326186), ("x=y", 25, 25, 6.4575196623173081)],
)
def test_published_results_of_two_new_players(result, x, y, deviation, battles, by_name):
    # Drift comes before the first game there, and between seasons here: a season in which nothing counts goes first.
    games = battles("x=y", result)
    games = replace(games, weight=np.array([0.0, 1.0]))
    options = {"ties": "draw", "draw_margin": MARGIN}
    assert by_name(games, trueskill(games, **options)) == pytest.approx({"x": x, "y": y}, rel=1e-7)
    np.testing.assert_allclose(deviations(games, **options), deviation, rtol=1e-6)


def test_by_hand(battles, by_name):
    # Equals, no margin: spread^2 = 2 (25/6)^2 + 2 (25/3)^2 = 173.611 = 13.17616^2; shift = sqrt(2/pi) = 0.797885,
    # shrinkage = 2/pi = 0.636620. Means move by 69.4444/13.17616 x 0.797885 = 4.20523; variances become
    # 69.4444 (1 - 0.4 x 0.636620) = 51.7606 = 7.19448^2.
    games = battles("x>y")
    assert by_name(games, trueskill(games)) == pytest.approx({"x": 29.20523, "y": 20.79477}, abs=1e-5)
    assert by_name(games, deviations(games)) == pytest.approx({"x": 7.19448, "y": 7.19448}, abs=1e-5)


def test_what_simultaneous_pairs_say_adds_up(trials, battles, by_name):
    # x alone is right. Each pair adds 1/51.7606 - 1/69.4444 = 0.00491970 to the precision of x and
    # 4.20523/51.7606 = 0.0812438 to its pull (above): variance 1/(0.0144 + 2 x 0.00491970) = 41.2552, mean
    # 25 + 2 x 0.0812438 x 41.2552 = 31.7035. y and z, both wrong, learn of one pair only.
    games = trials([[1], [0], [0]])
    means = by_name(games, trueskill(games))
    assert means == pytest.approx({"x": 31.7035, "y": 20.79477, "z": 20.79477}, abs=1e-4)
    assert by_name(games, deviations(games))["x"] == pytest.approx(sqrt(41.2552), abs=1e-4)
    weighted = battles("x>y", weights=[2.0])
    assert by_name(weighted, trueskill(weighted)) == pytest.approx({"x": 31.7035, "y": 18.2965}, abs=1e-4)


def test_the_second_game_starts_where_the_first_ended(battles, by_name):
    # Formulas of the docstring, worked from 29.20523, 20.79477 and 51.7606 (above), with probabilities of the library.
    games = battles("x>y", "x>y")
    spread = sqrt(2 * (25 / 6) ** 2 + 2 * 51.76060)
    lead = 2 * 4.205227 / spread
    shift = NormalDist().pdf(lead) / NormalDist().cdf(lead)
    mean = 29.205227 + 51.76060 / spread * shift
    variance = 51.76060 * (1 - 51.76060 / spread**2 * shift * (shift + lead))
    assert by_name(games, trueskill(games, **NOTHING))["x"] == pytest.approx(mean, abs=1e-4)
    assert by_name(games, deviations(games, **NOTHING))["x"] == pytest.approx(sqrt(variance), abs=1e-4)


def test_each_of_a_pair_moves_by_its_own_variance(battles, by_name):
    # z, new, beats x of 29.205227 and variance 51.7606 (above), or loses to it. Formulas of the docstring.
    for result, sign in (("z>x", 1), ("x>z", -1)):
        games = battles("x>y", result)
        spread = sqrt(2 * (25 / 6) ** 2 + 51.76060 + 69.44444)
        lead = sign * (25 - 29.205227) / spread
        shift = NormalDist().pdf(lead) / NormalDist().cdf(lead)
        means, spreads = by_name(games, trueskill(games, **NOTHING)), by_name(games, deviations(games, **NOTHING))
        for model, mean, variance, way in (("z", 25, 69.44444, sign), ("x", 29.205227, 51.76060, -sign)):
            assert means[model] == pytest.approx(mean + way * variance / spread * shift, abs=1e-4)
            after = variance * (1 - variance / spread**2 * shift * (shift + lead))
            assert spreads[model] == pytest.approx(sqrt(after), abs=1e-4)


@pytest.mark.parametrize(
    ("ties", "both", "deviation"),
    # A draw within no margin says that both performed alike: 69.4444 (1 - 0.4) = 41.6667 = 6.45497^2.
    [
        ("skip", 1, 25 / 3),
        ("skip", 0, 25 / 3),
        ("draw", 1, 6.45497),
        ("draw", 0, 6.45497),
        ("draw_if_right", 1, 6.45497),
        ("draw_if_right", 0, 25 / 3),
    ],
)
def test_two_that_are_both_right_or_both_wrong_draw_or_not(ties, both, deviation, trials):
    games = trials([[both], [both]])
    assert trueskill(games, ties=ties).tolist() == [25, 25]
    np.testing.assert_allclose(deviations(games, ties=ties), deviation, atol=1e-5)


def test_ties_are_skipped_unless_asked_for(battles):
    np.testing.assert_allclose(deviations(battles("x=y")), 25 / 3, rtol=1e-15)


def test_chances_of_being_right_are_shares_of_results(questions, by_name):
    # Right with 1/2 and 1/4: x beats y 3/8 and loses 1/8. In units of one win (above) the pulls are 3/8 - 1/8, the
    # precisions 3/8 + 1/8: variance 1/(0.0144 + 0.00491970 / 2) = 59.3120, mean 25 + 0.0812438 / 4 x 59.3120.
    games = questions([[[1, 1, 0, 0]], [[1, 0, 0, 0]]])
    assert by_name(games, trueskill(games)) == pytest.approx({"x": 26.20469, "y": 23.79531}, abs=1e-4)
    np.testing.assert_allclose(deviations(games), sqrt(59.3120), atol=1e-4)


def test_abilities_drift_from_trial_to_trial_and_not_from_question_to_question(trials, by_name):
    # Two questions in three trials: two drifts of 2, of which z, that plays nobody, keeps the variance.
    nan = float("nan")
    right, wrong, alone = [1, 1, 1], [0, 0, 0], [nan, nan, nan]
    games = trials([[right, right, alone], [wrong, wrong, alone], [alone, alone, right]])
    assert by_name(games, deviations(games, drift=2.0))["z"] == pytest.approx(sqrt((25 / 3) ** 2 + 2 * 4), rel=1e-14)


def test_abilities_drift_from_time_to_time_of_battles(battles, by_name):
    # x and y, at 51.7606 (above), do not play at the second time.
    games = battles("x>y", "z>u")
    assert by_name(games, deviations(games, drift=2.0))["x"] == pytest.approx(sqrt(51.7606 + 4), abs=1e-5)


def test_time_passes_alike_in_any_order_of_games(battles):
    # Three times, two drifts, whichever games are played when; between the last game and the end none.
    games = battles("x=y", "x=y", "x=y")
    for permutations in (None, 4):
        drifted = deviations(games, drift=2.0, permutations=permutations)
        np.testing.assert_allclose(drifted, sqrt((25 / 3) ** 2 + 2 * 4), rtol=1e-14)


def test_a_noisier_performance_says_less(battles, by_name):
    # Formulas of the docstring for noise 10: spread^2 = 200 + 138.889, mean 25 + 69.4444 x 0.797885 / spread.
    games = battles("x>y")
    expected = 25 + 69.44444 * 0.7978846 / sqrt(200 + 138.88889)
    assert by_name(games, trueskill(games, performance=10.0))["x"] == pytest.approx(expected, abs=1e-5)


def test_a_model_that_plays_no_game_keeps_what_it_starts_with(trials, by_name):
    nan = float("nan")
    games = trials([[1, nan], [0, nan], [nan, 1]])
    assert by_name(games, trueskill(games))["z"] == 25
    assert by_name(games, deviations(games))["z"] == pytest.approx(25 / 3, rel=1e-15)


@pytest.mark.parametrize("draw_margin", [0.0, 1.0])
def test_models_with_the_same_results_tie_and_names_do_not_matter(draw_margin, random_trials, trials, by_name):
    games, shuffled = trials(random_trials), trials(random_trials[::-1])
    options = {"ties": "draw", "draw_margin": draw_margin}
    scores, other = by_name(games, trueskill(games, **options)), by_name(shuffled, trueskill(shuffled, **options))
    assert scores["u"] == scores["v"]
    assert [scores[name] for name in "xyzuvw"] == [other[name] for name in "wvuzyx"]


def test_a_stack_is_as_many_single_ones(random_trials, trials):
    games = trials(random_trials)
    rng = np.random.default_rng(2)
    right, weight = rng.random((5, len(games.player))), rng.integers(0, 3, (5, len(games.weight))).astype(float)
    stack = replace(games, right=right, weight=weight)
    options = {"ties": "draw", "draw_margin": 1.0}
    assert trueskill(stack, **options).shape == deviations(stack, **options).shape == (5, 6)
    for draw in range(5):
        single = replace(games, right=right[draw], weight=weight[draw])
        np.testing.assert_allclose(trueskill(stack, **options)[draw], trueskill(single, **options), atol=1e-11)
        np.testing.assert_allclose(deviations(stack, **options)[draw], deviations(single, **options), atol=1e-11)


def test_the_compiled_loops_do_what_their_source_says(random_trials, trials, monkeypatch):
    games = trials(random_trials)
    games = replace(games, period=games.period // 2, weight=np.minimum(games.period // 2, 1.0))  # the first say nothing
    options = {"ties": "draw", "draw_margin": 1.0}
    compiled = trueskill(games, **options), deviations(games, **options)
    for name in ("_learn_of_pair", "_moments", "_believe"):
        monkeypatch.setattr(_updates, name, getattr(_updates, name).py_func)
    monkeypatch.setattr(module, "trueskill_beliefs", _updates.trueskill_beliefs.py_func)
    found = trueskill(games, **options), deviations(games, **options)
    np.testing.assert_allclose(found, compiled, rtol=1e-12)


def test_numbers_are_checked(battles):
    with pytest.raises(ValueError, match="performance must be positive and finite; got 0"):
        trueskill(battles("x>y"), performance=0)
    for option in ("drift", "draw_margin"):
        with pytest.raises(ValueError, match=f"{option} must be finite and at least 0; got -1"):
            trueskill(battles("x>y"), **{option: -1})
