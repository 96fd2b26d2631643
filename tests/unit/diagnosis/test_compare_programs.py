"""Programs side by side, with what they foretell given by hand."""

import numpy as np
import pytest

from bayesrank.diagnosis import compare_programs as module
from bayesrank.diagnosis import leave_one_out
from bayesrank.diagnosis.compare_programs import compare_programs
from bayesrank.diagnosis.leave_one_out import Foretold
from bayesrank.errors import DataError
from tests.program_examples import battles, outcomes, outcomes_with_prior


@pytest.fixture
def foretold(monkeypatch):
    """Let each program foretell what the test says."""
    table = {}
    monkeypatch.setattr(module, "_left_out", lambda program, *_: table[program.name])
    return table


def test_difference_and_standard_error_by_hand(foretold):
    # Leads of rasch over two_pl: -1 twice, -3 once; mean -5/3, sum -5, variance (2 * 4/9 + 16/9) / 3 = 8/9,
    # standard error of the sum sqrt(3 * 8/9).
    number = np.array([2.0, 1.0])
    foretold["rasch"] = Foretold(np.array([-2.0, -4.0]), number, np.array([0.1, 0.9]))
    foretold["bayes"] = Foretold(np.array([-1.0, -1.0]), number, np.zeros(2))
    found = compare_programs(outcomes(1), ["rasch", "bayes"])
    assert found.table.index.tolist() == ["bayes", "rasch"]
    assert found.table.loc["rasch"].tolist() == pytest.approx([-8, -5, np.sqrt(8 / 3), 1 / 3])
    assert found.table.loc["bayes"].tolist() == [-3, 0, 0, 0]
    assert repr(found) == (
        "warning: 33.3% of the importance weights of 'rasch' are unreliable. Use unit='question'.\n"
        "ProgramComparison(2 programs by trial, best: 'bayes')"
    )


def test_labels_with_options(foretold):
    foretold["rasch"] = Foretold(np.array([-1.0]), np.ones(1), np.zeros(1))
    calls = {"narrow": ("rasch", {"spread_median": 0.5}), "wide": ("rasch", {"spread_median": 2.0})}
    assert set(compare_programs(outcomes(1), calls, unit="question").table.index) == {"narrow", "wide"}


def test_other_outcomes_are_not_compared(foretold):
    foretold["bradley_terry"] = Foretold(np.zeros(2), np.ones(2), np.zeros(2))
    foretold["davidson"] = Foretold(np.zeros(3), np.ones(3), np.zeros(3))
    with pytest.raises(DataError, match="programs must foretell the same outcomes to be compared; 'davidson'"):
        compare_programs(battles(1), ["bradley_terry", "davidson"])


@pytest.mark.parametrize("unit", ["trial", "question"])
@pytest.mark.parametrize(
    ("name", "make", "got"),
    [
        ("population", outcomes, "'population' must observe the outcomes and nothing else .*; it observes nothing"),
        ("commensurate_rasch", outcomes_with_prior, "it observes right, prior_right"),
        ("marginal_rasch", outcomes, "the likelihood of 'marginal_rasch' must be one of independent outcomes"),
        ("marginal_two_pl", outcomes, "the likelihood of 'marginal_two_pl' must be one of independent outcomes"),
    ],
)
def test_what_gives_single_outcomes_no_probability_is_refused_before_it_is_sampled(monkeypatch, name, make, got, unit):
    monkeypatch.setattr(module, "sample_nuts", None)
    monkeypatch.setattr(leave_one_out, "sample_nuts", None)
    with pytest.raises(DataError, match=got):
        compare_programs(make(1), [name], unit=unit)


def test_no_threads_are_refused_before_anything_is_sampled(monkeypatch):
    monkeypatch.setattr(module, "sample_nuts", None)
    with pytest.raises(ValueError, match="cores must be a whole number of at least 1; got 0"):
        compare_programs(outcomes(1), ["rasch"], cores=0)


def test_odd_choices_are_refused():
    with pytest.raises(ValueError, match="unit must be one of trial, question; got 'cell'"):
        compare_programs(outcomes(1), ["rasch"], unit="cell")
    with pytest.raises(ValueError, match="unit must be 'trial' for these data"):
        compare_programs(battles(1), ["davidson"], unit="question")
    with pytest.raises(ValueError, match="programs must name at least one; got none"):
        compare_programs(outcomes(1), [])
    with pytest.raises(ValueError, match="folds must be a whole number of at least 2; got 1"):
        compare_programs(outcomes(1), ["rasch"], folds=1)
