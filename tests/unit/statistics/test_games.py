"""Battles in order of time."""

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.observations.comparisons import Comparisons
from bayesrank.statistics.games import Games, order_games


def results(games: Games) -> list[tuple[str, str, float, float, float]]:
    """Return (winner or either, loser or other, points of the first, time, weight), in the order of the games."""
    listed = []
    for a, b, outcome, order, weight in zip(games.a, games.b, games.outcome, games.order, games.weight, strict=True):
        first, second, points = (a, b, outcome) if outcome > 0.5 else (b, a, 1 - outcome)
        names = games.models[first], games.models[second]
        listed.append((*(sorted(names) if points == 0.5 else names), float(points), float(order), float(weight)))
    return listed


def test_games_stand_in_order_of_time_and_rows_are_repeated_by_their_count() -> None:
    data = Comparisons(
        models=("x", "y", "z"),
        model_a=np.array([0, 1, 2]),
        model_b=np.array([1, 2, 0]),
        winner=np.array([1, -1, 0]),
        count=np.array([2, 1, 1]),
        weight=np.array([1.0, 0.5, 2.0]),
        order=np.array([10.0, 5.0, 7.0]),
    )
    games = order_games(data)
    assert results(games) == [
        ("z", "y", 1.0, 5.0, 0.5),
        ("x", "z", 0.5, 7.0, 2.0),
        ("x", "y", 1.0, 10.0, 1.0),
        ("x", "y", 1.0, 10.0, 1.0),
    ]
    assert games.period.tolist() == [0, 1, 2, 2]
    assert (games.a < games.b).all()


def test_battles_without_a_weight_count_for_one() -> None:
    data = Comparisons(
        models=("x", "y"),
        model_a=np.array([0]),
        model_b=np.array([1]),
        winner=np.array([-1]),
        count=np.array([1]),
        order=np.array([0.0]),
    )
    assert results(order_games(data)) == [("y", "x", 1.0, 0.0, 1.0)]


def test_battles_without_an_order_are_refused() -> None:
    data = Comparisons(
        models=("x", "y"), model_a=np.array([0]), model_b=np.array([1]), winner=np.array([1]), count=np.array([1])
    )
    with pytest.raises(DataError, match=r"battles must have an order .* columns=\{'order': ...\}"):
        order_games(data)


def test_neither_the_order_of_rows_nor_names_touch_the_games() -> None:
    rng = np.random.default_rng(21)
    a = rng.integers(0, 6, 200)
    b = (a + rng.integers(1, 6, 200)) % 6
    winner, order = rng.integers(-1, 2, 200), rng.integers(0, 9, 200).astype(np.float64)
    count = np.ones(200, dtype=np.int64)
    one = order_games(Comparisons(tuple("abcdef"), a, b, winner, count, order=order))
    rows, position = rng.permutation(200), rng.permutation(6)
    other = order_games(
        Comparisons(tuple("uvwxyz"), position[b[rows]], position[a[rows]], -winner[rows], count, order=order[rows])
    )
    for column in ("a", "b", "outcome", "order"):
        np.testing.assert_array_equal(getattr(one, column), getattr(other, column))


def test_models_are_told_apart_by_when_they_won() -> None:
    # Each of three beats each other once; only the times differ, so names must not settle the order.
    a, b = np.array([0, 1, 0, 2, 1, 2]), np.array([1, 0, 2, 0, 2, 1])
    order = np.array([0.0, 1, 2, 3, 4, 5])
    winner = count = np.ones(6, dtype=np.int64)
    one = order_games(Comparisons(("x", "y", "z"), a, b, winner, count, order=order))
    other = order_games(Comparisons(("x", "y", "z"), 2 - a, 2 - b, winner, count, order=order))
    np.testing.assert_array_equal(one.a, other.a)
    np.testing.assert_array_equal(one.outcome, other.outcome)
