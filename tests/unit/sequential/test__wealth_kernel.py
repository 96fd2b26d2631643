"""The loops of the wealths; each function compiled, and as its source says."""

import math

import numpy as np
import pytest

from bayesrank.sequential._wealth_kernel import (
    Growth,
    fill_gains,
    grow_agrapa,
    grow_mixture,
    grow_ons,
    log_mixture,
    log_of,
    move_exponents,
    scaled,
)


def both(function):
    return pytest.mark.parametrize("function", [function, function.py_func], ids=["compiled", "source"])


def growth(scores, population_size=None, plays=None):
    """Return rows of known scores from the first question on."""
    table = np.array(scores, dtype=np.float64)
    before = np.cumsum(table, axis=0) - table
    return Growth(
        low=table,
        high=table,
        plays=np.ones_like(table) if plays is None else np.array(plays, dtype=np.float64),
        low_before=before,
        high_before=before,
        shift=0.0,
        finite=0.0 if population_size is None else 1.0,
        left=float(population_size or 1),
    )


def fresh(n_bets, n_models=2):
    shape = n_models, n_bets, n_models
    return np.ones(shape), np.zeros(shape, dtype=np.int64)


# Gains


@both(fill_gains)
def test_gains_of_an_unlimited_supply_are_the_differences(function):
    gain = np.empty(3)
    function(gain, growth([[0, 0, 0], [0.75, 0.25, 1]]), 1, 0)
    assert gain.tolist() == [0.0, 0.5, -0.25]


@both(fill_gains)
def test_gains_of_a_finite_benchmark_are_over_what_the_lead_leaves(function):
    # Three questions, the first of which model 0 won: the others can be -1/2 in the mean under the null hypothesis
    # that 0 is no better. A tie then gains (0 + 1/2) / (1 - 1/2) = 1 for it, and for its rival (0 - 1/2) / (3/2).
    rows = growth([[1, 0], [1, 1]], 3)
    gain = np.empty(2)
    function(gain, rows, 1, 0)
    assert gain.tolist() == [0.0, 1.0]
    function(gain, rows, 1, 1)
    assert gain.tolist() == [-1 / 3, 0.0]


@both(fill_gains)
def test_the_bound_stays_between_just_above_minus_one_and_one(function):
    # A lead of 2 with one question left: -0.99, so that a tie gains 0.99 / 0.01; for the rival 1, and (0 - 1) / 2.
    rows = growth([[1, 0], [1, 0], [1, 1]], 3)
    gain = np.empty(2)
    function(gain, rows, 2, 0)
    assert gain[1] == pytest.approx(99.0)
    function(gain, rows, 2, 1)
    assert gain[0] == -0.5


@both(fill_gains)
def test_who_does_not_play_gains_nothing(function):
    gain = np.empty(2)
    function(gain, growth([[1, 0]], plays=[[1, 0]]), 0, 0)
    assert gain.tolist() == [0.0, 0.0]


# Growth


@both(grow_mixture)
def test_every_bet_of_the_grid_multiplies_its_own_wealth(function):
    wealth, exponent = fresh(2)
    function(wealth, exponent, np.array([0.25, 0.5]), growth([[1, 0], [1, 0], [0, 1]]))
    assert wealth[0, :, 1].tolist() == [1.25 * 1.25 * 0.75, 1.5 * 1.5 * 0.5]
    assert wealth[1, :, 0].tolist() == [0.75 * 0.75 * 1.25, 0.5 * 0.5 * 1.5]


@both(grow_agrapa)
def test_agrapa_bets_the_sum_of_gains_over_one_and_their_squares(function):
    # First nothing; then 1 / (1 + 1) is above the most, 0.4; then 2 / (1 + 2), too; then 1 / (1 + 3) = 0.25.
    wealth, exponent = fresh(1)
    memory = np.zeros((2, 2, 2))
    function(wealth, exponent, memory, 0.4, growth([[1, 0], [1, 0], [0, 1], [1, 0]]))
    assert wealth[0, 0, 1] == pytest.approx(1 * 1.4 * 0.6 * 1.25, rel=1e-15)
    assert wealth[1, 0, 0] == 1.0  # its sums were never positive
    assert memory[0, :, 1].tolist() == [2.0, 4.0]


@both(grow_ons)
def test_newton_steps_move_the_bet(function):
    # First nothing, slope -1, so that the bet moves by (2 / (2 - log 3)) / (1 + 1) = 1.109, cut to 1/2. Then it wins
    # 1.5 with slope -2/3, and would move up: 1/2 again. Then it loses: 0.5, slope 2, squares 1 + 4/9 + 4.
    wealth, exponent = fresh(1)
    memory = np.zeros((2, 2, 2))
    function(wealth, exponent, memory, growth([[1, 0], [1, 0], [0, 1]]))
    assert wealth[0, 0, 1] == 1.5 * 0.5
    step = 2 / (2 - math.log(3)) * 2 / (1 + 1 + 4 / 9 + 4)
    assert memory[0, :, 1] == pytest.approx([max(0.0, 0.5 - step), 1 + 4 / 9 + 4])
    assert wealth[1, 0, 0] == 1.0


@both(grow_mixture)
def test_rows_of_a_model_that_does_not_play_change_nothing(function):
    wealth, exponent = fresh(1)
    function(wealth, exponent, np.array([0.5]), growth([[1, 0], [1, 0]], plays=[[0, 1], [1, 1]]))
    assert wealth[:, 0].tolist() == [[1.0, 1.5], [0.5, 1.0]]


@pytest.mark.parametrize("plays", [[[0, 1]], [[1, 0]]])
@pytest.mark.parametrize("grow", [grow_agrapa.py_func, grow_ons.py_func])
def test_bets_learn_nothing_from_what_they_were_not_placed_on(grow, plays):
    wealth, exponent = fresh(1)
    memory = np.zeros((2, 2, 2))
    options = (0.5,) if grow is grow_agrapa.py_func else ()
    grow(wealth, exponent, memory, *options, growth([[1, 0]], plays=plays))
    assert (wealth == 1).all()
    assert not memory.any()


# Numbers of any size


@both(move_exponents)
def test_exponents_move_by_powers_of_two_and_leave_the_value_as_it_is(function):
    wealth = np.array([[1.5 * 2.0**501, 1.25 * 2.0**-501, 3.0]])
    exponent = np.array([[0, 500, 0]])
    function(wealth, exponent)
    assert wealth.tolist() == [[3.0, 0.625, 3.0]]
    assert exponent.tolist() == [[500, 0, 0]]


@both(move_exponents)
def test_ordinary_wealths_stay(function):
    wealth, exponent = np.array([[2.0**499, 2.0**-499]]), np.zeros((1, 2), dtype=np.int64)
    function(wealth, exponent)
    assert wealth.tolist() == [[2.0**499, 2.0**-499]]
    assert not exponent.any()


@both(scaled)
def test_values_are_scaled_down_until_nothing_is_left(function):
    assert function(3.0, 0) == 3.0
    assert function(3.0 * 2.0**400, -500) == 3.0 * 2.0**-100
    assert function(3.0, -100_000) == 0.0


@both(log_of)
@pytest.mark.parametrize(
    ("value", "exponent", "expected"),
    [
        (1.0, 0, 0.0),
        (2.0**500, -500, 0.0),
        (0.0, 0, -math.inf),
        (1.0, 5_000, 5_000 * math.log(2)),
        (0.75, -5_000, math.log(0.75) - 5_000 * math.log(2)),
        (10.0, 0, math.log(10)),
    ],
)
def test_logarithms_of_any_size(function, value, exponent, expected):
    assert function(value, exponent) == pytest.approx(expected, rel=1e-15)


@both(log_of)
def test_the_logarithm_does_not_depend_on_how_the_value_is_split(function):
    for value in (1.1, 0.3, 7.0):
        for power in (0, 900, 5_000, -5_000):
            assert function(value * 2.0**500, power - 500) == function(value, power)


@both(log_mixture)
def test_the_mixture_is_the_weighted_mean(function):
    # (2 + 3 * 4) / 4 = 3.5, and with exponents 500 and -500 the second is nothing beside the first.
    wealth = np.ones((2, 2, 2))
    exponent = np.zeros((2, 2, 2), dtype=np.int64)
    wealth[0, :, 1] = 2.0, 4.0
    exponent[1, :, 0] = 500, -500
    result = function(wealth, exponent, np.array([0.25, 0.75]))
    assert result[0, 1] == pytest.approx(math.log(3.5), rel=1e-15)
    assert result[1, 0] == pytest.approx(500 * math.log(2) + math.log(0.25), rel=1e-15)
    assert result.diagonal().tolist() == [-math.inf, -math.inf]
