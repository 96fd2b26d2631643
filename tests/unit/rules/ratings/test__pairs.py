"""Results of pairs and sums over them; each function compiled, and as its source says."""

import math

import numpy as np
import pytest

from bayesrank.rules.ratings._pairs import Play, add, advances, ends_batch, expected_result, pair_results

NONE = np.empty(0, dtype=np.int64)


def play(batch=(0,), drawn_right=1.0, drawn_wrong=1.0):
    nothing = np.empty((1, 0))
    return Play(2, 1, NONE[None], np.array(batch), NONE, NONE, nothing, nothing, drawn_right, drawn_wrong)


def both(function):
    return pytest.mark.parametrize("function", [function, function.py_func], ids=["compiled", "source"])


@both(pair_results)
@pytest.mark.parametrize(
    ("drawn_right", "drawn_wrong", "draws"),
    # Right with 0.8 and 0.5: both right 0.4, both wrong 0.1; all twice.
    [(0.0, 0.0, 0.0), (1.0, 0.0, 0.8), (1.0, 1.0, 1.0)],
)
def test_results_are_products_of_how_right_two_are(function, drawn_right, drawn_wrong, draws):
    # One right and the other not: 0.8 x 0.5 = 0.4, and 0.2 x 0.5 = 0.1.
    found = function(play(drawn_right=drawn_right, drawn_wrong=drawn_wrong), 2.0, 0.8, 0.5)
    np.testing.assert_allclose(found, (0.8, 0.2, draws), rtol=1e-15)


@both(ends_batch)
def test_a_batch_ends_before_the_next_and_at_the_end(function):
    turns = play(batch=[0, 0, 1, 2, 2])
    assert [bool(function(turns, turn)) for turn in range(5)] == [False, True, True, False, True]


@both(advances)
def test_time_passes_between_turns_of_different_times_and_not_after_the_last(function):
    clock = np.array([0, 0, 1, 2, 2])
    assert [bool(function(clock, turn)) for turn in range(5)] == [False, True, True, False, False]


@both(expected_result)
def test_a_lead_makes_a_logistic_chance_that_adds_up_to_one_with_its_opposite(function):
    assert function(0.0) == 0.5
    assert function(math.log(10)) == pytest.approx(10 / 11, rel=1e-15)
    assert function(-math.log(10)) == pytest.approx(1 / 11, rel=1e-15)
    assert (function(1e5), function(-1e5)) == (1, 0)


@both(add)
def test_sums_are_those_of_exact_arithmetic_in_any_order(function):
    terms = np.random.default_rng(3).normal(size=1000) * 10.0 ** np.arange(1000).clip(max=12)
    for order in (terms, terms[::-1]):
        sums = np.zeros((2, 2))
        for term in order:
            function(sums, 1, term)
        assert sums[0, 1] + sums[1, 1] == math.fsum(terms)
        assert sums[:, 0].tolist() == [0, 0]
