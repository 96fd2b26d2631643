"""Rao-Kupper: density by hand, maximum likelihood in closed form and elsewhere, and a fixed threshold."""

import numpy as np
import pytest
from scipy import stats
from scipy.special import logit

from bayesrank import NotIdentifiedError
from bayesrank.programs.dirichlet_multinomial import log_multinomial
from bayesrank.programs.newton import climb
from bayesrank.programs.pairs._solver import problem_of
from bayesrank.programs.pairs.rao_kupper import (
    PROGRAM,
    doubts,
    first_guess,
    identified,
    laplace,
    likelihood,
    likelihood_with,
    mle,
    rao_kupper,
)
from tests.battle_rows import GOLDEN, battle_counts, golden_battles, golden_log_worths, slopes_agree
from tests.program_density import gradient_is_finite, log_density, mode_of

ROWS = [("a", "b", 3, 1.5, 1), ("b", "c", 2, 1, 0), ("a", "c", 0.5, 4, 2), ("c", "d", 2, 2, 0), ("b", "d", 0, 0, 3)]
BATTLES = battle_counts("abcd", ROWS)
VALUES = {"ability": np.array([1.0, 0.25, -0.5, -0.75]), "ability_spread": 0.8, "tie_threshold": np.log(1.7)}


def log_likelihood(rows, strength):
    """Add up the probabilities as Rao and Kupper write them, by worths."""
    worth = dict(zip("abcd", np.exp(VALUES["ability"]), strict=True))
    total = log_multinomial(np.array([row[2:] for row in rows], dtype=float)).sum()
    for first, second, *counts in rows:
        i, j = worth[first], worth[second]
        tie = (strength**2 - 1) * i * j / ((i + strength * j) * (j + strength * i))
        total += counts @ np.log([i / (i + strength * j), j / (j + strength * i), tie])
    return total


def log_prior_of_abilities():
    return -(1 + 0.25**2 + 0.5**2 + 0.75**2) / (2 * 0.8**2) - 3 * np.log(0.8 * np.sqrt(2 * np.pi))


def test_density_is_that_of_its_parts() -> None:
    model = rao_kupper(BATTLES)
    expected = log_likelihood(ROWS, 1.7) + log_prior_of_abilities() + stats.lognorm.logpdf(0.8, 0.5, scale=1.0)
    expected += stats.halfnorm.logpdf(np.log(1.7))
    assert log_density(model, VALUES) == pytest.approx(expected, abs=1e-7)
    assert gradient_is_finite(model, VALUES)


def test_the_threshold_can_be_fixed() -> None:
    model = rao_kupper(BATTLES, tie_strength=1.1, ability_scale=0.8)
    assert {variable.name for variable in model.free_RVs} == {"ability"}
    expected = log_likelihood(ROWS, 1.1) + log_prior_of_abilities()
    assert log_density(model, VALUES) == pytest.approx(expected, abs=1e-7)


@pytest.mark.parametrize("strength", [1.0, 0.5, np.inf])
def test_a_fixed_threshold_is_positive(strength) -> None:
    with pytest.raises(ValueError, match=r"tie_strength must be above 1 and finite; got .*\. Leave it out to learn it"):
        rao_kupper(BATTLES, tie_strength=strength)


@pytest.mark.parametrize("tie", [-4.0, 0.3, 3.0])
def test_slopes_are_those_of_the_likelihood(tie) -> None:
    rng = np.random.default_rng(1)
    assert slopes_agree(likelihood, rng.normal(0, 2, 4), tie, rng.uniform(0, 5, (4, 3)))


def test_equal_models_are_the_first_guess() -> None:
    # Between equals a tie has probability (k - 1) / (k + 1), k the exponential of the threshold: half with k = 3.
    assert np.exp(first_guess(np.array([25_000.0, 25_000.0, 50_000.0]))) == pytest.approx(np.log(3), abs=1e-4)


def test_two_models_have_the_shares_as_probabilities() -> None:
    # Shares .5, .3 and .2: x - t = logit .5 and -x - t = logit .3.
    found = mle(battle_counts("ab", [("a", "b", 5, 3, 2)]))
    lead, threshold = (logit(0.5) - logit(0.3)) / 2, -(logit(0.5) + logit(0.3)) / 2
    assert found["ability"] == pytest.approx([lead / 2, -lead / 2], abs=1e-10)
    assert found["tie_threshold"] == pytest.approx(threshold, abs=1e-10)


@pytest.mark.parametrize(("configuration", "strength"), [("rao_kupper", 1.1), ("rao_kupper_k1.5", 1.5)])
def test_golden_maximum_likelihood(configuration, strength) -> None:
    for tensor in GOLDEN["tensors"]:
        found = mle(golden_battles(tensor), tie_strength=strength)
        assert found["ability"] == pytest.approx(golden_log_worths(tensor, configuration), abs=1e-4)


@pytest.mark.parametrize(("configuration", "strength"), [("rao_kupper_map", 1.1), ("rao_kupper_map_k2", 2.0)])
def test_golden_modes(configuration, strength) -> None:
    for tensor in GOLDEN["tensors"]:
        problem = problem_of(golden_battles(tensor), (), likelihood_with(strength))
        values, _ = climb(problem.log_posterior(1.0), problem.start())
        found = problem.named(values)["ability"]
        assert found == pytest.approx(golden_log_worths(tensor, configuration), abs=1e-4)


def test_own_solver_finds_the_maximum_of_the_program() -> None:
    known = battle_counts("abcd", ROWS, side=[1.0, 0, -1, 1, 1])
    mode, _ = mode_of(rao_kupper(known, terms=("side",)), prior=False)
    found = mle(known, terms=("side",))
    assert set(found) == {"ability", "side_effect", "tie_threshold"}
    for name, value in found.items():
        assert value == pytest.approx(mode[name], abs=1e-6)


def test_ties_bind_where_the_threshold_is_fixed() -> None:
    # One win, two ties and no loss: with a free threshold there is no maximum, with a fixed one there is.
    battles = battle_counts("ab", [("a", "b", 1, 0, 2)])
    with pytest.raises(NotIdentifiedError, match="'rao_kupper'"):
        identified(battles)
    identified(battles, tie_strength=1.5)


def test_draws_have_the_mode_of_the_unconstrained_posterior() -> None:
    # The mode by log threshold, so with the Jacobian: the derivative of the log density of the variables is -1 there.
    drawn = laplace(BATTLES, 20_000, np.random.default_rng(3), ability_scale=0.8)
    log_threshold = np.log(drawn["tie_threshold"])
    centre = {"ability": drawn["ability"].mean(axis=0), "tie_threshold": np.exp(log_threshold.mean())}
    model = rao_kupper(BATTLES, ability_scale=0.8)
    up, down = ({**centre, "tie_threshold": centre["tie_threshold"] * np.exp(step)} for step in (1e-4, -1e-4))
    slope = (log_density(model, up) - log_density(model, down)) / 2e-4
    # 20,000 draws miss the mode by less than 5 standard errors, which moves the slope by 5 / (sd sqrt(20,000))
    assert slope == pytest.approx(-1, abs=5 / (log_threshold.std() * np.sqrt(20_000)))


def test_a_fixed_threshold_is_not_drawn() -> None:
    drawn = laplace(BATTLES, 5, np.random.default_rng(3), tie_strength=1.5)
    assert set(drawn) == {"ability", "ability_spread"}


def test_what_it_leaves_open_is_told() -> None:
    all_tied = battle_counts("ab", [("a", "b", 0, 0, 4)])
    assert doubts(all_tied, "ability") == ["all battles are ties: how rare wins are is decided by the prior."]
    assert doubts(all_tied, "ability", tie_strength=1.5) == []
    assert PROGRAM.is_composite(battle_counts("ab", [("a", "b", 2, 1, 0)], weighted=True))
    assert PROGRAM.name == "rao_kupper"
