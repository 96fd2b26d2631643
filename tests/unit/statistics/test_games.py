"""Games: who played, how right, and when."""

from dataclasses import replace

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.observations.comparisons import Comparisons
from bayesrank.observations.outcomes import Outcomes
from bayesrank.statistics.games import Games, games_of_questions, order_games, play_outcomes
from bayesrank.statistics.outcome_counts import count_outcomes

NAN = float("nan")


def listed(games: Games) -> list[dict[str, float]]:
    """Return how right each player of each game was, by name."""
    return [
        {games.models[games.player[entry]]: float(games.right[entry]) for entry in range(start, end)}
        for start, end in zip(games.start[:-1], games.start[1:], strict=True)
    ]


BATTLES = Comparisons(
    models=("x", "y", "z"),
    model_a=np.array([0, 1, 2]),
    model_b=np.array([1, 2, 0]),
    winner=np.array([1, -1, 0]),
    count=np.array([2, 1, 1]),
    weight=np.array([1.0, 0.5, 2.0]),
    order=np.array([10.0, 5.0, 7.0]),
)


# Battles


def test_battles_stand_in_order_of_time_and_rows_are_repeated_by_their_count() -> None:
    games = order_games(BATTLES)
    assert listed(games) == [{"z": 1, "y": 0}, {"x": 1, "z": 1}, {"x": 1, "y": 0}, {"x": 1, "y": 0}]
    assert games.weight.tolist() == [0.5, 2.0, 1.0, 1.0]
    assert games.period.tolist() == games.season.tolist() == [0, 1, 2, 2]
    assert games.ordered


def test_battles_without_a_weight_count_for_one() -> None:
    games = order_games(replace(BATTLES, weight=None))
    assert games.weight.tolist() == [1.0, 1.0, 1.0, 1.0]


def test_battles_without_a_time_are_games_of_unknown_order() -> None:
    games = order_games(replace(BATTLES, order=None))
    assert not games.ordered
    assert games.period.tolist() == [0, 1, 2, 3]
    assert games.season.tolist() == [0, 0, 0, 0]
    assert sorted(listed(games), key=str) == sorted(listed(order_games(BATTLES)), key=str)


@pytest.mark.parametrize("timed", ["timed", "untimed"])
def test_neither_the_order_of_rows_nor_names_touch_the_games(timed: str) -> None:
    rng = np.random.default_rng(21)
    a = rng.integers(0, 6, 200)
    b = (a + rng.integers(1, 6, 200)) % 6
    winner, time = rng.integers(-1, 2, 200), rng.integers(0, 9, 200).astype(np.float64)
    count = np.ones(200, dtype=np.int64)
    rows, position = rng.permutation(200), rng.permutation(6)
    order = {"order": time} if timed == "timed" else {}
    shuffled = {"order": time[rows]} if timed == "timed" else {}
    one = order_games(Comparisons(tuple("abcdef"), a, b, winner, count, **order))
    other = order_games(
        Comparisons(tuple("uvwxyz"), position[b[rows]], position[a[rows]], -winner[rows], count, **shuffled)
    )
    for column in ("start", "player", "right", "weight", "period", "season"):
        np.testing.assert_array_equal(getattr(one, column), getattr(other, column))


def test_models_are_told_apart_by_when_they_won() -> None:
    # Each of three beats each other once; only the times differ, so names must not settle the order.
    a, b = np.array([0, 1, 0, 2, 1, 2]), np.array([1, 0, 2, 0, 2, 1])
    order = np.array([0.0, 1, 2, 3, 4, 5])
    winner = count = np.ones(6, dtype=np.int64)
    one = order_games(Comparisons(("x", "y", "z"), a, b, winner, count, order=order))
    other = order_games(Comparisons(("x", "y", "z"), 2 - a, 2 - b, winner, count, order=order))
    np.testing.assert_array_equal(one.player, other.player)
    np.testing.assert_array_equal(one.right, other.right)


# Trials


def test_all_first_trials_come_before_all_second_ones() -> None:
    # Two models, two questions, two trials; y was not asked question 2 for the second time.
    data = Outcomes.from_array([[[1, 0], [1, 1]], [[0, 1], [1, NAN]]], models=["x", "y"])
    games = play_outcomes(data)
    assert listed(games) == [{"x": 1, "y": 0}, {"x": 1, "y": 1}, {"x": 0, "y": 1}, {"x": 1}]
    assert games.period.tolist() == [0, 1, 2, 3]
    assert games.season.tolist() == [0, 0, 1, 1]
    assert games.weight.tolist() == [1, 1, 1, 1]
    assert games.ordered


def test_a_trial_in_which_nobody_was_asked_is_no_game() -> None:
    # Trial 2 of question 1 and all of trial 3 are missing.
    data = Outcomes.from_array([[[1, NAN, NAN, 0], [1, 0, NAN, 1]], [[0, NAN, NAN, 1], [0, 0, NAN, 1]]])
    games = play_outcomes(data)
    assert games.start.tolist() == [0, 2, 4, 6, 8, 10]
    assert games.season.tolist() == [0, 0, 1, 2, 2]


def test_the_order_of_rows_and_models_does_not_touch_the_games_of_trials() -> None:
    rng = np.random.default_rng(4)
    data = Outcomes.from_array(rng.integers(0, 2, (4, 3, 5)), models=list("abcd"))
    rows, position = rng.permutation(60), rng.permutation(4)
    other = Outcomes(
        models=tuple("wxyz"),
        questions=data.questions,
        model_index=position[data.model_index[rows]],
        question_index=data.question_index[rows],
        outcome=data.outcome[rows],
        count=data.count[rows],
        trial_index=data.trial_index[rows],
    )
    one, two = play_outcomes(data), play_outcomes(other)
    for column in ("start", "player", "right", "season"):
        np.testing.assert_array_equal(getattr(one, column), getattr(two, column))


def test_fractions_are_how_right_an_answer_is() -> None:
    data = Outcomes.from_array([[[0.25], [1]], [[0.5], [0]]], models=["x", "y"])
    assert listed(play_outcomes(data)) == [{"x": 0.25, "y": 0.5}, {"x": 1, "y": 0}]


# Questions


def test_in_a_question_models_are_as_right_as_the_mean_of_their_trials() -> None:
    # x: 1 of 2 on the first question, 3 of 3 on the second; y: 0 of 1, not asked the second.
    data = Outcomes.from_counts([[[1, 1], [0, 3]], [[1, 0], [0, 0]]], models=["x", "y"])
    games = play_outcomes(data)  # trials were counted, so that they can be no games
    assert sorted(listed(games), key=len) == [{"x": 1}, {"x": 0.5, "y": 0}]
    assert games.weight.tolist() == [1, 1]
    assert games.period.tolist() == [0, 1]
    assert games.season.tolist() == [0, 0]
    assert not games.ordered


def test_questions_are_games_where_they_are_asked_for() -> None:
    games = play_outcomes(Outcomes.from_array([[[1, 0]], [[0, 0]]], models=["x", "y"]), games="questions")
    assert listed(games) == [{"x": 0.5, "y": 0}]


def test_a_stack_of_counts_is_a_stack_of_games() -> None:
    # Three draws of two models on two questions, one cell missing throughout; the second draw has question 1 twice.
    counts = count_outcomes(Outcomes.from_counts([[[1, 3], [4, 0]], [[2, 2], [0, 0]]]))
    drawn = np.stack([counts.counts, counts.counts[..., ::-1], counts.counts])
    weight = np.array([[1.0, 1], [2, 0], [1, 1]])
    games = games_of_questions(replace(counts, counts=drawn, question_weight=weight))
    assert games.right.shape == (3, 3)
    np.testing.assert_array_equal(games.weight, weight)
    for draw in range(3):
        single = games_of_questions(replace(counts, counts=drawn[draw], question_weight=weight[draw]))
        np.testing.assert_array_equal(games.right[draw], single.right)
        np.testing.assert_array_equal(games.player, single.player)


# Refusals


def test_counted_trials_are_no_games() -> None:
    data = Outcomes.from_counts([[[1, 1]], [[0, 2]]])
    with pytest.raises(DataError, match=r"must say which trial each is for trials to be games; got counts .*questions"):
        play_outcomes(data, games="trials")


@pytest.mark.parametrize("games", ["trials", "questions"])
def test_categories_are_neither_right_nor_wrong(games: str) -> None:
    data = Outcomes.from_array([[[0, 2]], [[1, 1]]], weights=[0, 0.5, 1])
    with pytest.raises(DataError, match=r"right or wrong, or fractions.*got categories of utility 0, 0\.5, 1\. Choose"):
        play_outcomes(data, games=games)


def test_games_are_of_trials_or_of_questions() -> None:
    with pytest.raises(ValueError, match="games must be one of trials, questions; got 'trial'"):
        play_outcomes(Outcomes.from_array([[1], [0]]), games="trial")
