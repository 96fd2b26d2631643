"""Random walks by components: their covariance in closed form, times, and walks drawn from the prior."""

import numpy as np
import pymc as pm
import pytest

from bayesrank.programs.pairs._walk import DRIFT, times_of, walk_over, walked


def test_two_periods_part_by_half_a_step() -> None:
    # A step x from the first to the second is -x / 2 and x / 2 about the mean; over 4 units of time it has sd 2.
    walk = walk_over(np.array([0.0, 4.0]), 10.0)
    np.testing.assert_allclose(walk.basis, [[-1.0], [1.0]], atol=1e-12)


def test_steps_are_independent_with_the_variance_of_their_time() -> None:
    basis = walk_over(np.array([0.0, 1, 3, 3.5]), 10.0).basis
    steps = np.diff(basis, axis=0)
    np.testing.assert_allclose(steps @ steps.T, np.diag([1, 2, 0.5]), atol=1e-12)
    np.testing.assert_allclose(basis.sum(axis=0), 0, atol=1e-12)
    assert (np.diff((basis**2).sum(axis=0)) < 0).all()  # slow movements, which are large, come first
    assert (basis[-1] > 0).all()


def test_centring_follows_the_data() -> None:
    # Two periods: the component has variance 1/2, and .2 information a battle against a prior of .1^2.
    assert walk_over(np.array([0.0, 1]), 1000.0).centring == pytest.approx([1 / (1 + 1)])
    assert walk_over(np.array([0.0, 1]), 0.0).centring == pytest.approx([0])


def test_numbers_are_times_in_units_of_the_median_gap() -> None:
    assert times_of(("10", "12", "14", "20")).tolist() == [0, 1, 2, 5]
    assert times_of(("spring", "summer", "autumn")).tolist() == [0, 1, 2]
    assert times_of(("0.0 to 1.5", "1.5 to 3.0")).tolist() == [0, 1]


@pytest.mark.parametrize("battles_a_period", [0.0, 300.0])
def test_the_prior_is_the_same_walk_whatever_the_centring(battles_a_period) -> None:
    # Steps of drift .3 have variance .09, of which three models that sum to zero keep 2/3; twice that over twice the
    # time. A variance of 6,000 draws has a standard error of sqrt(2 / 6,000): 5 are 9.2 %.
    walk = walk_over(np.array([0.0, 1, 3]), battles_a_period)
    coords = {"model": ("a", "b", "c"), "period": range(3), "component": range(2)}
    with pm.Model(coords=coords):
        path = walked(pm.math.constant(np.array([1.0, 0.5, -1.5])), walk, 0.3)
    drawn = pm.draw(path, draws=6_000, random_seed=1, mode="FAST_COMPILE")
    variance = np.diff(drawn, axis=1).var(axis=0)
    assert variance == pytest.approx(np.array([[0.06] * 3, [0.12] * 3]), rel=0.092)
    np.testing.assert_allclose(drawn.mean(axis=1), np.tile([1.0, 0.5, -1.5], (6_000, 1)), atol=1e-12)
    np.testing.assert_allclose(drawn.sum(axis=2), 0, atol=1e-12)


def test_drift_is_learned_unless_it_is_fixed() -> None:
    walk = walk_over(np.arange(3.0), 10.0)
    coords = {"model": ("a", "b"), "period": range(3), "component": range(2)}
    with pm.Model(coords=coords) as model:
        walked(pm.math.constant(np.zeros(2)), walk, None)
    assert [variable.name for variable in model.free_RVs] == ["drift", "wave"]
    assert model["drift_log_median"].get_value() == pytest.approx(np.log(DRIFT))
    with pm.Model(coords=coords), pytest.raises(ValueError, match="drift_scale must be positive and finite; got 0"):
        walked(pm.math.constant(np.zeros(2)), walk, 0.0)
