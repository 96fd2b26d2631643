"""Dynamic Bradley-Terry: density by hand, what is scored, and periods that it needs."""

import numpy as np
import pytest
from scipy import stats
from scipy.special import log_expit

from bayesrank import DataError, NotIdentifiedError
from bayesrank.programs.dirichlet_multinomial import log_multinomial
from bayesrank.programs.pairs._walk import walk_over
from bayesrank.programs.pairs.dynamic_bradley_terry import (
    PROGRAM,
    doubts,
    dynamic_bradley_terry,
    identified,
    score,
)
from tests.battle_rows import battle_counts
from tests.program_density import gradient_is_finite, log_density, point_of, values_at

ROWS = [("a", "b", 3, 1.5, 1), ("b", "c", 2, 1, 0), ("a", "c", 0.5, 4, 2), ("a", "b", 1, 2, 0)]
PERIODS = ("1", "2", "5")
BATTLES = battle_counts("abc", ROWS, periods=PERIODS, period=[0, 0, 1, 2], side=[1.0, -1, 0, 1])
VALUES = {
    "ability": np.array([1.0, -0.25, -0.75]),
    "drift": 0.3,
    "wave": np.array([[0.5, -0.2, -0.3], [1.0, 0.5, -1.5]]),
    "side_effect": 0.4,
}
# of gaps 1 and 3 the median is 2; 2 * 15 decisive battles over 3 models and 3 periods
WALK = walk_over(np.array([0, 0.5, 2.0]), 30 / 9)


def path():
    """A component has the drift to the power of its centring in its prior, and the rest as a factor, in units of .1."""
    return VALUES["ability"] + (WALK.basis * 0.1 * 3.0 ** (1 - WALK.centring)) @ VALUES["wave"]


def test_density_is_that_of_its_parts() -> None:
    model = dynamic_bradley_terry(BATTLES, terms=("side",), ability_scale=0.8)
    at = path()
    odds = np.array(
        [at[0, 0] - at[0, 1] + 0.4, at[0, 1] - at[0, 2] - 0.4, at[1, 0] - at[1, 2], at[2, 0] - at[2, 1] + 0.4]
    )
    won, lost = np.array([3, 2, 0.5, 1]), np.array([1.5, 1, 4, 2])
    expected = won @ log_expit(odds) + lost @ log_expit(-odds) + log_multinomial(np.stack([won, lost], axis=1)).sum()
    expected += stats.norm.logpdf(0.4) + stats.lognorm.logpdf(0.3, 1.0, scale=0.1)
    # zero-sum normals of 3 models have 2 dimensions each
    for values, scale in ((VALUES["ability"], 0.8), *zip(VALUES["wave"], 3.0**WALK.centring, strict=True)):
        expected += -(values @ values) / (2 * scale**2) - 2 * np.log(scale * np.sqrt(2 * np.pi))
    assert log_density(model, VALUES) == pytest.approx(expected, abs=1e-7)
    assert gradient_is_finite(model, VALUES)


def test_paths_are_by_period_and_model() -> None:
    model = dynamic_bradley_terry(BATTLES, ability_scale=0.8)
    found = values_at(model, point_of(model, VALUES))["ability_path"]
    np.testing.assert_allclose(found, path(), atol=1e-9)
    assert model.named_vars_to_dims["ability_path"] == ("period", "model")
    assert model.coords["period"] == PERIODS


def test_score_is_of_the_last_period_or_of_the_mean() -> None:
    draws = {"ability": np.array([[1.0, -1.0]]), "ability_path": np.array([[[2.0, -2.0], [0.0, 0.0]]])}
    rng = np.random.default_rng(0)
    assert score(BATTLES, draws, "ability", rng).tolist() == [[0, 0]]
    assert score(BATTLES, draws, "ability", rng, period="mean").tolist() == [[1, -1]]
    with pytest.raises(ValueError, match="period must be one of last, mean; got 'first'"):
        dynamic_bradley_terry(BATTLES, period="first")


def test_drift_can_be_fixed() -> None:
    model = dynamic_bradley_terry(BATTLES, drift_scale=0.3)
    assert "drift" not in {variable.name for variable in model.free_RVs}


def test_periods_are_needed() -> None:
    with pytest.raises(DataError, match=r"must be of 2 periods or more for .*; got 0. Use program='bradley_terry'"):
        dynamic_bradley_terry(battle_counts("abc", ROWS))
    many = battle_counts("abc", ROWS, periods=tuple(map(str, range(101))), period=[0, 1, 2, 100])
    with pytest.raises(DataError, match=r"at most 100 periods for .*; got 101. Give n_periods=12, say"):
        dynamic_bradley_terry(many)


def test_who_was_not_seen_last_is_told() -> None:
    told = doubts(BATTLES, "ability")
    assert told[0].startswith("16.7% of the battles are ties, which dynamic_bradley_terry leaves out.")
    assert told[-1] == (
        "'c' won and lost no battle in the last period, of which the score is: it is carried on from earlier ones."
    )
    assert len(doubts(BATTLES, "ability", period="mean")) == len(told) - 1


def test_there_is_no_maximum_likelihood() -> None:
    with pytest.raises(NotIdentifiedError, match="must have the prior of its steps, which links 3 periods"):
        identified(BATTLES)


def test_what_kind_of_program_it_is() -> None:
    assert not PROGRAM.is_composite(BATTLES)
    assert PROGRAM.mass_matrix == "diag"  # low rank is 8 times slower for hundreds of values
    assert set(PROGRAM.scores) == {"ability"}
