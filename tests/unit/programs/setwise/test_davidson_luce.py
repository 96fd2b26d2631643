"""Davidson-Luce: chances of sets against enumeration, worths of another implementation, prevalences of ties."""

from itertools import product

import numpy as np
import pytest
from scipy import stats

from bayesrank import DataError, NotIdentifiedError, Outcomes
from bayesrank.programs.setwise import davidson_luce
from bayesrank.statistics.setwise_counts import count_sets
from tests.outcome_stacks import NAN
from tests.program_density import gradient_is_finite, log_density, mode_of
from tests.setwise_answers import ANSWERS, NOTHING_TOLD, PRIOR_VARIANCES, log_worths, mode, outcomes

OPTIMISER = 3e-4  # L-BFGS with differences for a gradient: that far from the maximum, which the density confirms
TENSOR = np.random.default_rng(6).integers(0, 2, (4, 8, 2)).astype(float)
TENSOR[0, 1] = NAN
ABILITY = np.array([2.0, -1.0, 0.5, -1.5])


@pytest.mark.parametrize("name", [name for name in ANSWERS if ANSWERS[name]["davidson_luce_map"]])
def test_worths_equal_scorio(name):
    counts = count_sets(outcomes(name))
    likelihood = davidson_luce.given_sizes(counts).at
    if name == NOTHING_TOLD:
        assert not mode(likelihood, 1.0, len(counts.models)).any()
        return
    for prior, variance in PRIOR_VARIANCES.items():
        golden = log_worths(name, f"davidson_luce{prior}", counts.models)
        np.testing.assert_allclose(mode(likelihood, variance, len(golden)), golden, atol=OPTIMISER)
    golden = log_worths(name, "davidson_luce", counts.models)
    if golden is None:
        with pytest.raises(NotIdentifiedError, match="for 'davidson_luce'"):
            davidson_luce.mle(counts)
        return
    found = davidson_luce.mle(counts)["ability"]
    np.testing.assert_allclose(found, golden, atol=OPTIMISER)
    assert likelihood(found).value >= likelihood(golden).value


def enumerated(counts, ability):
    """Add up the log chances of sets among those of their size, by the formula of the docstring."""
    total = 0.0
    for attempts, won, number in zip(counts.attempts, counts.won, counts.n_events, strict=True):
        size = won.sum()
        if size == 0:
            continue
        sets = [np.array(s) for s in product(*(range(n + 1) for n in attempts)) if sum(s) == size]
        total += number * (won @ ability / size - np.log(sum(np.exp(s @ ability / size) for s in sets)))
    return total


def test_density_is_that_of_its_parts():
    counts = count_sets(Outcomes.from_array(TENSOR))
    values = {"ability": ABILITY, "ability_spread": 2.0}
    contrasts = -0.5 * (ABILITY**2).sum() / 2.0**2 - 3 * np.log(2.0 * np.sqrt(2 * np.pi))
    spread = stats.lognorm.logpdf(2.0, 1.0, scale=5.0)
    model = davidson_luce.davidson_luce(counts)
    expected = enumerated(counts, ABILITY) + contrasts
    assert log_density(model, values) == pytest.approx(expected + spread, abs=1e-8)
    assert gradient_is_finite(model, values)
    fixed = davidson_luce.davidson_luce(counts, ability_scale=2.0)
    assert log_density(fixed, {"ability": ABILITY}) == pytest.approx(expected, abs=1e-8)


def test_maximum_likelihood_is_the_mode_of_the_program():
    counts = count_sets(Outcomes.from_array(TENSOR))
    found, _ = mode_of(davidson_luce.davidson_luce(counts), prior=False)
    np.testing.assert_allclose(davidson_luce.mle(counts)["ability"], found["ability"], atol=1e-6)


def test_too_many_winners_are_refused():
    counts = count_sets(Outcomes.from_array([[1, 0, 1], [0, 1, 1], [0, 1, 1]]))  # two winners of three, and all
    for refuses in (davidson_luce.davidson_luce, davidson_luce.mle):
        with pytest.raises(DataError, match=r"max_tie_order must be at least 2, the most winners .*; got 1"):
            refuses(counts, max_tie_order=1)
    with pytest.raises(ValueError, match="max_tie_order must be a whole number of at least 1; got 0"):
        davidson_luce.mle(counts, max_tie_order=0)
    same = davidson_luce.given_sizes(counts, max_tie_order=2).at(np.zeros(3)).value
    assert same == davidson_luce.given_sizes(counts).at(np.zeros(3)).value


def test_several_attempts_are_refused():
    counts = count_sets(Outcomes.from_array(TENSOR), events="questions")
    with pytest.raises(DataError, match="one attempt in an event for 'davidson_luce'"):
        davidson_luce.davidson_luce(counts)


def test_prevalences_make_the_shares_of_sizes():
    # With worths 4 and 1: one winner has e_1 = 5, both (by the root of their product) e_2 = 2, so the shares of sizes
    # are 5 : 2 d. Dirichlet(1 + 30, 1 + 60): mean share of both 61/92, sd sqrt(31 * 61 / (92^2 * 93)) = .049.
    answers = [[1] * 20 + [0] * 10 + [1] * 60 + [0] * 5, [0] * 20 + [1] * 10 + [1] * 60 + [0] * 5]
    counts = count_sets(Outcomes.from_array(answers, models=["a", "b"]))
    ability = np.where(np.array(counts.models) == "a", np.log(4) / 2, -np.log(4) / 2) + np.log(4) / 2
    drawn = davidson_luce.prevalences(counts, np.tile(ability, (4_000, 1)), np.random.default_rng(3))
    assert (drawn[:, 0] == 1).all()
    share = 2 * drawn[:, 1] / (5 + 2 * drawn[:, 1])
    assert abs(share.mean() - 61 / 92) < 5 * 0.049 / np.sqrt(4_000)
    assert share.std() == pytest.approx(0.049, rel=0.1)


def test_prevalences_need_everybody():
    with pytest.raises(DataError, match="all models must take part in every event for prevalences of ties"):
        davidson_luce.prevalences(count_sets(Outcomes.from_array(TENSOR)), np.zeros((1, 4)), np.random.default_rng(0))


def test_it_is_told_to_be_for_choices():
    told = davidson_luce.doubts(count_sets(Outcomes.from_array(TENSOR)), "ability")
    assert len(told) == 1
    assert "Use 'setwise_cml'" in told[0]


def test_the_spread_is_wide_and_drawn():
    counts = count_sets(Outcomes.from_array(TENSOR))
    drawn = davidson_luce.laplace(counts, 50, np.random.default_rng(1))
    assert drawn["ability"].shape == (50, 4)
    np.testing.assert_allclose(drawn["ability"].sum(axis=1), 0, atol=1e-9)
    # No event tells anything: the spread is that of its prior, LogNormal(log 5, 1). 4,000 draws: 5 standard errors of
    # the mean and of the deviation of its logarithm are .08 and .056; the grid leaves out the tails.
    nothing = count_sets(Outcomes.from_array(np.ones((4, 2))))
    log_spread = np.log(davidson_luce.laplace(nothing, 4_000, np.random.default_rng(1))["ability_spread"])
    assert log_spread.mean() == pytest.approx(np.log(5), abs=0.08)
    assert log_spread.std() == pytest.approx(1.0, abs=0.06)
