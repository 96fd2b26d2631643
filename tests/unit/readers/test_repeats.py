"""Rows that say one thing twice."""

import numpy as np
import pytest

from bayesrank.readers.repeats import find_repeat


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ([], None),
        ([3], None),
        ([2, 0, 1], None),
        ([5, 1, 5, 1, 1], (0, 2)),  # the first row that repeats is the third
        ([5, 1, 1, 5], (1, 2)),
        ([7, 7, 7], (0, 1)),
        ([1000, 0, 1000], (0, 2)),  # far fewer rows than keys
    ],
)
def test_the_first_row_that_repeats_comes_with_the_row_it_repeats(
    key: list[int], expected: tuple[int, int] | None
) -> None:
    assert find_repeat(np.array(key, dtype=np.int64)) == expected
