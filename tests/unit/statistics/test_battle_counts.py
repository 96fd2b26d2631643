"""Battles by pair and circumstance, added up."""

from dataclasses import replace

import numpy as np
import pytest

from bayesrank.statistics.battle_counts import BattleCounts, merge_rows

ROWS = BattleCounts(
    models=("x", "y", "z"),
    first=np.array([1, 0, 0, 0, 0]),
    second=np.array([2, 1, 1, 1, 1]),
    counts=np.array([[1.0, 0, 2], [3, 1, 0], [0, 1, 1], [2, 0, 0], [0, 0, 5]]),
    side=np.array([0.0, 1, 1, -1, 1]),
    judges=("j", "k"),
    judge=np.array([0, 1, 1, 0, 1]),
    categories=("maths",),
    category=np.zeros(5, dtype=np.int64),
    periods=("1", "2"),
    period=np.array([0, 0, 0, 0, 1]),
    covariate_names=("length",),
    covariates=np.array([[0.0], [0.5], [0.5], [0.5], [-1.0]]),
    weighted=False,
    induced=False,
)


def test_rows_of_one_pair_and_circumstance_are_added_up() -> None:
    # Rows 1 and 2 share everything; x against y comes before y against z, the first period before the second.
    merged = merge_rows(ROWS)
    assert merged.first.tolist() == [0, 0, 0, 1]
    assert merged.second.tolist() == [1, 1, 1, 2]
    assert merged.period.tolist() == [0, 0, 1, 0]
    assert merged.judge.tolist() == [0, 1, 1, 0]
    assert merged.side.tolist() == [-1, 1, 1, 0]
    assert merged.covariates.tolist() == [[0.5], [0.5], [-1], [0]]
    assert merged.counts.tolist() == [[2, 0, 0], [3, 2, 1], [0, 0, 5], [1, 0, 2]]


def test_the_order_of_rows_does_not_touch_a_bit() -> None:
    # Tenths do not add up exactly, so that another order of the same numbers has another sum.
    rng = np.random.default_rng(5)
    counts = rng.integers(1, 9, (300, 3)) / 10
    first = rng.integers(0, 2, 300)
    zeros = np.zeros(300, dtype=np.int64)
    rows = replace(
        ROWS,
        first=first,
        second=first + 1,
        counts=counts,
        side=rng.choice([-1.0, 1.0], 300),
        judge=zeros,
        category=zeros,
        period=zeros,
        covariates=np.zeros((300, 1)),
    )
    other = rng.permutation(300)
    columns = ("first", "second", "counts", "side", "judge", "category", "period", "covariates")
    shuffled = replace(rows, **{name: getattr(rows, name)[other] for name in columns})
    one, two = merge_rows(rows), merge_rows(shuffled)
    assert len(one.first) == 4  # two pairs, two sides
    for name in columns:
        np.testing.assert_array_equal(getattr(one, name), getattr(two, name))
    np.testing.assert_allclose(one.counts.sum(axis=0), counts.sum(axis=0))


def test_pairs_are_wins_and_ties_whatever_the_circumstances() -> None:
    # x beat y 3 + 2 times and lost 1 + 1; they tied 1 + 5 times. y beat z once and tied twice.
    pairs = ROWS.pairs
    assert pairs.models == ("x", "y", "z")
    assert pairs.wins.tolist() == [[0, 5, 0], [2, 0, 1], [0, 0, 0]]
    assert pairs.ties.tolist() == [[0, 6, 0], [6, 0, 2], [0, 2, 0]]


def test_battles_are_pooled_over_what_is_not_kept() -> None:
    by_side = ROWS.pooled("side")
    assert by_side.side.tolist() == [-1, 1, 0]
    assert by_side.counts.tolist() == [[2, 0, 0], [3, 2, 6], [1, 0, 2]]
    assert by_side.judges == by_side.categories == by_side.periods == by_side.covariate_names == ()
    assert by_side.covariates.shape == (3, 0)
    assert by_side.judge.tolist() == by_side.category.tolist() == by_side.period.tolist() == [0, 0, 0]
    over_all = ROWS.pooled()
    assert over_all.counts.tolist() == [[5, 2, 6], [1, 0, 2]]
    assert over_all.side.tolist() == [0, 0]


def test_what_is_kept_keeps_its_names() -> None:
    kept = ROWS.pooled("judge", "category", "period", "covariates")
    assert (kept.judges, kept.categories, kept.periods) == (ROWS.judges, ROWS.categories, ROWS.periods)
    assert kept.covariate_names == ("length",)
    assert kept.side.tolist() == [0] * 4
    with pytest.raises(ValueError, match=r"^circumstance must be one of side, .*; got 'sides'\. Check the spelling"):
        ROWS.pooled("sides")
