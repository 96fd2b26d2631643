"""Elo ratings."""

from dataclasses import replace

import numpy as np
import pytest

from bayesrank.rules.ratings import elo as module
from bayesrank.rules.ratings.elo import elo


def test_by_hand(battles, by_name):
    # Equals: each is expected to score 1/2, so the winner gains 32 / 2 = 16. With a lead of 32 it is expected to score
    # 1 / (1 + 10^(-32/400)) = 1 / 1.8317638 = 0.5459219, and gains 32 x 0.4540781 = 14.5305.
    once, twice = battles("x>y"), battles("x>y", "x>y")
    assert by_name(once, elo(once)) == {"x": 1516, "y": 1484}
    assert by_name(twice, elo(twice)) == pytest.approx({"x": 1530.5305, "y": 1469.4695}, abs=1e-4)


def test_simultaneous_games_count_from_the_ratings_before_them(battles, by_name):
    together = battles("x>y", "x>y", "z>u", times=[1, 1, 2])
    assert by_name(together, elo(together)) == {"x": 1532, "y": 1468, "z": 1516, "u": 1484}


def test_a_game_of_many_is_all_its_pairs(trials, by_name):
    # x alone is right: it beats two equals, 2 x 16; y and z are both wrong.
    games = trials([[1], [0], [0]])
    assert by_name(games, elo(games)) == {"x": 1532, "y": 1484, "z": 1484}


# After a first game x leads by 32 and is expected to score 0.5459219 (above); a draw costs it 32 x 0.0459219 = 1.4695.
LEAD, DRAWN = {"x": 1516, "y": 1484}, {"x": 1514.5305, "y": 1485.4695}


@pytest.mark.parametrize(
    ("ties", "both", "after"),
    [
        ("skip", 1, LEAD),
        ("skip", 0, LEAD),
        ("draw", 1, DRAWN),
        ("draw", 0, DRAWN),
        ("draw_if_right", 1, DRAWN),
        ("draw_if_right", 0, LEAD),
    ],
)
def test_two_that_are_both_right_or_both_wrong_draw_or_not(ties, both, after, trials, by_name):
    games = trials([[[1, both]], [[0, both]]])
    assert by_name(games, elo(games, ties=ties)) == pytest.approx(after, abs=1e-4)


def test_a_tied_battle_is_a_draw_unless_ties_are_skipped(battles, by_name):
    games = battles("x>y", "x=y")
    assert by_name(games, elo(games)) == pytest.approx(DRAWN, abs=1e-4)
    assert by_name(games, elo(games, ties="skip")) == LEAD


def test_a_game_counts_as_often_as_its_weight_says(battles, by_name):
    games = battles("x>y", weights=[2.5])
    assert by_name(games, elo(games)) == {"x": 1540, "y": 1460}


def test_chances_of_being_right_are_shares_of_results(questions, by_name):
    # Right with 1/2 and 1/4: x beats y 3/8, y beats x 1/8, both are right 1/8: together 5/8, of which x scores
    # 3/8 + 1/16 = 7/16 and is expected to score 5/16; it gains 32 / 8 = 4.
    games = questions([[[1, 1, 0, 0]], [[1, 0, 0, 0]]])
    assert by_name(games, elo(games)) == {"x": 1504, "y": 1496}


def test_options_set_zero_unit_and_step(battles, by_name):
    # Twice the step on twice the scale: all leads double.
    games = battles("x>y", "y>z", "x>y", "z=x")
    wide = elo(games, k_factor=64, scale=800, initial=0)
    np.testing.assert_allclose(wide, 2 * (elo(games) - 1500), rtol=1e-12)
    once = battles("x>y")
    assert by_name(once, elo(once, k_factor=4, initial=1000)) == {"x": 1002, "y": 998}


def test_a_model_that_plays_no_game_keeps_the_initial_rating(trials, by_name):
    nan = float("nan")
    games = trials([[1, nan], [0, nan], [nan, 1]])
    assert by_name(games, elo(games)) == {"x": 1516, "y": 1484, "z": 1500}


def test_order_matters_and_its_average_does_not_depend_on_it(battles, by_name):
    # x beats y, then y beats x with a lead of 32 against it, and gains 32 x 0.5459219 = 17.4695; or the reverse.
    games = battles("x>y", "y>x")
    assert by_name(games, elo(games)) == pytest.approx({"x": 1498.5305, "y": 1501.4695}, abs=1e-4)
    assert by_name(games, elo(games, permutations=1)) == pytest.approx({"x": 1500, "y": 1500}, abs=1e-12)
    unordered = replace(games, ordered=False)
    assert by_name(unordered, elo(unordered)) == pytest.approx({"x": 1500, "y": 1500}, abs=1e-12)


def test_models_with_the_same_results_tie_and_names_do_not_matter(random_trials, trials, by_name):
    games, shuffled = trials(random_trials), trials(random_trials[::-1])
    scores, other = by_name(games, elo(games, ties="draw")), by_name(shuffled, elo(shuffled, ties="draw"))
    assert scores["u"] == scores["v"]
    assert [scores[name] for name in "xyzuvw"] == [other[name] for name in "wvuzyx"]


def test_a_stack_is_as_many_single_ones(random_trials, trials):
    games = trials(random_trials)
    rng = np.random.default_rng(2)
    right, weight = rng.random((5, len(games.player))), rng.integers(0, 3, (5, len(games.weight))).astype(float)
    scores = elo(replace(games, right=right, weight=weight))
    assert scores.shape == (5, 6)
    for draw in range(5):
        np.testing.assert_allclose(scores[draw], elo(replace(games, right=right[draw], weight=weight[draw])), atol=1e-9)


def test_the_compiled_loop_does_what_its_source_says(random_trials, trials, monkeypatch):
    games = trials(random_trials)
    games = replace(games, period=games.period // 2)
    compiled = elo(games)
    monkeypatch.setattr(module, "elo_gains", module.elo_gains.py_func)
    np.testing.assert_allclose(elo(games), compiled, rtol=1e-14)


@pytest.mark.parametrize("option", ["k_factor", "scale"])
def test_numbers_that_must_be_positive(option, battles):
    with pytest.raises(ValueError, match=f"{option} must be positive and finite; got 0"):
        elo(battles("x>y"), **{option: 0})


def test_the_initial_rating_is_finite(battles):
    with pytest.raises(ValueError, match="initial must be finite; got nan"):
        elo(battles("x>y"), initial=np.nan)


def test_other_ways_to_treat_ties_are_refused(battles):
    with pytest.raises(ValueError, match="ties must be one of skip, draw, draw_if_right; got 'half'"):
        elo(battles("x>y"), ties="half")
