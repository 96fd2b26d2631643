import math

import numpy as np
import pytest

from bayesrank import DataError
from bayesrank.swiss.win_draws import WinDraws

SCORES = np.array([[[3, 1], [2, 2], [1, 3.0]], [[3, 3], [3, 2], [1, 1.0]]])  # two draws, three models, two rounds


def draws(scores=SCORES, models="abc", rounds="rs", **rest):
    return WinDraws(tuple(models), tuple(rounds), np.asarray(scores, dtype=float), **rest)


def test_draws_say_what_they_are():
    made = WinDraws(("a", "b"), ("r",), np.zeros((2000, 2, 1)), source="counts")
    assert repr(made) == "WinDraws(2,000 draws of 2 models x 1 rounds, from counts)"


def test_the_higher_score_wins_and_equal_ones_draw():
    win, draw = draws().match_probabilities(SCORES[1])
    assert win.tolist() == [[[0, 0, 1], [0, 0, 1], [0, 0, 0]], [[0, 1, 1], [0, 0, 1], [0, 0, 0]]]
    assert draw[0].tolist() == [[1, 1, 0], [1, 1, 0], [0, 0, 1]]
    assert draw[1].tolist() == np.eye(3).tolist()


def test_abilities_win_by_their_logits():
    win, draw = draws(match="logistic").match_probabilities(np.array([[math.log(3)], [0.0], [-800.0]]))
    # 1 / (1 + exp(-log 3)) = 3/4; a lead of 800 is as good as certain.
    np.testing.assert_allclose(win[0, :2], [[0.5, 0.75, 1], [0.25, 0.5, 1]], rtol=1e-15)
    assert win[0, 2, 0] == pytest.approx(0, abs=1e-300)
    assert not draw.any()


def test_probabilities_are_the_mean_over_draws():
    # 'a' beats 'b' in round 'r' in the first draw and ties in the second; in round 's' it loses, then wins.
    tensor = draws(source="counts").probabilities()
    assert tensor.win[0, 0, 1] == 0.5
    assert tensor.draw[0, 0, 1] == tensor.draw[0, 1, 0] == 0.5
    assert tensor.win[0, 1, 0] == 0
    assert tensor.win[1, 0, 1] == tensor.win[1, 1, 0] == 0.5
    assert tensor.source == "the mean over counts"
    assert tensor.models == ("a", "b", "c")
    assert tensor.rounds == ("r", "s")


def test_rounds_are_put_in_another_order():
    made = draws(match="logistic", source="fits", random_seed=3).in_order(np.array([1, 0]))
    assert made.rounds == ("s", "r")
    assert (made.scores == SCORES[:, :, ::-1]).all()
    assert (made.match, made.source, made.random_seed) == ("logistic", "fits", 3)


def test_draws_are_thinned_evenly():
    scores = np.arange(10.0)[:, None, None] + np.zeros((10, 3, 2))
    made = draws(scores, source="fits", random_seed=3)
    # every 10 / 4-th: 0, 2.5, 5, 7.5
    assert made.thinned(4).scores[:, 0, 0].tolist() == [0, 2, 5, 7]
    assert (made.thinned(4).source, made.thinned(4).random_seed) == ("fits", 3)
    assert made.thinned(10) is made.thinned(11) is made
    with pytest.raises(ValueError, match="number must be a whole number of at least 2; got 1"):
        made.thinned(1)


def test_one_draw_is_no_posterior():
    with pytest.raises(DataError, match=r"scores must be of at least two draws; got 1\. Draw more"):
        draws(SCORES[:1])


def test_models_are_picked():
    made = draws().of_models(np.array([2, 0]))
    assert made.models == ("c", "a")
    assert (made.scores == SCORES[:, [2, 0]]).all()


def test_scores_cannot_be_written():
    with pytest.raises(ValueError, match="read-only"):
        draws().scores[0, 0, 0] = 1


@pytest.mark.parametrize(
    ("models", "rounds", "expected"),
    [
        ("aab", "rs", "model names must differ in more than white space; got 'a' and 'a'"),
        ("a", "rs", "a tournament must have at least two models; got 'a' alone. Add the others"),
        ("abc", "rr", "round names must differ in more than white space; got 'r' and 'r'"),
        ("abc", "", "rounds must be at least one; got none"),
    ],
)
def test_names_that_are_refused(models, rounds, expected):
    with pytest.raises(DataError, match=expected):
        draws(models=models, rounds=rounds)


@pytest.mark.parametrize("scores", [SCORES[0], SCORES.transpose(0, 2, 1)])
def test_shapes_must_be_draws_by_models_by_rounds(scores):
    with pytest.raises(DataError, match=r"scores must have shape \(B, 3, 2\), .*; got \("):
        draws(scores)


@pytest.mark.parametrize("wrong", [np.nan, np.inf])
def test_scores_must_be_finite(wrong):
    scores = SCORES.copy()
    scores[0, 0] = wrong
    with pytest.raises(DataError, match=r"scores must be finite in every draw; got 2 that are not\. Draw all models"):
        draws(scores)


def test_unknown_matches_are_refused():
    with pytest.raises(ValueError, match=r"match must be one of higher_wins, logistic; got 'probit'\. Check"):
        draws(match="probit")


@pytest.mark.parametrize(
    ("scores", "match", "certain"),
    [
        ([[[1.0], [2]], [[2], [1]]], "higher_wins", True),
        ([[[1.0], [2]], [[1], [1]]], "higher_wins", False),  # in the second draw
        ([[[1.0], [2]], [[1], [1]]], "logistic", True),
    ],
)
def test_draws_have_one_winner_unless_scores_are_equal(scores, match, certain):
    assert WinDraws(("a", "b"), ("x",), np.array(scores), match).one_winner == certain
