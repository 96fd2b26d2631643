"""Bradley-Terry-Luce: the product of the docstring event by event, and worths of another implementation."""

import numpy as np
import pymc as pm
import pytest
from scipy import stats

from bayesrank import DataError, NotIdentifiedError, Outcomes
from bayesrank.programs.setwise import bradley_terry_luce, setwise_cml
from bayesrank.statistics.setwise_counts import count_sets
from tests.outcome_stacks import NAN
from tests.program_density import gradient_is_finite, log_density, mode_of
from tests.setwise_answers import ANSWERS, NOTHING_TOLD, PRIOR_VARIANCES, log_worths, mode, outcomes

OPTIMISER = 2e-4  # L-BFGS with differences for a gradient: that far from the maximum, which the density confirms
TENSOR = np.random.default_rng(6).integers(0, 2, (4, 8, 2)).astype(float)
TENSOR[0, 1] = NAN
ABILITY = np.array([2.0, -1.0, 0.5, -1.5])


@pytest.mark.parametrize("name", ANSWERS)
def test_worths_equal_scorio(name):
    counts = count_sets(outcomes(name))
    likelihood = bradley_terry_luce.against(counts).at
    if name == NOTHING_TOLD:
        assert not mode(likelihood, 1.0, len(counts.models)).any()
        return
    for prior, variance in PRIOR_VARIANCES.items():
        golden = log_worths(name, f"bradley_terry_luce{prior}", counts.models)
        np.testing.assert_allclose(mode(likelihood, variance, len(golden)), golden, atol=OPTIMISER)
    golden = log_worths(name, "bradley_terry_luce", counts.models)
    if golden is None:
        with pytest.raises(NotIdentifiedError, match="for 'bradley_terry_luce'"):
            bradley_terry_luce.mle(counts)
        return
    found = bradley_terry_luce.mle(counts)["ability"]
    np.testing.assert_allclose(found, golden, atol=OPTIMISER)
    assert likelihood(found).value >= likelihood(golden).value


def event_by_event(counts, ability):
    """Multiply x_i / (x_i + sum of x over the losers) over the winners of every event."""
    worth = np.exp(ability)
    total = 0.0
    for attempts, won, number in zip(counts.attempts, counts.won, counts.n_events, strict=True):
        losers = worth[(attempts - won) > 0].sum()
        total += number * sum(np.log(worth[i] / (worth[i] + losers)) for i in np.flatnonzero(won))
    return total


def test_density_is_that_of_its_parts():
    counts = count_sets(Outcomes.from_array(TENSOR))
    values = {"ability": ABILITY, "ability_spread": 0.8}
    contrasts = -0.5 * (ABILITY**2).sum() / 0.8**2 - 3 * np.log(0.8 * np.sqrt(2 * np.pi))
    expected = event_by_event(counts, ABILITY) + contrasts
    model = bradley_terry_luce.bradley_terry_luce(counts)
    spread = stats.lognorm.logpdf(0.8, 0.5, scale=1.0)
    assert log_density(model, values) == pytest.approx(expected + spread, abs=1e-8)
    assert gradient_is_finite(model, values)
    fixed = bradley_terry_luce.bradley_terry_luce(counts, ability_scale=0.8)
    assert log_density(fixed, {"ability": ABILITY}) == pytest.approx(expected, abs=1e-8)


def test_derivatives_are_those_of_differences():
    likelihood = bradley_terry_luce.against(count_sets(Outcomes.from_array(TENSOR))).at
    found = likelihood(ABILITY)
    steps = 1e-5 * np.eye(4)
    ahead, behind = ([likelihood(ABILITY + sign * step) for step in steps] for sign in (1, -1))
    slope = [(one.value - other.value) / 2e-5 for one, other in zip(ahead, behind, strict=True)]
    bend = [(one.gradient - other.gradient) / 2e-5 for one, other in zip(ahead, behind, strict=True)]
    np.testing.assert_allclose(found.gradient, slope, atol=1e-8)
    np.testing.assert_allclose(found.curvature, -np.array(bend), atol=1e-8)


def test_losers_are_sets():
    # a and b beat c; a beats b and c, twice; all are right once, which tells nothing.
    counts = count_sets(Outcomes.from_array([[1, 1, 1, 1], [1, 0, 0, 1], [0, 0, 0, 1]], models=["a", "b", "c"]))
    rows = bradley_terry_luce.against(counts)
    a, b, c = (counts.models.index(name) for name in "abc")
    found = {
        tuple(losers[[a, b, c]]): wins[[a, b, c]].tolist() for losers, wins in zip(rows.losers, rows.wins, strict=True)
    }
    assert found == {(0, 0, 1): [1, 1, 0], (0, 1, 1): [2, 0, 0]}


def test_maximum_likelihood_is_the_mode_of_the_program():
    counts = count_sets(Outcomes.from_array(TENSOR))
    found, _ = mode_of(bradley_terry_luce.bradley_terry_luce(counts), prior=False)
    np.testing.assert_allclose(bradley_terry_luce.mle(counts)["ability"], found["ability"], atol=1e-6)


def test_with_one_winner_it_is_the_choice_of_that_winner():
    # x_i / sum of x: the conditional likelihood of one winner, another program.
    one_winner = np.eye(4)[:, [0, 1, 2, 0, 3, 2, 0]]
    counts = count_sets(Outcomes.from_array(one_winner))
    found = bradley_terry_luce.against(counts).at(ABILITY)
    expected = setwise_cml.given_totals(counts).at(ABILITY)
    assert found.value == pytest.approx(expected.value, abs=1e-12)
    np.testing.assert_allclose(found.curvature, expected.curvature, atol=1e-12)
    assert not bradley_terry_luce.composite(counts)
    assert bradley_terry_luce.doubts(counts, "ability") == []


def test_several_winners_make_it_composite():
    counts = count_sets(Outcomes.from_array(TENSOR))
    assert bradley_terry_luce.composite(counts)
    assert "composite" in bradley_terry_luce.doubts(counts, "ability")[0]


def test_predictions_are_wins_of_those_comparisons():
    counts = count_sets(Outcomes.from_array(TENSOR))
    model = bradley_terry_luce.bradley_terry_luce(counts)
    wins = bradley_terry_luce.against(counts).wins
    drawn = pm.draw(model["won"], 100, random_seed=1, mode="FAST_COMPILE")
    assert (drawn <= wins).all()
    assert drawn.std(axis=0)[wins > 0].min() > 0


def test_several_attempts_are_refused():
    counts = count_sets(Outcomes.from_array(TENSOR), events="questions")
    with pytest.raises(DataError, match="one attempt in an event for 'bradley_terry_luce'"):
        bradley_terry_luce.bradley_terry_luce(counts)


def test_draws_sum_to_zero():
    drawn = bradley_terry_luce.laplace(count_sets(Outcomes.from_array(TENSOR)), 50, np.random.default_rng(1))
    assert drawn["ability"].shape == (50, 4)
    assert drawn["ability_spread"].shape == (50,)
    np.testing.assert_allclose(drawn["ability"].sum(axis=1), 0, atol=1e-9)
