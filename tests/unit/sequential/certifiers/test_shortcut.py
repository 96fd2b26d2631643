"""The shortcut: a pair and every way around it."""

import pytest

from bayesrank.sequential.certifiers.bonferroni import Bonferroni
from bayesrank.sequential.certifiers.shortcut import Shortcut, wealth_around
from tests.wealth_paths import (
    assert_the_same_after_a_stop,
    erratic_looks,
    logarithm,
    pairs,
    simulated_looks,
)


@pytest.mark.parametrize("function", [wealth_around, wealth_around.py_func], ids=["compiled", "source"])
def test_the_lesser_half_of_each_way_round_counts(function):
    wealth = logarithm([[0, 2, 30, 9], [7, 0, 5, 0], [1, 4, 0, 3], [6, 8, 20, 0]])
    wealth = 2.0 ** (wealth / logarithm(2))  # the same numbers
    around = function(wealth, wealth.T.copy())
    # 0 over 2: 30, and by model 1 min(2, 5), by model 3 min(9, 20); 1 over 3: 0, min(7, 9), min(5, 3)
    assert around[0, 2] == pytest.approx(30 + 2 + 9)
    assert around[1, 3] == pytest.approx(0 + 7 + 3)


def test_the_way_round_certifies_what_the_pair_alone_does_not():
    # 3 x 2 / 0.1 = 60 is needed: 0 over 2 has 35 and min(26, 29) = 26 by model 1; 35 + 24 would not do
    assert pairs(Shortcut(3, 0.1).update(logarithm([[0, 26, 35], [0, 0, 29], [0, 0, 0]]))) == [[0, 2]]
    assert pairs(Shortcut(3, 0.1).update(logarithm([[0, 24, 35], [0, 0, 29], [0, 0, 0]]))) == []


@pytest.mark.parametrize(("wealth", "certified"), [(30.0, 0), (30 * (1 + 1e-8), 1)])
def test_rounding_at_the_boundary_certifies_nothing(wealth, certified):
    # exp(log(30)) is 29.999999999999996 on many machines; 30 + min(30, 30) = 60 is needed
    looks = logarithm([[0, 30, wealth], [0, 0, 30], [0, 0, 0]])
    assert Shortcut(3, 0.1).update(looks).sum() == certified


@pytest.mark.parametrize("seed", range(5))
def test_it_certifies_all_that_bonferroni_does(seed):
    for looks in (simulated_looks(6, 20, seed=seed), erratic_looks(5, 10, seed=seed)):
        shortcut, bonferroni = Shortcut(looks.shape[1], 0.1), Bonferroni(looks.shape[1], 0.1)
        for look in looks:
            assert not (bonferroni.update(look) & ~shortcut.update(look)).any()


def test_the_state_is_all_there_is():
    assert_the_same_after_a_stop(lambda: Shortcut(5, 0.05), simulated_looks(5, 8))
