"""Which outcomes there can be."""

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.observations.categories import (
    checked_weights,
    default_weights,
    find_illegal_outcome,
    refuse_illegal_outcomes,
)


def test_outcomes_are_binary_unless_one_is_a_fraction() -> None:
    assert default_weights(np.array([0.0, 1.0, 1.0])).tolist() == [0.0, 1.0]
    assert default_weights(np.array([0.0, 5.0])).tolist() == [0.0, 1.0]  # 5 is then refused, not read as a fraction
    assert default_weights(np.array([0.0, 0.5])) is None


@pytest.mark.parametrize("weights", [[1], [1, 1], [0, np.nan], [0, np.inf], ["a", "b"], 3, [[0, 1]], [[0], [1, 2]]])
def test_weights_are_finite_numbers_that_differ(weights: object) -> None:
    with pytest.raises(DataError, match=r"^weights must be two or more finite numbers .+; got .+\. Give the utility"):
        checked_weights(weights)


def test_weights_may_fall_and_be_negative() -> None:
    assert checked_weights([1, -2, 0.5]).tolist() == [1.0, -2.0, 0.5]


def test_a_message_about_many_weights_is_one_line() -> None:
    with pytest.raises(DataError) as complaint:
        checked_weights(np.ones(100))
    assert "\n" not in str(complaint.value)


@pytest.mark.parametrize(
    ("outcome", "n_categories"),
    [([0, 1], 2), ([0, 1, 2], 3), ([0, 0.5, 1], None), ([-0.0], 2), ([], 2)],
)
def test_legal_outcomes(outcome: list[float], n_categories: int | None) -> None:
    assert find_illegal_outcome(np.array(outcome, dtype=float), n_categories) is None


@pytest.mark.parametrize(
    ("outcome", "n_categories", "position", "complaint"),
    [
        ([0, 85], 2, 1, "must be 0 or 1; got 85. Divide percentages by 100"),
        ([0, 1, 3], 3, 2, "must be a category from 0 to 2; got 3. Number the categories from 0"),
        ([-1, 0], 2, 0, "must be 0 or 1; got -1. Leave the cell empty"),
        ([0, np.inf], 2, 1, "must be 0 or 1; got inf. Leave the cell empty"),
        ([0.5, 0], 3, 0, "must be a category from 0 to 2; got 0.5. Leave weights and prior out"),
        ([0.5, 1.5], None, 1, r"must lie in \[0, 1\] where others are fractions; got 1.5. Divide percentages"),
        ([0.5, -0.5], None, 1, r"must lie in \[0, 1\] where others are fractions; got -0.5. Leave the cell empty"),
    ],
)
def test_the_first_illegal_outcome_is_found(
    outcome: list[float], n_categories: int | None, position: int, complaint: str
) -> None:
    found = find_illegal_outcome(np.array(outcome), n_categories)
    assert found is not None
    assert found[0] == position
    with pytest.raises(DataError, match=f"^prior outcome {complaint}"):
        refuse_illegal_outcomes(np.array(outcome), n_categories, "prior outcome")
