"""Who won given how many did: NumPy against enumeration, the program against NumPy, draws of the same events."""

from itertools import product
from math import comb, log

import numpy as np
import pymc as pm
import pytest

from bayesrank import Outcomes
from bayesrank.programs.setwise._given_totals import GivenTotals
from bayesrank.statistics.setwise_counts import SetwiseCounts, count_sets
from tests.outcome_stacks import NAN

TENSOR = np.random.default_rng(4).integers(0, 2, (4, 5, 3)).astype(float)
TENSOR[0, 1] = NAN  # a model that took no part
TENSOR[2, 2, 1:] = NAN  # fewer trials
ABILITY = np.array([0.9, -0.4, 0.3, -0.8])


def given(events: str, scale: float = 1.0) -> tuple[SetwiseCounts, GivenTotals]:
    counts = count_sets(Outcomes.from_array(TENSOR), events=events)
    return counts, GivenTotals(counts.totals, np.full(len(counts.totals.total), scale))


def enumerated(counts: SetwiseCounts, ability: np.ndarray) -> float:
    """Add up the log chances of all events, each among all ways to win as many attempts."""
    total = 0.0
    for attempts, won, number in zip(counts.attempts, counts.won, counts.n_events, strict=True):
        weights = {
            wins: np.prod([comb(n, w) for n, w in zip(attempts, wins, strict=True)]) * np.exp(np.dot(wins, ability))
            for wins in product(*(range(n + 1) for n in attempts))
            if sum(wins) == won.sum()
        }
        total += number * log(weights[tuple(won.tolist())] / sum(weights.values()))
    return total


@pytest.mark.parametrize("events", ["trials", "questions"])
@pytest.mark.parametrize("scale", [1.0, 0.4])
def test_log_likelihood_is_that_of_all_events(events, scale):
    # Events that leave nothing open are among those enumerated: their chance is 1.
    counts, likelihood = given(events, scale)
    assert likelihood.at(ABILITY).value == pytest.approx(enumerated(counts, scale * ABILITY), abs=1e-12)


@pytest.mark.parametrize("events", ["trials", "questions"])
def test_derivatives_are_those_of_differences(events):
    _, likelihood = given(events, 0.7)
    found = likelihood.at(ABILITY)
    steps = 1e-5 * np.eye(4)
    ahead, behind = ([likelihood.at(ABILITY + sign * step) for step in steps] for sign in (1, -1))
    slope = [(one.value - other.value) / 2e-5 for one, other in zip(ahead, behind, strict=True)]
    bend = [(one.gradient - other.gradient) / 2e-5 for one, other in zip(ahead, behind, strict=True)]
    np.testing.assert_allclose(found.gradient, slope, atol=1e-8)
    np.testing.assert_allclose(found.curvature, -np.array(bend), atol=1e-8)
    np.testing.assert_allclose(found.curvature.sum(axis=0), 0, atol=1e-12)  # an equal shift changes nothing


def observed(likelihood):
    with pm.Model(coords={"model": list("abcd")}) as model:
        likelihood.observe(pm.Normal("ability", dims="model"))
    return model


@pytest.mark.parametrize("events", ["trials", "questions"])
def test_the_program_says_the_same_row_by_row(events):
    counts, likelihood = given(events, 0.7)
    model = observed(likelihood)
    (by_row,) = model.compile_logp(vars=[model["wins"]], sum=False, mode="FAST_COMPILE")({"ability": ABILITY})
    assert by_row.shape == counts.totals.total.shape
    assert by_row.sum() == pytest.approx(likelihood.at(ABILITY).value, abs=1e-12)
    for row, found in enumerate(by_row):
        alone = GivenTotals(type(counts.totals)(*(field[[row]] for field in counts.totals)), likelihood.scale[[row]])
        assert found == pytest.approx(alone.at(ABILITY).value, abs=1e-12)


@pytest.mark.parametrize("events", ["trials", "questions"])
def test_draws_are_of_the_same_events(events):
    counts, likelihood = given(events)
    model = observed(likelihood)
    drawn = pm.draw(model["wins"], 50, random_seed=1, mode="FAST_COMPILE")
    rows = counts.totals
    assert (drawn.sum(axis=2) == rows.total * rows.n_events).all()
    assert (drawn <= rows.attempts * rows.n_events[:, None]).all()
    assert drawn.std(axis=0).max() > 0


def test_draws_follow_abilities():
    # One event in which one of two models wins, the first with chance 3/4: 2,000 draws, sd .0097, 5 of them.
    counts = count_sets(Outcomes.from_array([[1.0], [0.0]]))
    with pm.Model(coords={"model": counts.models}) as model:
        likelihood = GivenTotals(counts.totals, np.ones(1))
        likelihood.observe(pm.Deterministic("ability", pm.math.stack([np.log(3.0), 0.0])))
    drawn = pm.draw(model["wins"], 2_000, random_seed=2, mode="FAST_COMPILE")
    assert abs(drawn[:, 0, 0].mean() - 0.75) < 5 * 0.0097


def test_events_without_information_are_a_likelihood_of_one():
    counts = count_sets(Outcomes.from_array([[1.0, 0.0], [1.0, 0.0]]))
    likelihood = GivenTotals(counts.totals, np.ones(0))
    found = likelihood.at(np.array([1.0, -1.0]))
    assert found.value == 0
    assert not found.gradient.any()
    with pm.Model(coords={"model": counts.models}) as model:
        likelihood.observe(pm.Normal("ability", dims="model"))
    assert model.compile_logp(vars=[model["wins"]], mode="FAST_COMPILE")({"ability": np.ones(2)}) == 0
