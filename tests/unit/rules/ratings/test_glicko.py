"""Glicko ratings and their deviations."""

from dataclasses import replace
from math import log, pi, sqrt

import numpy as np
import pytest

from bayesrank.rules.ratings import _updates
from bayesrank.rules.ratings import glicko as module
from bayesrank.rules.ratings.glicko import glicko

Q = log(10) / 400


def deviations(games, **options):
    return glicko.diagnose(games, **options)["deviation"]


def test_by_hand(battles, by_name):
    # Equals with deviation 350: q = 0.00575646, g = (1 + 3 q^2 350^2 / pi^2)^(-1/2) = 0.66907, E = 1/2, so that
    # 1/350^2 + q^2 g^2 / 4 = 8.16327e-6 + 3.70853e-6 = 290.23^-2, and the winner gains 290.23^2 q g / 2 = 162.21.
    games = battles("x>y")
    assert by_name(games, glicko(games)) == pytest.approx({"x": 1662.21, "y": 1337.79}, abs=0.01)
    assert by_name(games, deviations(games)) == pytest.approx({"x": 290.23, "y": 290.23}, abs=0.01)


def test_simultaneous_games_add_their_information(battles, by_name):
    # As above, twice: 8.16327e-6 + 2 x 3.70853e-6 = 1.558033e-5 = 253.34^-2; and 253.34^2 q g = 247.20.
    games = battles("x>y", "x>y", times=[1, 1])
    assert by_name(games, glicko(games)) == pytest.approx({"x": 1747.20, "y": 1252.80}, abs=0.01)
    assert by_name(games, deviations(games)) == pytest.approx({"x": 253.34, "y": 253.34}, abs=0.01)
    weighted = battles("x>y", weights=[2.0])
    assert by_name(weighted, glicko(weighted)) == pytest.approx(by_name(games, glicko(games)), rel=1e-14)


def learnt(model, opponent, scored):
    """Formulas of the docstring for one game: rating and deviation of a model after it."""
    (rating, deviation), (other, other_deviation) = model, opponent
    g = 1 / sqrt(1 + 3 * Q**2 * other_deviation**2 / pi**2)
    chance = 1 / (1 + 10 ** (-g * (rating - other) / 400))
    variance = 1 / (1 / deviation**2 + Q**2 * g**2 * chance * (1 - chance))
    return rating + Q * variance * g * (scored - chance), sqrt(variance)


NEW = (1500.0, 350.0)
WINNER, LOSER = learnt(NEW, NEW, 1), learnt(NEW, NEW, 0)


def test_the_second_game_starts_where_the_first_ended(battles, by_name):
    games = battles("x>y", "y>x")
    rating, deviation = learnt(WINNER, LOSER, 0)
    assert by_name(games, glicko(games))["x"] == pytest.approx(rating, rel=1e-12)
    assert by_name(games, deviations(games))["x"] == pytest.approx(deviation, rel=1e-12)


def test_each_of_a_pair_learns_by_the_deviation_of_the_other(battles, by_name):
    games = battles("x>y", "z>x")
    after = {"x": learnt(WINNER, NEW, 0), "y": LOSER, "z": learnt(NEW, WINNER, 1)}
    ratings, spreads = by_name(games, glicko(games)), by_name(games, deviations(games))
    assert ratings == pytest.approx({name: rating for name, (rating, _) in after.items()}, rel=1e-12)
    assert spreads == pytest.approx({name: deviation for name, (_, deviation) in after.items()}, rel=1e-12)


@pytest.mark.parametrize(
    ("ties", "both", "deviation"),
    # A draw between equals moves no rating and informs like a win (above); what is skipped leaves 350.
    [
        ("skip", 1, 350),
        ("skip", 0, 350),
        ("draw", 1, 290.23),
        ("draw", 0, 290.23),
        ("draw_if_right", 1, 290.23),
        ("draw_if_right", 0, 350),
    ],
)
def test_two_that_are_both_right_or_both_wrong_draw_or_not(ties, both, deviation, trials):
    games = trials([[both], [both]])
    assert glicko(games, ties=ties).tolist() == [1500, 1500]
    np.testing.assert_allclose(deviations(games, ties=ties), deviation, atol=0.01)


def test_chances_of_being_right_are_shares_of_results(questions, by_name):
    # Right with 1/2 and 1/4, as for Elo: x scores 1/8 more than expected in 5/8 of a game:
    # 8.16327e-6 + 5/8 x 3.70853e-6 = 1.0481101e-5, and q g / 8 over that is 45.936.
    games = questions([[[1, 1, 0, 0]], [[1, 0, 0, 0]]])
    assert by_name(games, glicko(games)) == pytest.approx({"x": 1545.94, "y": 1454.06}, abs=0.01)
    np.testing.assert_allclose(deviations(games), 1 / sqrt(1.0481101e-5), atol=0.01)


def test_deviations_drift_between_periods_up_to_the_first(battles, by_name):
    # Glickman's c = 63.2: x and y, at 290.23 (above), do not play in the second period: sqrt(290.23^2 + 63.2^2).
    games = battles("x>y", "z>u")
    drifted = by_name(games, deviations(games, drift=63.2))
    assert drifted["x"] == drifted["y"] == pytest.approx(297.03, abs=0.01)
    assert drifted["z"] == pytest.approx(290.23, abs=0.01)  # 350 is the most that anyone can have before it plays
    assert by_name(games, deviations(games, drift=1000.0))["x"] == 350
    assert by_name(games, deviations(games))["x"] == pytest.approx(290.23, abs=0.01)


def test_a_drifted_rating_counts_for_less(battles, by_name):
    # In period 3, z plays x, whose deviation is 290.23 again or has drifted: g is smaller, and so is what z learns.
    games = battles("x>y", "u>v", "z>x")
    assert by_name(games, deviations(games, drift=63.2))["z"] > by_name(games, deviations(games))["z"]


def test_a_model_that_plays_no_game_keeps_what_it_starts_with(trials, by_name):
    nan = float("nan")
    games = trials([[1, nan], [0, nan], [nan, 1]])
    assert by_name(games, glicko(games, initial=1000.0, initial_deviation=200.0))["z"] == 1000
    assert by_name(games, deviations(games, initial_deviation=200.0))["z"] == pytest.approx(200, rel=1e-15)


def test_models_with_the_same_results_tie_and_names_do_not_matter(random_trials, trials, by_name):
    games, shuffled = trials(random_trials), trials(random_trials[::-1])
    scores, other = by_name(games, glicko(games, ties="draw")), by_name(shuffled, glicko(shuffled, ties="draw"))
    assert scores["u"] == scores["v"]
    assert [scores[name] for name in "xyzuvw"] == [other[name] for name in "wvuzyx"]


def test_models_that_nothing_tells_apart_share_ratings_and_deviations(battles):
    circle = replace(battles("x>y", "y>z", "z>x"), ordered=False)
    np.testing.assert_allclose(glicko(circle), np.full(3, glicko(circle)[0]), rtol=1e-15)
    np.testing.assert_allclose(deviations(circle), np.full(3, deviations(circle)[0]), rtol=1e-15)


def test_a_stack_is_as_many_single_ones(random_trials, trials):
    games = trials(random_trials)
    rng = np.random.default_rng(2)
    right, weight = rng.random((5, len(games.player))), rng.integers(0, 3, (5, len(games.weight))).astype(float)
    stack = replace(games, right=right, weight=weight)
    assert glicko(stack).shape == deviations(stack).shape == (5, 6)
    for draw in range(5):
        single = replace(games, right=right[draw], weight=weight[draw])
        np.testing.assert_allclose(glicko(stack)[draw], glicko(single), atol=1e-9)
        np.testing.assert_allclose(deviations(stack)[draw], deviations(single), atol=1e-9)


def test_the_compiled_loops_do_what_their_source_says(random_trials, trials, monkeypatch):
    games = trials(random_trials)
    games = replace(games, period=games.period // 2)
    compiled = glicko(games, drift=30.0), deviations(games, drift=30.0)
    for name in ("_trust", "_learn", "_rate"):
        monkeypatch.setattr(_updates, name, getattr(_updates, name).py_func)
    monkeypatch.setattr(module, "glicko_ratings", _updates.glicko_ratings.py_func)
    np.testing.assert_allclose((glicko(games, drift=30.0), deviations(games, drift=30.0)), compiled, rtol=1e-13)


def test_numbers_are_checked(battles):
    with pytest.raises(ValueError, match="initial_deviation must be positive and finite; got 0"):
        glicko(battles("x>y"), initial_deviation=0)
    with pytest.raises(ValueError, match="initial must be finite; got inf"):
        glicko(battles("x>y"), initial=np.inf)
    with pytest.raises(ValueError, match="drift must be finite and at least 0; got -1"):
        glicko(battles("x>y"), drift=-1)
