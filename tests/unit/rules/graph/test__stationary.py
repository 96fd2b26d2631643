import numpy as np
import pytest

from bayesrank.rules.graph._stationary import stationary_distribution


def test_a_walk_on_a_line_by_hand():
    # In balance 1/2 x_0 = 1/4 x_1 and 1/8 x_1 = 1/4 x_2: shares 1 : 2 : 1.
    with np.errstate(divide="ignore"):
        rates = np.log([[0, 1 / 2, 0], [1 / 4, 0, 1 / 8], [0, 1 / 4, 0]])
    np.testing.assert_allclose(stationary_distribution(rates), [1 / 4, 2 / 4, 1 / 4], rtol=1e-15)


def test_a_walk_in_a_circle_by_hand():
    # One way round only: the time spent at a place is in proportion to 1 / the rate of leaving it.
    with np.errstate(divide="ignore"):
        rates = np.log([[0, 1 / 2, 0], [0, 0, 1 / 3], [1 / 5, 0, 0]])
    np.testing.assert_allclose(stationary_distribution(rates), [2 / 10, 3 / 10, 5 / 10], rtol=1e-15)


def test_shares_of_any_size_are_exact():
    # Balance on a line: x_1 / x_0 = exp(-300), x_2 / x_1 = exp(-400), of which double precision holds exp(-700).
    rates = np.array([[0, -300, -np.inf], [0, 0, -400], [-np.inf, 0, 0.0]])
    np.testing.assert_allclose(np.log(stationary_distribution(rates)), [0, -300, -700], rtol=1e-15)


def test_the_diagonal_takes_no_part_and_the_input_stays():
    rates = np.log([[0.1, 0.3, 0.6], [0.2, 0.5, 0.3], [0.7, 0.1, 0.2]])
    before = rates.copy()
    share = stationary_distribution(rates)
    np.testing.assert_array_equal(rates, before)
    np.testing.assert_array_equal(share, stationary_distribution(rates + np.diag([5.0, -np.inf, 2.0])))
    np.testing.assert_allclose(share @ np.exp(rates), share, rtol=1e-15)  # the definition


@pytest.mark.parametrize("shape", [(4, 1, 1), (3, 5, 6, 6)])
def test_a_stack_is_solved_one_by_one(shape):
    rates = np.random.default_rng(0).normal(0, 3, shape)
    flat = rates.reshape(-1, *shape[-2:])
    singles = np.array([stationary_distribution(one) for one in flat]).reshape(shape[:-1])
    np.testing.assert_array_equal(stationary_distribution(rates), singles)
