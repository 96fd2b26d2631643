"""Bradley-Terry: density by hand, maximum likelihood of published data and in closed form, and what it leaves open."""

import numpy as np
import pytest
from scipy import stats
from scipy.special import log_expit

from bayesrank import NotIdentifiedError, load_example
from bayesrank.programs.dirichlet_multinomial import log_multinomial
from bayesrank.programs.newton import climb
from bayesrank.programs.pairs._solver import BattleLikelihood, problem_of
from bayesrank.programs.pairs.bradley_terry import (
    PROGRAM,
    bradley_terry,
    doubts,
    identified,
    laplace,
    likelihood,
    mle,
)
from bayesrank.statistics.battle_counts import BattleCounts
from bayesrank.statistics.summarise import summarise
from tests.battle_rows import GOLDEN, battle_counts, golden_battles, golden_log_worths, slopes_agree
from tests.program_density import gradient_is_finite, log_density, mode_of

CYCLE = [("a", "b", 3, 1.5, 1), ("b", "c", 2, 1, 0), ("a", "c", 0.5, 4, 2), ("c", "d", 2, 2, 0), ("b", "d", 0, 0, 3)]
BATTLES = battle_counts("abcd", CYCLE)
VALUES = {"ability": np.array([1.0, 0.25, -0.5, -0.75]), "ability_spread": 0.8}

# BradleyTerry2 1.1-2 of R, and Agresti (2002), section 10.6: log abilities less that of Baltimore.
BASEBALL = {
    "Boston": 1.107698, "Cleveland": 0.683853, "Detroit": 1.436408, "Milwaukee": 1.581356, "New York": 1.247618,
    "Toronto": 1.294485,
}  # fmt: skip
BASEBALL_ERRORS = {
    "Boston": 0.333878, "Cleveland": 0.331876, "Detroit": 0.339568, "Milwaukee": 0.343256, "New York": 0.335861,
    "Toronto": 0.336669,
}  # fmt: skip
BASEBALL_AT_HOME = {
    "Boston": 1.143803, "Cleveland": 0.704694, "Detroit": 1.475357, "Milwaukee": 1.619555, "New York": 1.28134,
    "Toronto": 1.32711,
}  # fmt: skip


def test_density_is_that_of_its_parts() -> None:
    odds = np.array([0.75, 0.75, 1.5, 0.25])
    won, lost = np.array([3, 2, 0.5, 2]), np.array([1.5, 1, 4, 2])
    expected = won @ log_expit(odds) + lost @ log_expit(-odds) + log_multinomial(np.stack([won, lost], axis=1)).sum()
    expected += stats.lognorm.logpdf(0.8, 0.5, scale=1.0)
    expected += -(1 + 0.25**2 + 0.5**2 + 0.75**2) / (2 * 0.8**2) - 3 * np.log(0.8 * np.sqrt(2 * np.pi))
    model = bradley_terry(BATTLES)
    assert log_density(model, VALUES) == pytest.approx(expected, abs=1e-7)
    assert gradient_is_finite(model, VALUES)


def test_ties_are_left_out() -> None:
    without = battle_counts("abcd", [(*row[:4], 0) for row in CYCLE])
    assert log_density(bradley_terry(without), VALUES) == log_density(bradley_terry(BATTLES), VALUES)


def test_slopes_are_those_of_the_likelihood() -> None:
    rng = np.random.default_rng(1)
    assert slopes_agree(likelihood, rng.normal(0, 2, 4), 0.0, rng.uniform(0, 5, (4, 3)))


def test_two_models_are_apart_by_their_log_odds() -> None:
    # 6 wins and 2 losses: log 3 apart, and the mean is zero.
    found = mle(battle_counts("ab", [("a", "b", 6, 2, 5)]))
    assert found["ability"] == pytest.approx([np.log(3) / 2, -np.log(3) / 2], abs=1e-12)


def test_published_baseball() -> None:
    battles = summarise(load_example("baseball1987"), BattleCounts)
    teams = battles.models
    ability = dict(zip(teams, mle(battles)["ability"], strict=True))
    found = {team: ability[team] - ability["Baltimore"] for team in BASEBALL}
    assert found == pytest.approx(BASEBALL, abs=1e-6)


def test_published_standard_errors() -> None:
    battles = summarise(load_example("baseball1987"), BattleCounts)
    problem = problem_of(battles, (), BattleLikelihood(likelihood))
    _, there = climb(problem.log_likelihood(), problem.start())
    covariance = np.linalg.inv(there.curvature)
    for team, error in BASEBALL_ERRORS.items():
        contrast = np.array([(name == team) - (name == "Baltimore") for name in battles.models], dtype=float)
        assert np.sqrt(contrast @ covariance @ contrast) == pytest.approx(error, abs=1e-6)


def test_published_baseball_at_home() -> None:
    battles = summarise(load_example("baseball1987"), BattleCounts)
    found = mle(battles, terms=("side",))
    ability = dict(zip(battles.models, found["ability"], strict=True))
    assert {team: ability[team] - ability["Baltimore"] for team in BASEBALL} == pytest.approx(
        BASEBALL_AT_HOME, abs=1e-6
    )
    assert found["side_effect"] == pytest.approx(0.302261, abs=1e-6)


def test_golden_maximum_likelihood() -> None:
    refused = set()
    for tensor in GOLDEN["tensors"]:
        if "error" in GOLDEN["tensors"][tensor]["scores"]["bradley_terry"]:
            refused.add(tensor)
            with pytest.raises(NotIdentifiedError):
                mle(golden_battles(tensor))
            continue
        expected = golden_log_worths(tensor, "bradley_terry")
        assert mle(golden_battles(tensor))["ability"] == pytest.approx(expected, abs=1e-4)
    assert refused == {"two_models_2x3x1", "degenerate_4x5x3"}


@pytest.mark.parametrize(
    ("configuration", "variance"),
    [("_map", 1), ("_map_var10", 10), ("_map_var0.1", 0.1), ("_map_GaussianPrior", 2)],  # its mean shifts all alike
)
def test_golden_modes_with_a_normal_prior(configuration, variance) -> None:
    for tensor in GOLDEN["tensors"]:
        problem = problem_of(golden_battles(tensor), (), BattleLikelihood(likelihood))
        values, _ = climb(problem.log_posterior(np.sqrt(variance)), problem.start())
        expected = golden_log_worths(tensor, f"bradley_terry{configuration}")
        assert problem.named(values)["ability"] == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize(("configuration", "prior"), [("Laplace", "laplace"), ("Cauchy", "cauchy")])
def test_golden_modes_with_heavier_tails(configuration, prior) -> None:
    # No step along any difference of two models raises the density at the other implementation's mode by more than
    # its error, 1e-4 of a worth, can.
    tensor = "rasch_4x6x5"
    model = bradley_terry(golden_battles(tensor), ability_prior=prior, ability_scale=1.0)
    golden = golden_log_worths(tensor, f"bradley_terry_map_{configuration}Prior")
    here = log_density(model, {"ability": golden})
    for i in range(4):
        for j in range(4):
            step = 0.01 * (np.eye(4)[i] - np.eye(4)[j])
            assert log_density(model, {"ability": golden + step}) <= here + 1e-6


def test_own_solver_finds_the_maximum_of_the_program() -> None:
    known = battle_counts(
        "abcd", [*CYCLE, ("a", "b", 1, 2, 0), ("a", "c", 1, 1, 0)], side=[1.0, 0, -1, 1, 1, -1, 1],
        covariate_names=("length",), covariates=[[0.5], [1], [-0.5], [0.3], [0], [1], [0.2]],
    )  # fmt: skip
    terms = ("side", "covariates")
    mode, _ = mode_of(bradley_terry(known, terms=terms), prior=False)
    found = mle(known, terms=terms)
    assert set(found) == {"ability", "side_effect", "covariate_effect"}
    for name, value in found.items():
        assert value == pytest.approx(mode[name], abs=1e-6)


def test_separated_models_are_named() -> None:
    with pytest.raises(
        NotIdentifiedError, match="'bradley_terry' to have a maximum likelihood; got 'a' that never lost"
    ):
        mle(battle_counts("abc", [("a", "b", 2, 0, 1), ("b", "c", 1, 1, 0)]))
    identified(BATTLES)


def test_draws_of_two_models_are_normal_about_the_mode() -> None:
    # With spread 1 the difference is Normal(0, 2) before, and for 8 wins and 2 losses its mode solves
    # 8 - 10 p(x) = x / 2 at x = 1.0779; sd = (10 p (1 - p) + 1/2)^(-1/2), p = .74610.
    drawn = laplace(battle_counts("ab", [("a", "b", 8, 2, 0)]), 20_000, np.random.default_rng(1))
    assert set(drawn) == {"ability"}
    difference = drawn["ability"][:, 0] - drawn["ability"][:, 1]
    chance = 1 / (1 + np.exp(-1.0779))
    assert 8 - 10 * chance == pytest.approx(1.0779 / 2, abs=1e-3)
    spread = (10 * chance * (1 - chance) + 0.5) ** -0.5
    assert difference.mean() == pytest.approx(1.0779, abs=5 * spread / np.sqrt(20_000) + 1e-3)
    assert difference.std() == pytest.approx(spread, abs=5 * spread / np.sqrt(40_000))


def test_what_it_leaves_open_is_told() -> None:
    told = doubts(BATTLES, "ability")
    assert told == ["27.3% of the battles are ties, which bradley_terry leaves out. Use 'davidson', which counts them."]


def test_likelihoods_of_weighted_battles_are_composite() -> None:
    assert PROGRAM.is_composite(battle_counts("ab", [("a", "b", 1, 1, 0)], weighted=True))
    assert not PROGRAM.is_composite(BATTLES)


def test_options_reach_the_functions_that_know_them() -> None:
    chosen = PROGRAM.with_options({"terms": ("side",), "ability_scale": 2.0})
    known = battle_counts("abcd", CYCLE, side=[1.0, 0, -1, 1, 1])
    assert "side_effect" in chosen.mle(known)
    assert "side_effect" in chosen.laplace(known, 3, np.random.default_rng(1))
    assert "ability_spread" not in {variable.name for variable in chosen.build(known).free_RVs}
    assert chosen.mass_matrix == "low_rank"
