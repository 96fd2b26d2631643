"""Battles that were held."""

from dataclasses import replace

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.observations.comparisons import Comparisons
from bayesrank.statistics.battle_counts import BattleCounts
from bayesrank.statistics.count_battles import count_battles

# x beats y with x first, twice; y, first, is beaten by x; y beats x without sides; x and z tie with z first.
BATTLES = Comparisons(
    models=("x", "y", "z"),
    model_a=np.array([0, 1, 0, 0]),
    model_b=np.array([1, 0, 1, 2]),
    winner=np.array([1, -1, -1, 0]),
    count=np.array([2, 1, 1, 3]),
    side=np.array([1, 1, 0, -1]),
)


def rows_of(battles: BattleCounts, *columns: str) -> dict[tuple, list[float]]:
    """Counts by names of first and second, and by what else is asked for; turned so that names stand sorted."""
    found = {}
    for row in range(len(battles.first)):
        names = battles.models[battles.first[row]], battles.models[battles.second[row]]
        turned = names[0] > names[1]
        known = [getattr(battles, column)[row] * (-1 if turned and column == "side" else 1) for column in columns]
        counts = battles.counts[row, [1, 0, 2] if turned else [0, 1, 2]]
        found[tuple(sorted(names)) + tuple(map(float, known))] = counts.tolist()
    return found


def test_battles_are_counted_by_pair_and_side() -> None:
    battles = count_battles(BATTLES)
    assert rows_of(battles, "side") == {
        ("x", "y", 1): [2, 0, 0],
        ("x", "y", -1): [1, 0, 0],
        ("x", "y", 0): [0, 1, 0],
        ("x", "z", -1): [0, 0, 3],
    }
    assert (battles.first < battles.second).all()
    assert battles.judges == battles.categories == battles.periods == battles.covariate_names == ()
    assert not battles.weighted
    assert not battles.induced


def test_without_sides_they_are_not_told_apart() -> None:
    battles = count_battles(replace(BATTLES, side=None))
    assert rows_of(battles, "side") == {("x", "y", 0): [3, 1, 0], ("x", "z", 0): [0, 0, 3]}


def test_weights_multiply_counts() -> None:
    battles = count_battles(replace(BATTLES, side=None, weight=np.array([0.5, 2.0, 0.25, 3.0])))
    assert rows_of(battles) == {("x", "y"): [3, 0.25, 0], ("x", "z"): [0, 0, 9]}  # 2 * 0.5 + 2, 0.25, 3 * 3
    assert battles.weighted


def test_judges_are_told_apart() -> None:
    battles = count_battles(replace(BATTLES, side=None, judges=("j", "k"), judge_index=np.array([0, 1, 0, 1])))
    assert battles.judges == ("j", "k")
    assert rows_of(battles, "judge") == {
        ("x", "y", 0): [2, 1, 0],
        ("x", "y", 1): [1, 0, 0],
        ("x", "z", 1): [0, 0, 3],
    }


def test_categories_are_told_apart() -> None:
    known = {"categories": ("code", "maths"), "category_index": np.array([1, 0, 1, 1])}
    battles = count_battles(replace(BATTLES, side=None, **known))
    assert battles.categories == ("code", "maths")
    assert rows_of(battles, "category") == {
        ("x", "y", 0): [1, 0, 0],
        ("x", "y", 1): [2, 1, 0],
        ("x", "z", 1): [0, 0, 3],
    }


def test_covariates_are_in_standard_deviations_over_battles_and_turn_with_the_pair() -> None:
    # Rows stand for 2, 1, 1 and 3 battles. The mean of squares of the first is (2 * 4 + 9 + 4 + 3 * 0) / 7 = 3, and
    # that of the second (2 * 1 + 1 + 1 + 3 * 1) / 7 = 1. Row 1 is y against x, so its signs turn.
    covariates = np.array([[2.0, 1.0], [-3.0, 1.0], [2.0, 1.0], [0.0, -1.0]])
    data = replace(BATTLES, side=None, covariate_names=("length", "lists"), covariates=covariates)
    battles = count_battles(data)
    assert battles.covariate_names == ("length", "lists")
    found = {}
    for row in range(len(battles.first)):
        names = battles.models[battles.first[row]], battles.models[battles.second[row]]
        turned = -1 if names[0] > names[1] else 1
        values = (battles.covariates[row] * turned * [np.sqrt(3), 1]).round(9)
        found[(*sorted(names), *values.tolist())] = battles.counts[row].sum()
    assert found == {("x", "y", 2, 1): 3, ("x", "y", 3, -1): 1, ("x", "z", 0, -1): 3}


def test_equal_times_are_one_period() -> None:
    battles = count_battles(replace(BATTLES, side=None, order=np.array([7.5, 3.0, 7.5, 20.0])))
    assert battles.periods == ("3", "7.5", "20")
    assert rows_of(battles, "period") == {
        ("x", "y", 0): [1, 0, 0],
        ("x", "y", 1): [2, 1, 0],
        ("x", "z", 2): [0, 0, 3],
    }


def test_time_is_cut_into_periods_of_equal_length() -> None:
    # From 3 to 20 in four: 3, 7.25, 11.5, 15.75, 20; a time on an edge belongs to the later period.
    data = replace(BATTLES, side=None, order=np.array([7.5, 3.0, 7.25, 20.0]))
    battles = count_battles(data, n_periods=4)
    assert battles.periods == ("3.00 to 7.25", "7.25 to 11.50", "11.50 to 15.75", "15.75 to 20.00")
    assert rows_of(battles, "period") == {
        ("x", "y", 0): [1, 0, 0],
        ("x", "y", 1): [2, 1, 0],
        ("x", "z", 3): [0, 0, 3],
    }
    assert len(set(count_battles(data, n_periods=1000).periods)) == 1000
    assert rows_of(count_battles(data, n_periods=1)) == rows_of(count_battles(replace(data, order=None)))


def test_one_moment_is_one_period() -> None:
    assert count_battles(replace(BATTLES, order=np.full(4, 5.0)), n_periods=3).periods == ("5",)


def test_periods_need_a_time() -> None:
    with pytest.raises(DataError, match=r"^battles must have a time .*; got none, and n_periods=3\. Leave n_periods"):
        count_battles(BATTLES, n_periods=3)
    with pytest.raises(ValueError, match=r"^n_periods must be a whole number of at least 1; got 0"):
        count_battles(replace(BATTLES, order=np.arange(4.0)), n_periods=0)


def shuffled(data: Comparisons, rng: np.random.Generator) -> Comparisons:
    """The same battles in another order of rows and of models, every other one with a and b exchanged."""
    rows, models = rng.permutation(len(data.winner)), rng.permutation(len(data.models))
    turned = np.where(np.arange(len(rows)) % 2 == 0, -1, 1)
    position = np.argsort(models)
    a, b = position[data.model_a[rows]], position[data.model_b[rows]]
    return replace(
        data,
        models=tuple(data.models[index] for index in models),
        model_a=np.where(turned == 1, a, b),
        model_b=np.where(turned == 1, b, a),
        winner=data.winner[rows] * turned,
        side=data.side[rows] * turned,
        count=data.count[rows],
        weight=data.weight[rows],
        judge_index=data.judge_index[rows],
        category_index=data.category_index[rows],
        order=data.order[rows],
        covariates=data.covariates[rows] * turned[:, None],
    )


def random_battles(rng: np.random.Generator, size: int = 200) -> Comparisons:
    a = np.concatenate([np.arange(6), rng.integers(0, 6, size - 6)])
    return Comparisons(
        models=tuple("uvwxyz"),
        model_a=a,
        model_b=(a + rng.integers(1, 6, size)) % 6,
        winner=rng.integers(-1, 2, size),
        count=rng.integers(1, 4, size),
        weight=rng.integers(1, 9, size) / 10,
        judges=("j", "k"),
        judge_index=np.arange(size) % 2,
        categories=("code", "maths"),
        category_index=np.arange(size) % 2,
        side=rng.integers(-1, 2, size),
        covariate_names=("length",),
        covariates=rng.integers(-2, 3, (size, 1)).astype(float),
        order=rng.integers(0, 3, size).astype(float),
    )


def test_neither_the_order_of_rows_nor_of_models_touches_a_bit() -> None:
    rng = np.random.default_rng(11)
    data = random_battles(rng)
    one, other = count_battles(data), count_battles(shuffled(data, rng))
    assert one.models == other.models
    for name in ("first", "second", "counts", "side", "judge", "category", "period", "covariates"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))


def test_names_do_not_touch_the_order_where_sides_tell_models_apart() -> None:
    # Each won once and one of them stood first both times: but for the sides a symmetry exchanges the two.
    def place_of_first(one: str, other: str) -> int:
        models = tuple(sorted((one, other)))
        first, second = (np.full(2, models.index(name)) for name in (one, other))
        ones = np.ones(2, dtype=np.int64)
        battles = count_battles(Comparisons(models, first, second, np.array([1, -1]), ones, side=ones))
        assert battles.side.tolist() == [1 if battles.models[0] == one else -1]
        return battles.models.index(one)

    assert place_of_first("x", "y") == place_of_first("x", "a")


def test_every_battle_is_counted_once() -> None:
    data = random_battles(np.random.default_rng(3))
    battles = count_battles(data)
    assert battles.counts.sum() == pytest.approx((data.count * data.weight).sum())
    assert battles.counts[:, 2].sum() == pytest.approx((data.count * data.weight)[data.winner == 0].sum())
