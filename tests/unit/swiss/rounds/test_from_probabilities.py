"""Probabilities that the caller has."""

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.swiss.rounds.from_probabilities import win_tensor_from_probabilities

EVEN = [[[0, 0.5], [0.5, 0]]]


def test_probabilities_are_taken_as_they_are():
    tensor = win_tensor_from_probabilities([[[9, 0.7], [0.3, np.nan]], [[0, 0.4], [0.6, 0]]])
    assert (tensor.models, tensor.rounds) == (("model 1", "model 2"), ("round 1", "round 2"))
    assert tensor.win[:, 0, 1].tolist() == [0.7, 0.4]
    assert tensor.win[0].diagonal().tolist() == [0, 0]  # is not read
    assert tensor.one_winner


def test_draws_leave_a_rest_to_both_losing():
    tensor = win_tensor_from_probabilities(
        [[[0, 0.5], [0.2, 0]]], draw=[[[0, 0.1], [0.1, 0]]], models=["x", "y"], rounds=["law"]
    )
    np.testing.assert_allclose(tensor.expected_points[0], [[0, 0.55], [0.25, 0]])
    assert (tensor.models, tensor.rounds) == (("x", "y"), ("law",))
    assert not win_tensor_from_probabilities([[[0, 0.5], [0.2, 0]]], draw=np.zeros((1, 2, 2))).one_winner


def test_the_array_of_the_caller_is_not_written_to():
    given = np.array(EVEN)
    tensor = win_tensor_from_probabilities(given)
    given[0, 0, 1] = 0.9
    assert tensor.win[0, 0, 1] == 0.5


@pytest.mark.parametrize(
    ("win", "options", "complaint"),
    [
        ([[[0, 0.7], [0.4, 0]]], {}, "win of i, win of j and draw must sum to at most 1; got 1.1 for 'model 1'"),
        ([[[0, 0.5], [0.4, 0]]], {}, "win of i and win of j must sum to 1 without draw=; got 0.9 for 'model 1'"),
        ([[[0, 1.5], [-0.5, 0]]], {}, "win must be probabilities, from 0 to 1; got 1.5"),
        ([[[0, np.nan], [0.5, 0]]], {}, "win must be probabilities, from 0 to 1; got nan"),
        (EVEN, {"draw": [[[0, 0.1], [0, 0]]]}, "draw must be the same both ways; got 0.1 and 0"),
        (EVEN, {"draw": [[[0, 0.1], [0.1, 0]]]}, "must sum to at most 1; got 1.1"),
        (EVEN, {"draw": np.zeros((2, 2, 2))}, r"draw must have shape \(1, 2, 2\)"),
        (EVEN, {"models": ["x", "x"]}, "model names must differ"),
        (EVEN, {"models": ["x"]}, "models must be 2 names, as many as the array has; got 1"),
        (EVEN, {"rounds": ["x", "y"]}, "rounds must be 1 names, as many as the array has; got 2"),
        (EVEN[0], {}, r"win must have shape \(K, M, M\), rounds x models x models; got \(2, 2\)"),
        ([[[0.5], [0.5]]], {}, r"win must have shape \(K, M, M\), .* got \(1, 2, 1\)"),
        ([[["yes", "no"]] * 2], {}, "win must be an array of numbers"),
        ([[[0, 1], [0]]], {}, "win must be an array of numbers; got text or lists of unequal length"),
        (np.zeros((0, 2, 2)), {}, "a tournament must have at least one round"),
        ([[[0.0]]], {}, "a tournament must have at least two models; got 'model 1' alone"),
        (np.zeros((1, 0, 0)), {}, "models must be at least one; got none"),
    ],
)
def test_what_are_no_probabilities_is_refused(win, options, complaint):
    with pytest.raises(DataError, match=complaint):
        win_tensor_from_probabilities(win, **options)
