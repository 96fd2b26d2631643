"""Wins and ties between models."""

from itertools import permutations

import numpy as np

from bayesrank.observations.comparisons import Comparisons
from bayesrank.statistics.pair_counts import PairCounts, count_pairs


def battles(rows: list[tuple[str, str, int]], weight: list[float] | None = None) -> Comparisons:
    """Rows of (model a, model b, winner code), each counted once."""
    models = tuple(sorted({name for a, b, _ in rows for name in (a, b)}))
    return Comparisons(
        models=models,
        model_a=np.array([models.index(a) for a, _, _ in rows]),
        model_b=np.array([models.index(b) for _, b, _ in rows]),
        winner=np.array([winner for _, _, winner in rows]),
        count=np.ones(len(rows), dtype=np.int64),
        weight=None if weight is None else np.array(weight),
    )


def between(table: np.ndarray, counts: PairCounts, first: str, second: str) -> float:
    return float(table[counts.models.index(first), counts.models.index(second)])


def test_wins_of_either_side_and_ties_are_counted_once() -> None:
    # x beats y as a, and once as b; y beats x once; x and z tie once in either listing.
    counts = count_pairs(battles([("x", "y", 1), ("y", "x", -1), ("x", "y", -1), ("x", "z", 0), ("z", "x", 0)]))
    assert between(counts.wins, counts, "x", "y") == 2
    assert between(counts.wins, counts, "y", "x") == 1
    assert between(counts.ties, counts, "x", "z") == between(counts.ties, counts, "z", "x") == 2
    assert between(counts.n_battles, counts, "x", "y") == between(counts.n_battles, counts, "y", "x") == 3
    assert between(counts.n_battles, counts, "z", "x") == 2
    assert counts.wins.sum() == 3
    assert counts.ties.sum() == 4  # each of the two ties stands in two cells


def test_a_row_counts_with_its_weight_and_its_count() -> None:
    data = Comparisons(
        models=("x", "y"),
        model_a=np.array([0, 0, 0]),
        model_b=np.array([1, 1, 1]),
        winner=np.array([1, -1, 0]),
        count=np.array([3, 1, 2]),
        weight=np.array([0.5, 2.0, 0.25]),
    )
    counts = count_pairs(data)
    assert between(counts.wins, counts, "x", "y") == 1.5  # 3 x 0.5
    assert between(counts.wins, counts, "y", "x") == 2.0  # 1 x 2
    assert between(counts.ties, counts, "x", "y") == 0.5  # 2 x 0.25


def test_neither_the_order_of_rows_nor_names_touch_a_bit_of_the_counts() -> None:
    rng = np.random.default_rng(20)
    a = rng.integers(0, 8, 400)
    b = (a + rng.integers(1, 8, 400)) % 8
    data = Comparisons(
        models=tuple("abcdefgh"),
        model_a=a,
        model_b=b,
        winner=rng.integers(-1, 2, 400),
        count=np.ones(400, dtype=np.int64),
        weight=rng.uniform(0.1, 1, 400),
    )
    rows, position = rng.permutation(400), rng.permutation(8)
    swapped = np.where(np.arange(400) % 2 == 0, -1, 1)[rows]  # every other battle lists its models the other way
    first, second = position[a[rows]], position[b[rows]]
    shuffled = Comparisons(
        models=tuple("stuvwxyz"),
        model_a=np.where(swapped == 1, first, second),
        model_b=np.where(swapped == 1, second, first),
        winner=data.winner[rows] * swapped,
        count=data.count,
        weight=data.weight[rows],
    )
    one, other = count_pairs(data), count_pairs(shuffled)
    np.testing.assert_array_equal(one.wins, other.wins)
    np.testing.assert_array_equal(one.ties, other.ties)
    new_name = {old: shuffled.models[position[index]] for index, old in enumerate(data.models)}
    assert tuple(new_name[old] for old in one.models) == other.models


def test_a_cycle_has_one_table_whatever_its_members_are_called() -> None:
    # x beats y beats z beats x: a symmetry exchanges all three, so that no content says which comes first.
    tables = []
    for x, y, z in permutations("xyz"):
        counts = count_pairs(battles([(x, y, 1), (y, z, 1), (z, x, 1)]))
        assert between(counts.wins, counts, x, y) == between(counts.wins, counts, z, x) == 1
        tables.append(counts.wins)
    np.testing.assert_array_equal(tables, [tables[0]] * 6)


def test_components_are_the_groups_that_battles_connect() -> None:
    counts = count_pairs(battles([("d", "e", 1), ("x", "y", 0), ("b", "a", 1), ("y", "z", -1)]))
    assert counts.components() == (("x", "y", "z"), ("a", "b"), ("d", "e"))
    assert count_pairs(battles([("x", "y", 1), ("y", "z", 0)])).components() == (("x", "y", "z"),)
