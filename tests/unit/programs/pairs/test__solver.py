"""What solvers maximise: the layout of variables, priors, and terms that they cannot have."""

import numpy as np
import pytest

from bayesrank import DataError
from bayesrank.programs.nested_laplace import most_likely
from bayesrank.programs.pairs._solver import BattleLikelihood, Slopes, TieParameter, TiePrior, problem_of
from tests.battle_rows import battle_counts

ROWS = [("a", "b", 1, 2, 3), ("b", "c", 4, 0, 1)]
KNOWN = battle_counts(
    "abc", ROWS, side=[1.0, -1.0], covariate_names=("length", "lists"), covariates=[[0.5, 2], [1, -1]],
    judges=("x", "y"), judge=[0, 1],
)  # fmt: skip


def squares(odds, tie, counts):
    """A normal likelihood: each row measures its log odds as its wins of the first, and ties their parameter as 2."""
    miss = counts[:, 0] - odds
    return Slopes(-float(miss @ miss + (tie - 2) ** 2) / 2, miss, np.ones(len(odds)), 2 - tie, 1.0, np.zeros(len(odds)))


def wide(tie):
    return TiePrior(-(tie**2), -2 * tie, 2.0)


def test_log_odds_by_abilities_and_effects() -> None:
    problem = problem_of(KNOWN, ("covariates", "side"), BattleLikelihood(squares))
    assert problem.effects == {"side_effect": 1, "covariate_effect": 2}
    assert problem.design.toarray().tolist() == [[1, -1, 0, 1, 0.5, 2], [0, 1, -1, -1, 1, -1]]


def test_variables_by_name() -> None:
    tie = TieParameter("ties", lambda outcomes: outcomes[2], wide, lambda parameter: 2 * parameter)
    problem = problem_of(KNOWN, ("side", "covariates"), BattleLikelihood(squares, tie))
    assert problem.start().tolist() == [0, 0, 0, 0, 0, 0, 4]
    named = problem.named(np.array([[1.0, 2, 6, 7, 8, 9, 10]]))
    assert {name: value.tolist() for name, value in named.items()} == {
        "ability": [[-2, -1, 3]], "side_effect": [7], "covariate_effect": [[8, 9]], "ties": [20]
    }  # fmt: skip


def test_maximum_of_squares() -> None:
    # a - b = 1 and b - c = 4 fit exactly, with mean zero: a = 2, b = 1, c = -3; and the parameter of ties is 2.
    likelihood = BattleLikelihood(squares, TieParameter("tie", lambda _: 0.0, wide))
    found = most_likely(problem_of(KNOWN, (), likelihood))
    assert found["ability"] == pytest.approx([2, 1, -3], abs=1e-12)
    assert found["tie"] == pytest.approx(2, abs=1e-12)


def test_priors_are_added() -> None:
    # At a = (1, -1, 0), side .5, covariates (.2, 0), ties 3 with spread 2: log odds are 2.6, -1.3.
    likelihood = BattleLikelihood(squares, TieParameter("tie", lambda _: 0.0, wide))
    problem = problem_of(KNOWN, ("side", "covariates"), likelihood)
    found = problem.log_posterior(2.0)(np.array([1.0, -1, 0, 0.5, 0.2, 0, 3]))
    expected = -((1 - 2.6) ** 2 + (4 + 1.3) ** 2 + (3 - 2) ** 2) / 2  # likelihood
    expected += -2 / (2 * 2**2) - 0.5**2 / 2 - 0.2**2 / (2 * 0.5**2) - 3**2
    assert found.value == pytest.approx(expected, abs=1e-12)
    assert found.gradient[-1] == pytest.approx((2 - 3) - 6)
    # by the effect of sides: misses -1.6 and 5.3, times sides 1 and -1, less the prior's .5
    assert found.gradient[3] == pytest.approx(-1.6 - 5.3 - 0.5)
    assert found.curvature[3, 3] == pytest.approx(1 + 1 + 1)
    assert found.curvature[4, 4] == pytest.approx(0.5**2 + 1 + 4)
    assert found.curvature[-1, -1] == pytest.approx(1 + 2)


def test_random_effects_are_refused() -> None:
    with pytest.raises(ValueError, match="terms must be side or covariates for this inference; got 'judges', whose"):
        problem_of(KNOWN, ("side", "judges"), BattleLikelihood(squares))


def test_what_is_not_known_is_refused() -> None:
    with pytest.raises(DataError, match="battles must say which of the two stood first"):
        problem_of(battle_counts("abc", ROWS), ("side",), BattleLikelihood(squares))
