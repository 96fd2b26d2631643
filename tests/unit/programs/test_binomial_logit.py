"""The binomial likelihood of counts against SciPy."""

import numpy as np
import pymc as pm
import pytest
from scipy import stats

from bayesrank.programs.binomial_logit import binomial_logit, log_binomial

RIGHT = np.array([[3.0, 0.0, 5.0], [1.0, 0.0, 0.0]])
TRIALS = np.array([[5.0, 2.0, 5.0], [4.0, 0.0, 3.0]])  # one cell is missing
LOGIT = np.array([[0.3, -1.0, 2.0], [-40.0, 0.7, 1.5]])


def observed_model(right=RIGHT, trials=TRIALS):
    with pm.Model(coords={"model": ["a", "b"], "question": ["p", "q", "r"]}) as model:
        shift = pm.Normal("shift", 0, 1)
        binomial_logit("right", LOGIT + shift, right, trials, ("model", "question"))
    return model


def test_density_is_that_of_scipy_and_nothing_where_there_is_no_trial():
    model = observed_model()
    density = model.compile_fn(
        model.logp(vars=[model["right"]], sum=False), inputs=model.value_vars, mode="FAST_COMPILE"
    )
    (found,) = density({"shift": 0.25})
    expected = stats.binom.logpmf(RIGHT, TRIALS, 1 / (1 + np.exp(-(LOGIT + 0.25))))
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)
    assert found[1, 1] == 0


@pytest.mark.parametrize(
    ("shift", "expected"), [(800.0, RIGHT.sum() - TRIALS.sum() - 800), (-800.0, RIGHT.sum() + 800)]
)
def test_gradient_far_out(shift, expected):
    # right - n p, summed over 9 right of 19 trials, less the shift of its Normal(0, 1) prior: p is 1, or 0, everywhere.
    gradient = observed_model().compile_dlogp(mode="FAST_COMPILE")({"shift": shift})
    np.testing.assert_allclose(gradient, expected, rtol=1e-12)


def test_predictions_are_binomial():
    model = observed_model()
    with model:
        drawn = pm.draw(pm.do(model, {"shift": 0.0})["right"], 2_000, random_seed=1, mode="FAST_COMPILE")
    chance = 1 / (1 + np.exp(-LOGIT))
    # 5 standard errors of a mean of 2,000; the missing cell and the certain one are exact
    error = 5 * np.sqrt(TRIALS * chance * (1 - chance) / 2_000)
    assert (np.abs(drawn.mean(axis=0) - TRIALS * chance) <= error + 1e-12).all()
    assert (drawn[:, 1, 1] == 0).all()
    assert drawn.dtype == np.float64


def test_coefficient():
    # 5 over 3 = 10, 2 over 0 = 1, 5 over 5 = 1; 4 over 1 = 4, an empty cell 1, 3 over 0 = 1.
    np.testing.assert_allclose(np.exp(log_binomial(RIGHT, TRIALS)), [[10, 1, 1], [4, 1, 1]], rtol=1e-12)


def test_data_can_be_exchanged():
    # Another data set in the same graph: SciPy's probability of 2 of 2 everywhere.
    model = observed_model()
    other = np.full((2, 3), 2.0)
    model["right_observed"].set_value(other)
    model["right_trials"].set_value(other)
    model["right_coefficient"].set_value(log_binomial(other, other))
    found = model.compile_logp(vars=[model["right"]], mode="FAST_COMPILE")({"shift": 0.0})
    assert found == pytest.approx(stats.binom.logpmf(2, 2, 1 / (1 + np.exp(-LOGIT))).sum(), rel=1e-12)
