"""Rasch on outcomes and weighed prior outcomes."""

import numpy as np
import pytest
from scipy.special import expit

from bayesrank import DataError, Outcomes
from bayesrank.programs.item_response.power_rasch import PROGRAM, doubts, power_rasch
from bayesrank.statistics.outcome_counts import count_outcomes

OUTCOMES = np.array([[1.0, 1, 0], [1, 0, 0], [0, 0, np.nan]])
PRIOR = np.array([[1.0, 1, 1], [1, 1, 0], [0, 0, 1]])[:, :, None]


def likelihood_gradient(weight):
    """Return the gradient of the log likelihood in abilities and difficulties of 0, as a function of the program."""
    counts = count_outcomes(Outcomes.from_array(OUTCOMES, prior=PRIOR))
    model = power_rasch(counts, prior_weight=weight)
    density = model.compile_fn(
        model.logp(vars=model.observed_RVs), inputs=model.value_vars, mode="FAST_COMPILE", on_unused_input="ignore"
    )

    def at(difficulty):
        point = {**model.initial_point(), "ability_zerosum__": np.zeros(2), "difficulty": np.full(3, difficulty)}
        return float(density(point))

    return counts, at


@pytest.mark.parametrize("weight", [0.5, 1.0, 2.0])
def test_likelihood_counts_prior_outcomes_in_part(weight):
    # Without the coefficients, that do not move: right * log(p) + wrong * log(1 - p) with right = 3 + 6 w of 8 + 9 w.
    _, at = likelihood_gradient(weight)
    right, trials = 3 + 6 * weight, 8 + 9 * weight
    p, q = expit(-0.3), expit(0.4)
    expected = right * np.log(p / q) + (trials - right) * np.log((1 - p) / (1 - q))
    assert at(0.3) - at(-0.4) == pytest.approx(expected, abs=1e-9)


def test_the_likelihood_is_composite():
    counts, _ = likelihood_gradient(1.0)
    assert PROGRAM.composite(counts)


def test_contradicting_prior_outcomes_are_told():
    against = count_outcomes(Outcomes.from_array([[1, 1], [0, 0]], prior=[[[0], [0]], [[1], [1]]]))
    told = doubts(against, "benchmark", prior_weight=0.5)[0]
    assert told.startswith("prior outcomes count as 0.5 of an outcome each, but score the models otherwise")


def test_what_it_cannot_use_is_refused():
    with pytest.raises(DataError, match="data for 'power_rasch' must have prior outcomes"):
        power_rasch(count_outcomes(Outcomes.from_array(OUTCOMES)))
    with pytest.raises(ValueError, match="prior_weight must be positive and finite; got 0"):
        power_rasch(count_outcomes(Outcomes.from_array(OUTCOMES, prior=PRIOR)), prior_weight=0)
