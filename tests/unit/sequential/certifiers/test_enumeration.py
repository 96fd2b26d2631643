"""The order test by all its orders."""

import numpy as np
import pytest

from bayesrank.sequential.certifiers.enumeration import Enumeration
from tests.wealth_paths import (
    BENCHMARKS,
    WEALTH_CASES,
    assert_the_same_after_a_stop,
    certified_by_definition,
    erratic_looks,
    log_wealth_of,
    logarithm,
    looks_of,
    nearly_certified,
    pairs,
    simulated_looks,
)


@pytest.mark.parametrize("case", WEALTH_CASES)
def test_worked_examples(case):
    certifier, expected = Enumeration(case["n_models"], case["alpha"]), case["result"]["exact"]
    assert pairs(certifier.update(log_wealth_of(case))) == expected["D"]
    assert certifier.failed == expected["failed"]
    assert len(certifier.orders()) == expected["n_surviving"]
    assert sorted(certifier.orders().tolist()) == sorted(expected.get("surviving_levels", []))
    rank_sets = certifier.rank_sets()
    assert (rank_sets and [sorted(ranks) for ranks in rank_sets]) == expected.get("rank_sets")


@pytest.mark.parametrize("case", [case for case in BENCHMARKS if case.values[0]["n_models"] <= 8])
def test_benchmarks(case):
    certifier = Enumeration(case["n_models"], case["alpha"])
    for log_wealth, look in zip(looks_of(case), case["looks"], strict=True):
        expected = look["exact"]
        assert pairs(certifier.update(log_wealth)) == expected["D"]
        assert len(certifier.orders()) == expected["n_surviving"]
        assert [sorted(ranks) for ranks in certifier.rank_sets()] == expected["rank_sets"]


def test_the_published_example_by_hand():
    # alpha = 0.1, E02 = 60, E01 = 42, E12 = 5 (khosravi2026, appendix B.3). Orders by the wealth against them:
    # 0>1>2 none; 0>2>1 has E12 = 5 of 3; 0>1=2 has 5 of 4; all with 0 level with or below 1 or 2 have 42 or more:
    # 0=1>2 has 42 of 4, 10.5 > 10; 1>0>2 42 of 3. So the first three are left, 0 is first, and 1 and 2 are open
    certifier = Enumeration(3, 0.1)
    assert pairs(certifier.update(logarithm([[0, 42, 60], [0, 0, 5], [0, 0, 0]]))) == [[0, 1], [0, 2]]
    assert sorted(certifier.orders().tolist()) == [[1, 0, 0], [2, 0, 1], [2, 1, 0]]
    assert certifier.rank_sets() == [{1}, {2, 3}, {2, 3}]


def test_a_rank_set_may_have_a_hole():
    # E02 = 25, E12 = 16, E20 = 31: 0=1>2 has 31 of 4 and 1>2>0 has 25 of 3 against it; no other mean is below 10
    certifier = Enumeration(3, 0.1)
    assert pairs(certifier.update(logarithm([[0, 0, 25], [0, 0, 16], [31, 0, 0]]))) == [[1, 2]]
    assert certifier.rank_sets()[0] == {1, 3}


@pytest.mark.parametrize("seed", range(6))
def test_it_is_the_test_as_defined(seed):
    for looks in (erratic_looks(3 + seed % 3, 6, seed=seed), simulated_looks(4, 6, seed=seed)):
        certifier = Enumeration(looks.shape[1], 0.1)
        certified, left = certified_by_definition(looks, 0.1)
        assert [pairs(certifier.update(look)) for look in looks] == certified
        assert sorted(map(tuple, certifier.orders().tolist())) == left


@pytest.mark.parametrize(("wealth", "decided"), [(40.0, False), (40 * (1 + 1e-8), True)])
def test_rounding_at_the_boundary_certifies_nothing(wealth, decided):
    certifier = Enumeration(3, 0.1)
    assert pairs(certifier.update(nearly_certified(wealth))) == [[0, 1]] * decided + [[0, 2], [1, 2]]
    assert not certifier.failed


def test_infinite_wealth_is_enough_and_huge_wealth_does_not_overflow():
    look = np.full((3, 3), -np.inf)
    look[0, 1], look[1, 2] = np.inf, 1e6
    certifier = Enumeration(3, 0.1)
    assert pairs(certifier.update(look)) == [[0, 1], [0, 2], [1, 2]]
    assert certifier.rank_sets() == [{1}, {2}, {3}]


def test_when_no_order_is_left_nothing_is_said_of_ranks():
    certifier = Enumeration(2, 0.1)
    certifier.update(logarithm([[0, 40], [40, 0]]))
    assert certifier.failed
    assert certifier.rank_sets() is None
    certifier.update(np.full((2, 2), -np.inf))
    assert certifier.certified.tolist() == [[False, True], [True, False]]


def test_the_state_is_all_there_is():
    assert_the_same_after_a_stop(lambda: Enumeration(5, 0.05), simulated_looks(5, 8))


@pytest.mark.parametrize(
    ("n_models", "alpha", "message"),
    [
        (1, 0.1, "n_models must be a whole number of at least 2; got 1"),
        (9, 0.1, "n_models must be at most 8 to go through all orders; got 9. Use certifier='exact'"),
        (3, 0.0, "alpha must lie between 0 and 1; got 0.0"),
    ],
)
def test_options_are_checked(n_models, alpha, message):
    with pytest.raises(ValueError, match=message):
        Enumeration(n_models, alpha)
