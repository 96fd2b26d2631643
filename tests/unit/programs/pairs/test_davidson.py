"""Davidson: density by hand, maximum likelihood of published data and in closed form, and what ties must be."""

import csv
from pathlib import Path

import numpy as np
import pymc as pm
import pytest
from scipy import stats

import bayesrank
from bayesrank import Comparisons, NotIdentifiedError, load_example
from bayesrank.programs.dirichlet_multinomial import log_multinomial
from bayesrank.programs.newton import climb
from bayesrank.programs.pairs._solver import problem_of
from bayesrank.programs.pairs.davidson import (
    PROGRAM,
    davidson,
    doubts,
    first_guess,
    identified,
    laplace,
    likelihood,
    likelihood_with,
    mle,
)
from bayesrank.statistics.battle_counts import BattleCounts
from bayesrank.statistics.summarise import summarise
from tests.battle_rows import GOLDEN, battle_counts, golden_battles, golden_log_worths, slopes_agree
from tests.program_density import gradient_is_finite, log_density, mode_of

ROWS = [("a", "b", 3, 1.5, 1), ("b", "c", 2, 1, 0), ("a", "c", 0.5, 4, 2), ("c", "d", 2, 2, 0), ("b", "d", 0, 0, 3)]
BATTLES = battle_counts("abcd", ROWS)
VALUES = {"ability": np.array([1.0, 0.25, -0.5, -0.75]), "ability_spread": 0.8, "log_tie": -0.4}

# By maximum likelihood with the tie term log nu + (theta_h + home + theta_a) / 2, computed apart from this project.
PREMIER_LEAGUE_2023 = {
    "Manchester City FC": 2.1552, "Arsenal FC": 1.8065, "Newcastle United FC": 1.1975, "Manchester United FC": 1.1975,
    "Liverpool FC": 0.832, "Brentford FC": 0.4855, "Aston Villa FC": 0.4008,
    "Brighton & Hove Albion FC": 0.4855,  # codespell:ignore
    "Tottenham Hotspur FC": 0.3167, "Fulham FC": -0.099, "Crystal Palace FC": -0.3482, "Chelsea FC": -0.4317,
    "Wolverhampton Wanderers FC": -0.6856, "West Ham United FC": -0.7716, "Nottingham Forest FC": -0.7716,
    "Everton FC": -0.8585, "AFC Bournemouth": -0.8585, "Leicester City FC": -1.1261, "Leeds United FC": -1.2181,
    "Southampton FC": -1.7083,
}  # fmt: skip


def log_likelihood(rows):
    """Davidson's probabilities as they are written: worths, and a tie by the geometric mean."""
    worth = dict(zip("abcd", np.exp(VALUES["ability"]), strict=True))
    total = log_multinomial(np.array([row[2:] for row in rows], dtype=float)).sum()
    for first, second, *counts in rows:
        tie = np.exp(-0.4) * np.sqrt(worth[first] * worth[second])
        chances = np.array([worth[first], worth[second], tie]) / (worth[first] + worth[second] + tie)
        total += counts @ np.log(chances)
    return total


def season_2023():
    path = Path(bayesrank.__file__).parent / "datasets/premier_league.csv"
    with path.open(encoding="utf-8") as file:
        matches = [row for row in csv.DictReader(file) if row["season"] == "2022-23"]
    clubs = tuple(sorted({row["model_a"] for row in matches}))
    home, away = (np.array([clubs.index(row[column]) for row in matches]) for column in ("model_a", "model_b"))
    winner = np.array([{"a": 1, "b": -1, "tie": 0}[row["winner"]] for row in matches])
    ones = np.ones(len(matches), dtype=np.int64)
    return summarise(Comparisons(clubs, home, away, winner, ones, side=ones), BattleCounts)


def test_density_is_that_of_its_parts() -> None:
    expected = log_likelihood(ROWS) + stats.norm.logpdf(-0.4, 0, 1.5) + stats.lognorm.logpdf(0.8, 0.5, scale=1.0)
    expected += -(1 + 0.25**2 + 0.5**2 + 0.75**2) / (2 * 0.8**2) - 3 * np.log(0.8 * np.sqrt(2 * np.pi))
    model = davidson(BATTLES)
    assert log_density(model, VALUES) == pytest.approx(expected, abs=1e-7)
    assert gradient_is_finite(model, VALUES)


def test_the_scale_of_ties_is_an_option() -> None:
    likelier = log_density(davidson(BATTLES, tie_scale=0.2), VALUES) - log_density(davidson(BATTLES), VALUES)
    expected = stats.norm.logpdf(-0.4, 0, 0.2) - stats.norm.logpdf(-0.4, 0, 1.5)
    assert likelier == pytest.approx(expected, abs=1e-7)
    with pytest.raises(ValueError, match="tie_scale must be positive and finite; got 0"):
        davidson(BATTLES, tie_scale=0.0)


def test_battles_are_drawn() -> None:
    drawn = pm.draw(davidson(BATTLES)["battles"], draws=3, random_seed=1, mode="FAST_COMPILE")
    totals = [6, 6, 3, 3, 4]  # of 5.5, 6.5 (half to even), 3, 3 and 4 battles, in the order of pairs
    assert drawn.sum(axis=2).tolist() == [totals] * 3


def test_slopes_are_those_of_the_likelihood() -> None:
    rng = np.random.default_rng(1)
    assert slopes_agree(likelihood, rng.normal(0, 2, 4), -0.3, rng.uniform(0, 5, (4, 3)))


def test_equal_models_are_the_first_guess() -> None:
    # Between equals ties are nu / (nu + 2) of the battles: half with nu = 2.
    assert first_guess(np.array([25_000.0, 25_000.0, 50_000.0])) == pytest.approx(np.log(2), abs=1e-4)


def test_two_models_have_the_shares_as_probabilities() -> None:
    # 8, 2 and 6 battles: pi_a / pi_b = 4, and nu = 6 / sqrt(8 * 2) = 1.5.
    found = mle(battle_counts("ab", [("a", "b", 8, 2, 6)]))
    assert found["ability"] == pytest.approx([np.log(4) / 2, -np.log(4) / 2], abs=1e-10)
    assert np.exp(found["log_tie"]) == pytest.approx(1.5, abs=1e-10)


def test_published_puddings() -> None:
    # Davidson (1970), example 2, iterated until it converged; worths sum to one.
    battles = summarise(load_example("pudding1970"), BattleCounts)
    found = mle(battles)
    worth = np.exp(found["ability"]) / np.exp(found["ability"]).sum()
    expected = dict(zip("123456", [0.1388, 0.173, 0.16175, 0.16537, 0.15869, 0.20239], strict=True))
    assert dict(zip(battles.models, worth, strict=True)) == pytest.approx(expected, abs=1e-5)
    assert np.exp(found["log_tie"]) == pytest.approx(0.74682, abs=1e-5)


def test_premier_league_at_home() -> None:
    battles = season_2023()
    found = mle(battles, terms=("side",))
    assert dict(zip(battles.models, found["ability"], strict=True)) == pytest.approx(PREMIER_LEAGUE_2023, abs=6e-5)
    assert found["side_effect"] == pytest.approx(0.7026, abs=6e-5)
    assert np.exp(found["log_tie"]) == pytest.approx(0.7645, abs=6e-5)


def test_golden_maximum_likelihood() -> None:
    for tensor in GOLDEN["tensors"]:
        if tensor == "two_models_2x3x1":  # one win, two ties and no loss: there is none, and the other runs off
            with pytest.raises(NotIdentifiedError):
                mle(golden_battles(tensor))
            continue
        expected = golden_log_worths(tensor, "bradley_terry_davidson")
        assert mle(golden_battles(tensor))["ability"] == pytest.approx(expected, abs=2e-4)


def test_golden_modes() -> None:
    # The other implementation has no prior on ties; one of standard deviation 10,000 is none.
    for tensor in GOLDEN["tensors"]:
        problem = problem_of(golden_battles(tensor), (), likelihood_with(1e4))
        values, _ = climb(problem.log_posterior(1.0), problem.start())
        expected = golden_log_worths(tensor, "bradley_terry_davidson_map")
        assert problem.named(values)["ability"] == pytest.approx(expected, abs=1e-4)


def test_own_solver_finds_the_maximum_of_the_program() -> None:
    known = battle_counts("abcd", ROWS, side=[1.0, 0, -1, 1, 1])
    mode, _ = mode_of(davidson(known, terms=("side",)), prior=False)
    found = mle(known, terms=("side",))
    assert set(found) == {"ability", "side_effect", "log_tie"}
    for name, value in found.items():
        assert value == pytest.approx(mode[name], abs=1e-6)


def test_ties_are_needed() -> None:
    with pytest.raises(NotIdentifiedError, match="battles must hold a tie for 'davidson'"):
        identified(battle_counts("ab", [("a", "b", 2, 1, 0)]))


def test_draws_have_the_mode_and_the_curvature_of_the_posterior() -> None:
    # Mode and curvature of the program itself, whose likelihood and priors are tested above, by other means.
    drawn = laplace(BATTLES, 20_000, np.random.default_rng(3), ability_scale=0.8)
    mode, _ = mode_of(davidson(BATTLES, ability_scale=0.8), prior=True)
    for name in ("ability", "log_tie"):
        error = 5 * drawn[name].std(axis=0) / np.sqrt(20_000)
        assert (np.abs(drawn[name].mean(axis=0) - mode[name]) < error).all()


def test_what_it_leaves_open_is_told() -> None:
    none = battle_counts("ab", [("a", "b", 2, 1, 0)])
    assert "no battle is a tie: how rare they are is decided by the prior" in doubts(none, "ability")[0]
    assert doubts(BATTLES, "ability") == []
    assert PROGRAM.is_composite(battle_counts("ab", [("a", "b", 2, 1, 0)], induced=True))
    assert PROGRAM.is_composite(BATTLES) is False
