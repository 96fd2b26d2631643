"""e-Bonferroni: one pair at a time."""

import numpy as np
import pytest

from bayesrank.sequential.certifiers.bonferroni import Bonferroni
from tests.wealth_paths import (
    BENCHMARKS,
    WEALTH_CASES,
    assert_the_same_after_a_stop,
    between_two,
    log_wealth_of,
    logarithm,
    looks_of,
    pairs,
    simulated_looks,
)


@pytest.mark.parametrize(("closure", "fact"), [("transitive", "bonferroni"), ("none", "bonferroni_raw")])
@pytest.mark.parametrize("case", WEALTH_CASES)
def test_worked_examples(case, closure, fact):
    certifier = Bonferroni(case["n_models"], case["alpha"], closure=closure)
    assert pairs(certifier.update(log_wealth_of(case))) == between_two(case["result"][fact]["D"])
    assert certifier.failed == (case["name"] == "contradiction")  # 0 > 1 and 1 > 0, closed or not


@pytest.mark.parametrize(("closure", "fact"), [("transitive", "bonferroni"), ("none", "bonferroni_raw")])
@pytest.mark.parametrize("case", BENCHMARKS)
def test_benchmarks(case, closure, fact):
    certifier = Bonferroni(case["n_models"], case["alpha"], closure=closure)
    for log_wealth, look in zip(looks_of(case), case["looks"], strict=True):
        assert pairs(certifier.update(log_wealth)) == look[fact]["D"]


def test_a_chain_is_certified_only_when_closed():
    wealth = logarithm([[0, 60, 0], [0, 0, 60], [0, 0, 0]]) + 1e-6  # 3 x 2 / 0.1 = 60 is needed
    assert pairs(Bonferroni(3, 0.1).update(wealth)) == [[0, 1], [0, 2], [1, 2]]
    assert pairs(Bonferroni(3, 0.1, closure="none").update(wealth)) == [[0, 1], [1, 2]]


@pytest.mark.parametrize(("wealth", "certified"), [(60 * (1 - 1e-9), 0), (60.0, 1), (np.inf, 1)])
def test_exactly_the_wealth_needed_is_enough(wealth, certified):
    # exp(log(60)) may be 59.99999999999999: rounding must not take back what 3 x 2 / 0.1 = 60 certifies
    assert Bonferroni(3, 0.1).update(logarithm([[0, wealth, 0], [0, 0, 0], [0, 0, 0]])).sum() == certified


@pytest.mark.parametrize("closure", ["transitive", "none"])
def test_the_state_is_all_there_is(closure):
    assert_the_same_after_a_stop(lambda: Bonferroni(5, 0.05, closure=closure), simulated_looks(5, 8))


def test_the_closure_is_one_of_two():
    with pytest.raises(ValueError, match="closure must be one of transitive, none; got 'maybe'"):
        Bonferroni(3, 0.1, closure="maybe")
