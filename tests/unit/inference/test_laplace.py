"""The normal approximation is the posterior itself where that is normal."""

import numpy as np
import pymc as pm
import pytest

from bayesrank import ConvergenceError
from bayesrank.inference.laplace import draw_laplace
from tests.toy_programs import Rights, right_shares

N_DRAWS = 20_000
ERROR = 5 / np.sqrt(N_DRAWS)  # in standard deviations: 1 false alarm in 2 million a figure


def test_a_normal_posterior_is_drawn_exactly():
    # The mean is normal, and two values are seen of x + mean and one of x: precision I + sum of a a' with a = (1, 1)
    # twice and (1, 0) once is [[4, 2], [2, 3]], its inverse [[3, -2], [-2, 4]] / 8. The mean is that inverse times
    # the sum of a times what was seen: (1 + 2, 1 + 2) + (4, 0) = (7, 3): ((21 - 6) / 8, (-14 + 12) / 8).
    with pm.Model() as model:
        x, mean = pm.Normal("x"), pm.Normal("mean")
        pm.Normal("both", x + mean, 1.0, observed=[1.0, 2.0])
        pm.Normal("one", x, 1.0, observed=[4.0])
        pm.Deterministic("twice", 2 * x)
    drawn = draw_laplace(model, N_DRAWS, np.random.default_rng(0))
    covariance = np.array([[3, -2], [-2, 4]]) / 8
    both = np.stack([drawn["x"], drawn["mean"]])
    deviations = np.sqrt(np.diag(covariance))
    np.testing.assert_allclose(both.mean(axis=1), [15 / 8, -2 / 8], atol=ERROR * deviations.max())
    # A sample (co)variance of normal draws has a standard error of at most sqrt(2 / n) times the product of deviations.
    np.testing.assert_allclose(np.cov(both), covariance, atol=np.sqrt(2) * ERROR * deviations.max() ** 2)
    np.testing.assert_array_equal(drawn["twice"], 2 * drawn["x"])


def test_scales_are_approximated_where_they_have_no_bounds():
    # Beta(2, 3) with 30 right of 40 is Beta(32, 13). In log odds the mode is log(32 / 13) and the curvature there
    # n s (1 - s) with n = 45 and s = 32 / 45.
    drawn = draw_laplace(right_shares(Rights((30,), 40, models=("a",))), N_DRAWS, np.random.default_rng(1))["score"]
    assert drawn.shape == (N_DRAWS, 1)
    assert ((drawn > 0) & (drawn < 1)).all()
    log_odds = np.log(drawn / (1 - drawn))
    deviation = 1 / np.sqrt(45 * (32 / 45) * (13 / 45))
    assert log_odds.mean() == pytest.approx(np.log(32 / 13), abs=ERROR * deviation)
    assert log_odds.std() == pytest.approx(deviation, rel=ERROR)


def test_a_density_that_does_not_fall_off_everywhere_has_none():
    with pm.Model() as model:
        flat = pm.Flat("flat")
        pm.Normal("y", flat - pm.Flat("other"), 1.0, observed=[1.0])  # their sum can be anything
    with pytest.raises(ConvergenceError, match=r"must fall off from its mode in every direction .*; it does not"):
        draw_laplace(model, 10, np.random.default_rng(0))


def test_the_seed_decides_the_draws():
    model = right_shares(Rights((3,), 4, models=("a",)))
    one, same, other = (draw_laplace(model, 5, np.random.default_rng(seed))["score"] for seed in (1, 1, 2))
    np.testing.assert_array_equal(one, same)
    assert (one != other).all()
