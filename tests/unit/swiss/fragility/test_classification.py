import json
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binom, norm

from bayesrank.swiss.fragility.classification import SensitivityThresholds, classify_sensitivity
from bayesrank.swiss.fragility.estimates import Estimate, estimate_from_draws, estimate_from_error
from bayesrank.swiss.fragility.failure_sensitivity import failure_sensitivity
from bayesrank.swiss.fragility.profile_spread import ProfileSpread
from tests.swiss_wins import made_up_wins


def made_up(normalised, excess, wins, error=0.0, z=None):
    """Return a sensitivity with these normalised coefficients and excesses, and wins without eliminations."""
    wins = np.asarray(wins, dtype=float)
    models = tuple("abcdefghijklmnopqrstuvwxyz"[: len(wins)])
    z = np.zeros(len(wins)) if z is None else np.asarray(z)
    each = Estimate(z, z, z, z)
    played = made_up_wins([wins, wins])
    sensitivity = failure_sensitivity(played, played, ProfileSpread(models, each, each, each, n_worst=3))
    given = [estimate_from_error(np.array(value), np.full(len(wins), error), 0.95) for value in (normalised, excess)]
    return replace(sensitivity, normalised=given[0], excess=given[1])


def test_each_class_by_its_bounds():
    # Bounds without errors are the values. Wins 6 5 4 3 2 1: median 3.5, a to c pass the gate, d to f do not.
    found = classify_sensitivity(
        made_up(
            normalised=[-0.01, -0.30, -0.30, -0.04, -0.06, -0.05],
            excess=[-0.20, -0.06, -0.04, 0, 0, 0],
            wins=[6, 5, 4, 3, 2, 1],
        )
    )
    assert found.labels == (
        "robust generalist",  # -.01 > -.05, whatever the excess
        "aggressive specialist",  # -.30 < -.05 and -.06 < -.05
        "strength-limited",  # -.30 < -.05, but -.04 > -.05
        "unexposed",
        "exposed",
        "indeterminate",  # -.05 is neither above nor below -.05
    )
    assert found.thresholds.gate == 3.5
    assert found.strong.tolist() == [True, True, True, False, False, False]


def test_a_model_at_the_gate_is_strong():
    found = classify_sensitivity(made_up([0, 0, 0], [0, 0, 0], wins=[3, 2, 1]))
    assert found.labels == ("robust generalist", "robust generalist", "unexposed")


def test_not_significant_is_never_robust():
    # Both models have a coefficient of 0. The second is so uncertain that its lower bound is below -.05.
    sensitivity = made_up([0.0, 0.0], [0.0, 0.0], wins=[2, 2])
    wide = sensitivity.normalised._replace(error=np.array([0.01, 0.05]))
    assert classify_sensitivity(replace(sensitivity, normalised=wide)).labels == ("robust generalist", "indeterminate")


def test_bounds_hold_for_all_models_and_both_quantities_at_once():
    # Two models, two quantities: Bonferroni at .05 / 4 on both sides.
    found = classify_sensitivity(made_up([0.0, 0.0], [0.1, 0.2], wins=[2, 1], error=0.1))
    reach = 0.1 * norm.ppf(1 - 0.05 / 8)
    np.testing.assert_allclose(found.normalised.lower, [-reach, -reach])
    np.testing.assert_allclose(found.excess.upper, [0.1 + reach, 0.2 + reach])


def test_all_thresholds_move():
    given = made_up([-0.08, -0.30], [0.0, -0.08], wins=[2, 1], z=[2.5, 0.0])
    assert classify_sensitivity(given).labels == ("strength-limited", "exposed")
    looser = SensitivityThresholds(delta=0.1, delta_excess=0.07, gate=1.0, uneven_z=2.0)
    found = classify_sensitivity(given, looser)
    assert found.labels == ("robust generalist", "aggressive specialist")
    assert found.uneven.tolist() == [True, False]
    assert classify_sensitivity(given, replace(looser, delta_excess=0.09)).labels[1] == "strength-limited"


def test_alpha_moves_the_bounds():
    given = made_up([-0.01, -0.01], [0.0, 0.0], wins=[2, 1], error=0.02)
    # -.01 - .02 z > -.05 needs z < 2: four bounds at .5 have z = 1.53, at .05 2.50.
    assert classify_sensitivity(given, SensitivityThresholds(alpha=0.5)).labels[0] == "robust generalist"
    assert classify_sensitivity(given).labels[0] == "indeterminate"


def test_profile_is_a_qualifier_whatever_the_class():
    found = classify_sensitivity(made_up([0.0, -0.3], [0.0, 0.0], wins=[2, 2], z=[3.5, 3.0]))
    assert found.uneven.tolist() == [True, False]  # above 3, not at it
    assert found.labels == ("robust generalist", "strength-limited")
    frame = found.frame()
    assert frame["qualifier"].tolist() == ["uneven profile", ""]
    assert frame["class"].tolist() == list(found.labels)
    assert "1 robust generalist, 1 strength-limited; 1 with uneven profiles" in repr(found)


def test_profiles_without_a_scale_are_not_uneven_and_this_is_said():
    found = classify_sensitivity(made_up([0.0, 0.0], [0.0, 0.0], wins=[2, 2], z=[np.nan, np.nan]))
    assert not found.uneven.any()
    assert found.warnings[-1].startswith("profiles cannot be called uneven")


def test_a_model_without_wins_is_indeterminate():
    given = made_up([0.0, np.nan], [0.0, np.nan], wins=[2, 0])
    assert classify_sensitivity(given).labels == ("robust generalist", "indeterminate")


def test_warnings_of_the_sensitivity_go_on():
    given = made_up([0.0, 0.0], [0.0, 0.0], wins=[2, 1])
    assert classify_sensitivity(given).warnings[: len(given.warnings)] == given.warnings
    assert "conditional on the win tensor" in classify_sensitivity(given).warnings[0]


def test_record_is_plain():
    record = classify_sensitivity(made_up([0.0, np.nan], [0.0, np.nan], wins=[2, 0])).record()
    assert json.loads(json.dumps(record, allow_nan=False)) == record
    assert record["thresholds"]["gate"] == 1.0  # the median of 2 and 0
    assert record["models"][0]["class"] == "robust generalist"
    assert record["models"][1]["normalised_lower"] is None


def test_any_false_class_is_as_rare_as_promised():
    """20 models whose coefficients lie on the limit -.05: any class but indeterminate is false.

    1,000 posteriors around estimates with their own errors, at alpha = .1: at most .1 of them have any false class,
    and the quantile of 400 draws may be off by .01. Binomial limit at 1e-6.
    """
    rng = np.random.default_rng(0)
    n, replications = 20, 1000
    given = made_up(np.zeros(n), np.zeros(n), wins=np.ones(n))
    false = 0
    for _ in range(replications):
        centre = rng.normal(size=(2, n)) * 0.02 - 0.05
        drawn = centre + rng.normal(size=(400, 2, n)) * 0.02
        both = [estimate_from_draws(drawn[:, which], 0.95) for which in (0, 1)]
        found = classify_sensitivity(
            replace(given, normalised=both[0], excess=both[1]), SensitivityThresholds(alpha=0.1)
        )
        false += found.labels.count("indeterminate") < n
    assert false <= binom.ppf(1 - 1e-6, replications, 0.11)
    assert false >= binom.ppf(1e-6, replications, 0.02)  # half of the bounds are not on this side: the test can fail


@pytest.mark.parametrize("name", ["delta", "delta_excess", "uneven_z"])
def test_thresholds_must_be_positive(name):
    with pytest.raises(ValueError, match=f"{name} must be positive and finite; got 0"):
        SensitivityThresholds(**{name: 0})


@pytest.mark.parametrize("gate", [-1, float("nan"), float("inf"), "x"])
def test_the_gate_must_be_a_number_of_wins(gate):
    with pytest.raises(ValueError, match=f"gate must be expected wins of at least 0, finite; got {gate!r}"):
        SensitivityThresholds(gate=gate)
    assert SensitivityThresholds(gate=0).gate == 0  # all models are strong


def test_level_must_be_a_probability():
    with pytest.raises(ValueError, match="alpha must lie between 0 and 1; got 1"):
        SensitivityThresholds(alpha=1)
