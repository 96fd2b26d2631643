"""Conditional maximum likelihood: density against its parts, another implementation, and a posterior by quadrature."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import integrate, stats

from bayesrank import NotIdentifiedError, Outcomes
from bayesrank.programs.setwise import setwise_cml
from bayesrank.statistics.setwise_counts import count_sets
from tests.outcome_stacks import NAN, by_name
from tests.program_density import gradient_is_finite, log_density, mode_of

GOLDEN = json.loads((Path(__file__).parents[3] / "golden" / "setwise.json").read_text())["lsat6_cml"]
LSAT6 = Path(__file__).parents[4] / "bayesrank/datasets/lsat6.csv"
TENSOR = np.random.default_rng(6).integers(0, 2, (4, 6, 2)).astype(float)
TENSOR[0, 1] = NAN
ABILITY = np.array([1.0, -0.5, 0.25, -0.75])


def lsat6():
    """Take the five questions for models, and the 1,000 persons for questions: the same likelihood, turned round."""
    patterns = np.genfromtxt(LSAT6, delimiter=",", skip_header=1, dtype=np.int64)
    answers = np.repeat(patterns[:, :5], patterns[:, 5], axis=0)
    return Outcomes.from_array(answers.T, models=[f"item{number}" for number in range(1, 6)])


@pytest.mark.parametrize("events", ["trials", "questions"])
def test_difficulties_of_lsat6_are_those_of_other_implementations(events):
    counts = count_sets(lsat6(), events=events)
    ability = by_name(counts, setwise_cml.mle(counts)["ability"])
    easier = {name: ability["item1"] - ability[name] for name in GOLDEN["psychotools"]}
    assert easier == pytest.approx(GOLDEN["psychotools"], abs=1e-6)  # printed with 7 digits
    centred = [-ability[f"item{number}"] for number in range(1, 6)]
    assert centred == pytest.approx(GOLDEN["eRm"], abs=1e-5)  # its optimiser stops 4e-6 from the others


def test_density_is_that_of_its_parts():
    counts = count_sets(Outcomes.from_array(TENSOR))
    contrasts = -0.5 * (ABILITY**2).sum() / 0.8**2 - 3 * np.log(0.8 * np.sqrt(2 * np.pi))
    expected = setwise_cml.given_totals(counts).at(ABILITY).value + contrasts  # its tests enumerate
    model = setwise_cml.setwise_cml(counts)
    values = {"ability": ABILITY, "ability_spread": 0.8}
    spread = stats.lognorm.logpdf(0.8, 0.5, scale=1.0)
    assert log_density(model, values) == pytest.approx(expected + spread, abs=1e-8)
    assert gradient_is_finite(model, values)
    fixed = setwise_cml.setwise_cml(counts, ability_scale=0.8)
    assert log_density(fixed, {"ability": ABILITY}) == pytest.approx(expected, abs=1e-8)


def test_maximum_likelihood_in_closed_form():
    # Of two models one was right: a alone in 3 of 4 trials, so odds of 3; the all right and all wrong say nothing.
    counts = count_sets(Outcomes.from_array([[1, 1, 1, 0, 1, 0], [0, 0, 0, 1, 1, 0]], models=["a", "b"]))
    found = by_name(counts, setwise_cml.mle(counts)["ability"])
    assert found == pytest.approx({"a": np.log(3) / 2, "b": -np.log(3) / 2}, abs=1e-9)


@pytest.mark.parametrize("events", ["trials", "questions"])
def test_maximum_likelihood_is_the_mode_of_the_program(events):
    counts = count_sets(Outcomes.from_array(TENSOR), events=events)
    mode, _ = mode_of(setwise_cml.setwise_cml(counts), prior=False)
    np.testing.assert_allclose(setwise_cml.mle(counts)["ability"], mode["ability"], atol=1e-6)


def test_normal_approximation_against_quadrature():
    # Two models, 12 to 5, difference d ~ Normal(0, sqrt 2) at scale 1: moments of the exact posterior by quadrature.
    right = np.r_[np.ones(12), np.zeros(5)]
    counts = count_sets(Outcomes.from_array(np.stack([right, 1 - right]), models=["a", "b"]))

    def density(d, power=0):
        return d**power * np.exp(-12 * np.logaddexp(0, -d) - 5 * np.logaddexp(0, d) - d**2 / 4)

    mass, first, second = (integrate.quad(density, -10, 10, args=(power,))[0] for power in range(3))
    mean = first / mass
    drawn = setwise_cml.laplace(counts, 20_000, np.random.default_rng(1))
    assert set(drawn) == {"ability"}  # two models cannot teach a spread
    a, b = (counts.models.index(name) for name in "ab")
    difference = drawn["ability"][:, a] - drawn["ability"][:, b]
    # sd .49: standard errors .0035 and .0025; a normal about the mode is .03 off in the mean here
    assert difference.mean() == pytest.approx(mean, abs=0.05)
    assert difference.std() == pytest.approx(np.sqrt(second / mass - mean**2), abs=0.03)


def test_the_spread_is_drawn_too():
    counts = count_sets(Outcomes.from_array(TENSOR))
    drawn = setwise_cml.laplace(counts, 50, np.random.default_rng(1))
    assert drawn["ability"].shape == (50, 4)
    assert drawn["ability_spread"].shape == (50,)
    np.testing.assert_allclose(drawn["ability"].sum(axis=1), 0, atol=1e-9)
    fixed = setwise_cml.laplace(counts, 2_000, np.random.default_rng(1), ability_scale=0.01)
    assert fixed["ability"].std() < 0.02
    with pytest.raises(ValueError, match=r"ability_prior must be normal for inference='laplace'; got 'cauchy'"):
        setwise_cml.laplace(counts, 5, np.random.default_rng(1), ability_prior="cauchy")


def test_models_that_never_lost_are_named():
    counts = count_sets(Outcomes.from_array([[1, 1], [1, 0], [0, 1]], models=["a", "b", "c"]))
    with pytest.raises(NotIdentifiedError, match=r"for 'setwise_cml' .* got 'a' that never lost to the other 2"):
        setwise_cml.mle(counts)
    assert setwise_cml.doubts(counts, "ability")[0].startswith("'a' never had a wrong answer")
    assert setwise_cml.doubts(count_sets(Outcomes.from_array(TENSOR)), "ability") == []


def test_difficulties_do_not_matter():
    # An event with a difficulty of its own has the same chances: adding events that all won or lost changes nothing.
    with_more = np.concatenate([TENSOR, np.ones((4, 2, 2)), np.zeros((4, 3, 2))], axis=1)
    one, other = (count_sets(Outcomes.from_array(tensor, models=list("abcd"))) for tensor in (TENSOR, with_more))
    found = [by_name(counts, setwise_cml.mle(counts)["ability"]) for counts in (one, other)]
    assert found[0] == pytest.approx(found[1], abs=1e-9)
