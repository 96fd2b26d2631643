"""When a likelihood of right and wrong answers has a finite maximum, on lines that can be seen."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from bayesrank.errors import NotIdentifiedError
from bayesrank.programs.item_response._finite_maximum import require_finite_maximum

X = np.array([-2.0, -1.0, 1.0, 2.0])
DESIGN = csr_array(np.column_stack([np.ones(4), X]))  # intercept and slope
OWNER = np.array([0, 0, 1, 1])
ONES = np.ones(4)


@pytest.mark.parametrize(
    ("right", "named"),
    [
        ([0, 0, 1, 1], "'a', 'b'"),  # a step between -1 and 1: any slope is too flat
        ([1, 1, 1, 1], "'a', 'b'"),  # all right: the intercept grows
        ([1, 1, 0, 0], "'a', 'b'"),
    ],
)
def test_answers_that_a_line_tells_apart(right, named):
    with pytest.raises(
        NotIdentifiedError, match=f"overlap for 'line' to have a maximum likelihood; got those of {named}"
    ):
        require_finite_maximum("line", DESIGN, np.array(right, float), ONES, OWNER, ("a", "b"))


def test_answers_on_the_edge():
    # Two answers at -1, one right: with 0 at -2 and 1 above, the slope grows about x = -1 and only others gain.
    with pytest.raises(NotIdentifiedError, match="'a', 'b'"):
        require_finite_maximum("line", DESIGN, np.array([0, 1, 2, 2.0]), 2 * ONES, OWNER, ("a", "b"))


@pytest.mark.parametrize("right", [[1, 0, 1, 0], [0, 1, 0, 1], [0, 1, 1, 0]])
def test_answers_that_overlap(right):
    require_finite_maximum("line", DESIGN, np.array(right, float), ONES, OWNER, ("a", "b"))


def test_rows_without_trials_say_nothing():
    overlapping = np.array([1.0, 0, 1, 0])
    with pytest.raises(NotIdentifiedError):  # without the first and the last the rest is a step
        require_finite_maximum("line", DESIGN, overlapping * [0, 1, 1, 1], np.array([0, 1, 1, 0.0]), OWNER, ("a", "b"))
