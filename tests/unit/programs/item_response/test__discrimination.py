"""The prior of discriminations against SciPy, and chances with them against integrals."""

import numpy as np
import pymc as pm
import pytest
from scipy import stats

from bayesrank.programs.item_response import _discrimination
from tests.program_density import log_density, point_of, values_at

LOG_SLOPE = np.array([0.4, -0.1, -0.3])  # sums to zero


def model_of(**options):
    with pm.Model(coords={"question": ["p", "q", "r"]}) as model:
        slope = _discrimination.discriminations(**options)
        easiness = pm.Normal("easiness", 0, 1, dims="question")
        _discrimination.located(easiness, slope)
    return model


@pytest.mark.parametrize("scale", [None, 2.0])
def test_prior_is_of_independent_contrasts(scale):
    # M - 1 = 2 dimensions of Normal(0, s), and the LogNormal of s where it is learned.
    spread = scale or 0.6
    expected = -0.5 * (LOG_SLOPE**2).sum() / spread**2 - 2 * np.log(spread * np.sqrt(2 * np.pi))
    names = ["log_discrimination"]
    if scale is None:
        expected += stats.lognorm.logpdf(0.6, 0.5, scale=0.3)
        names.append("discrimination_spread")
    values = {"log_discrimination": LOG_SLOPE, "discrimination_spread": 0.6, "easiness": np.zeros(3)}
    assert log_density(model_of(scale=scale), values, names) == pytest.approx(expected, abs=1e-8)


def test_what_is_reported():
    # exp(.4), exp(-.1), exp(-.3); minus easiness over that.
    values = {"log_discrimination": LOG_SLOPE, "discrimination_spread": 0.6, "easiness": np.array([1.0, -2.0, 0.0])}
    model = model_of()
    found = values_at(model, point_of(model, values))
    slope = np.array([1.4918246976, 0.9048374180, 0.7408182207])
    np.testing.assert_allclose(found["discrimination"], slope, atol=1e-9)
    np.testing.assert_allclose(found["difficulty"], [-1 / slope[0], 2 / slope[1], 0], atol=1e-9)


def test_scale_is_checked():
    with pytest.raises(ValueError, match="discrimination_scale must be positive and finite; got -1"):
        model_of(scale=-1)


def test_chances_by_hand():
    # logits 2 * 1 - 2 = 0 and 2 * 1 + log 3 - 2 = log 3 at ability 1; at 0 they are -2 and log 3 - 2.
    draws = {
        "ability": np.array([[1.0, 0.0]]), "discrimination": np.array([[2.0, 2.0]]),
        "easiness": np.array([[-2.0, np.log(3) - 2]]),
    }  # fmt: skip
    low = 1 / (1 + np.exp(2))
    expected = [[0.5, 0.75], [low, 3 * low / (1 + 2 * low)]]  # odds times 3: 3 p / (1 - p + 3 p)
    np.testing.assert_allclose(_discrimination.chance_of_slopes(draws)[0], expected, atol=1e-12)


@pytest.mark.parametrize(
    ("options", "spread", "log_spread"),
    [({"easiness_scale": None, "discrimination_scale": None}, 1.5, 0.4),
     ({"easiness_scale": 0.5, "discrimination_scale": 0.8}, 0.5, 0.8)],
)  # fmt: skip
def test_chance_on_new_questions_is_the_double_integral(options, spread, log_spread):
    draws = {
        "ability": np.array([[-1.0, 1.5]]), "easiness": np.zeros((1, 1)), "discrimination": np.ones((1, 1)),
        "easiness_mean": np.array([0.3]), "easiness_spread": np.array([1.5]), "discrimination_spread": np.array([0.4]),
    }  # fmt: skip
    found = _discrimination.chance_of_new_slopes(draws, **options)[0]
    # equally spaced points are exact for a smooth integrand with normal weights
    log_slope = np.linspace(-8, 8, 401)[:, None] * log_spread
    easiness = 0.3 + np.linspace(-8, 8, 401) * spread
    weight = stats.norm.pdf(log_slope, 0, log_spread) * stats.norm.pdf(easiness, 0.3, spread)
    for ability, chance in zip([-1.0, 1.5], found, strict=True):
        known = 1 / (1 + np.exp(-np.exp(log_slope) * ability - easiness))
        assert chance == pytest.approx((weight * known).sum() / weight.sum(), abs=2e-4)
