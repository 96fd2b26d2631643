from itertools import combinations

import numpy as np
import pytest

from bayesrank.swiss.fragility.natural_breaks import natural_breaks


def test_groups_of_six_numbers():
    # 9, 8 | 5 | 2, 1, 0: squares within, (1/2) + 0 + 2. In two: 9, 8, 5 has mean 22/3 and squares 170 - 484/3 = 26/3,
    # with 2 of the rest 32/3; 9, 8 | 5, 2, 1, 0 has 1/2 + 30 - 64/4 = 14.5. All: 175 - 625/6.
    squares, group = natural_breaks(np.array([[5.0, 0.0, 9.0, 1.0, 8.0, 2.0]]), 3)
    np.testing.assert_allclose(squares[0], [175 - 625 / 6, 32 / 3, 2.5])
    assert group[0, 0].tolist() == [1, 1, 1, 1, 1, 1]
    assert group[0, 1].tolist() == [1, 2, 1, 2, 1, 2]
    assert group[0, 2].tolist() == [2, 3, 1, 3, 1, 3]


@pytest.mark.parametrize("seed", range(5))
def test_no_other_partition_is_better(seed):
    values = np.random.default_rng(seed).normal(size=(3, 8))
    squares, group = natural_breaks(values, 8)
    for row in range(3):
        ordered = np.sort(values[row])
        for k in range(1, 9):
            parts = [np.split(ordered, cuts) for cuts in combinations(range(1, 8), k - 1)]
            least = min(sum(part.var() * len(part) for part in partition) for partition in parts)
            assert squares[row, k - 1] == pytest.approx(least, abs=1e-12)
            found = [values[row, group[row, k - 1] == number] for number in range(1, k + 1)]
            assert sum(part.var() * len(part) for part in found) == pytest.approx(least, abs=1e-12)


def test_large_numbers_keep_their_digits():
    squares, group = natural_breaks(np.array([[1e6, 1e6 + 1, 1e6 + 10, 1e6 + 11]]), 2)
    assert squares[0, 1] == pytest.approx(1.0)  # two pairs, each half
    assert group[0, 1].tolist() == [2, 2, 1, 1]
