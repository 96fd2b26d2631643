"""The multinomial likelihood of battles against SciPy, and battles drawn from it."""

import numpy as np
import pymc as pm
import pytensor.tensor as pt
import pytest
from scipy import stats

from bayesrank.programs.battles import is_composite, observe_battles
from bayesrank.programs.dirichlet_multinomial import log_multinomial
from tests.battle_rows import battle_counts

LOG_CHANCES = np.log([[0.5, 0.3, 0.2], [0.1, 0.1, 0.8]])


def observed(counts, log_chances=LOG_CHANCES):
    with pm.Model(coords={"outcome": ("first", "second", "tie")}) as model:
        observe_battles(pt.as_tensor(log_chances), np.asarray(counts, dtype=float))
    return model


def test_density_is_multinomial() -> None:
    counts = [[3, 1, 2], [0, 0, 4]]
    cells = observed(counts).compile_logp(sum=False, mode="FAST_COMPILE")({})[0]
    assert cells == pytest.approx(stats.multinomial.logpmf(counts, [6, 4], np.exp(LOG_CHANCES)), abs=1e-12)


def test_a_row_without_battles_adds_nothing() -> None:
    cells = observed([[0, 0, 0], [0, 0, 4]]).compile_logp(sum=False, mode="FAST_COMPILE")({})[0]
    assert cells[0] == 0


def test_fractions_have_the_coefficient_of_gamma_functions() -> None:
    # By Gamma(x + 1) = x Gamma(x): C(1; .5, .5) = Gamma(2) / Gamma(1.5)^2 = 1 / (pi / 4).
    assert log_multinomial(np.array([[0.5, 0.5]])) == pytest.approx([np.log(4 / np.pi)], abs=1e-12)


def test_draws_are_whole_battles_of_the_rounded_total() -> None:
    drawn = pm.draw(observed([[2.5, 1, 0.1], [1.2, 0, 0]])["battles"], draws=2_000, random_seed=1, mode="FAST_COMPILE")
    assert (drawn == np.floor(drawn)).all()
    assert (drawn.sum(axis=2) == [4, 1]).all()
    # The mean share of 8,000 and of 2,000 battles; 5 standard errors are at most 5 * .5 / sqrt(n).
    assert drawn[:, 0].mean(axis=0) / 4 == pytest.approx([0.5, 0.3, 0.2], abs=0.028)
    assert drawn[:, 1].mean(axis=0) == pytest.approx([0.1, 0.1, 0.8], abs=0.056)


@pytest.mark.parametrize(("known", "composite"), [({}, False), ({"weighted": True}, True), ({"induced": True}, True)])
def test_weights_and_shared_trials_make_the_likelihood_composite(known, composite) -> None:
    assert is_composite(battle_counts("ab", [("a", "b", 1, 0, 1)], **known)) == composite
