import numpy as np
import pytest

from bayesrank import DataError
from bayesrank.swiss.difficulty.difficulty_groups import ease_of, groups_of_models
from bayesrank.swiss.difficulty.difficulty_tiers import DifficultyTiers
from bayesrank.swiss.difficulty.whole_outcomes import WholeOutcomes

HALVES = DifficultyTiers([0.5])  # above one half, and up to it
RIGHT = WholeOutcomes(np.array([[1, 1, 0], [1, 0, 0], [1, 1, 0], [0, 1, 1]]), 1)


def test_tiers_of_all_models():
    # Right: 3, 3, 1 of 4.
    (group,) = groups_of_models(RIGHT, HALVES, "in_sample", None)
    assert group.members.tolist() == [0, 1, 2, 3]
    assert group.tier.tolist() == [[0, 0, 1]]


def test_tiers_of_the_others():
    # Of 2: without (0, 1) 1 2 1; (0, 2) 1 1 1; (0, 3) 2 1 0; (1, 2) 1 2 1; (1, 3) 2 2 0; (2, 3) 2 1 0.
    (group,) = groups_of_models(RIGHT, HALVES, "leave_pair_out", None)
    assert group.tier.tolist() == [[1, 0, 1], [1, 1, 1], [0, 1, 1], [1, 0, 1], [0, 0, 1], [0, 1, 1]]


def test_shares_in_parts_of_one():
    # Two parts: 2 + 1 of 4 is above one half, 1 + 1 is not; what is left out are the other two models.
    whole = WholeOutcomes(np.array([[2, 1], [1, 1], [0, 0], [0, 0]]), 2)
    (group,) = groups_of_models(whole, HALVES, "leave_pair_out", None)
    assert group.tier[-1].tolist() == [0, 1]


def test_each_half_has_the_tiers_of_the_other():
    for seed in range(5):
        groups = groups_of_models(RIGHT, HALVES, "split_half", seed)
        assert sorted(np.concatenate([group.members for group in groups]).tolist()) == [0, 1, 2, 3]
        for group, other in (groups, groups[::-1]):
            right = RIGHT.share[other.members].sum(axis=0)
            assert group.tier.tolist() == [(right <= 1).astype(int).tolist()]
    drawn = {tuple(groups_of_models(RIGHT, HALVES, "split_half", seed)[0].members) for seed in range(20)}
    assert len(drawn) > 1


def test_an_odd_number_of_models_has_halves():
    whole = WholeOutcomes(np.ones((5, 2), dtype=np.int64), 1)
    assert [len(group.members) for group in groups_of_models(whole, HALVES, "split_half", 0)] == [2, 3]


@pytest.mark.parametrize(("tiering", "fewest"), [("leave_pair_out", 3), ("split_half", 4)])
def test_too_few_models_are_refused(tiering, fewest):
    whole = WholeOutcomes(np.ones((fewest - 1, 2), dtype=np.int64), 1)
    with pytest.raises(DataError, match=f"models must be at least {fewest} for tiering='{tiering}'; got {fewest - 1}"):
        groups_of_models(whole, HALVES, tiering, None)


def test_ease_falls_as_difficulty_rises():
    assert ease_of([0.5, -2, 0.5, 7], 4).tolist() == [-1, 0, -1, -2]


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ([1, 2], r"external must be 3 finite numbers, one a question; got shape \(2,\)"),
        ([[1, 2, 3]], r"external must be 3 finite numbers, one a question; got shape \(1, 3\)"),
        (["a", "b", "c"], "external must be 3 finite numbers; got text or lists of unequal length"),
        ([1, np.nan, np.inf], "external must be finite numbers; got nan at position 1, the first of 2"),
    ],
)
def test_difficulties_that_are_none_are_refused(given, complaint):
    with pytest.raises(DataError, match=complaint):
        ease_of(given, 3)
