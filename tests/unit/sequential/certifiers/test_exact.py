"""The order test for any number of models."""

import numpy as np
import pytest

from bayesrank.sequential.certifiers import _survivors, exact
from bayesrank.sequential.certifiers._closure import close
from bayesrank.sequential.certifiers._survivors import Survivors
from bayesrank.sequential.certifiers.enumeration import Enumeration
from bayesrank.sequential.certifiers.exact import Exact
from bayesrank.sequential.certifiers.star import Star
from tests.wealth_paths import (
    BENCHMARKS,
    WEALTH_CASES,
    assert_the_same_after_a_stop,
    erratic_looks,
    log_wealth_of,
    looks_of,
    nearly_certified,
    pairs,
    simulated_looks,
)


def unlimited(n_models, alpha):
    return Exact(n_models, alpha, budget=np.inf)


@pytest.mark.parametrize("case", WEALTH_CASES)
def test_worked_examples(case):
    certifier = unlimited(case["n_models"], case["alpha"])
    assert pairs(certifier.update(log_wealth_of(case))) == case["result"]["exact"]["D"]
    assert certifier.failed == case["result"]["exact"]["failed"]
    assert certifier.n_unresolved == 0
    assert certifier.rank_sets() is None


@pytest.mark.parametrize("case", BENCHMARKS)
def test_benchmarks(case):
    certifier = unlimited(case["n_models"], case["alpha"])
    for log_wealth, look in zip(looks_of(case), case["looks"], strict=True):
        assert pairs(certifier.update(log_wealth)) == look["exact"]["D"]


def assert_equal_to_enumeration(looks, alpha=0.1):
    certifier, all_orders = unlimited(looks.shape[1], alpha), Enumeration(looks.shape[1], alpha)
    for look in looks:
        assert pairs(certifier.update(look)) == pairs(all_orders.update(look))
        assert certifier.failed == all_orders.failed
        assert certifier.n_unresolved == 0


@pytest.mark.parametrize("seed", range(24))
def test_it_certifies_what_the_enumeration_does(seed):
    n_models = 3 + seed % 4
    assert_equal_to_enumeration(erratic_looks(n_models, 12, seed=seed))
    assert_equal_to_enumeration(simulated_looks(n_models, 25, items=1500, spread=0.3, seed=seed))


@pytest.mark.parametrize("seed", range(8))
def test_integer_programs_alone_certify_what_the_enumeration_does(seed, monkeypatch):
    def no_bound(_, certified, __):
        closed = certified.copy()
        close(closed)
        return closed

    monkeypatch.setattr(exact, "step_down", no_bound)
    monkeypatch.setattr(_survivors, "propagate", lambda *_: True)
    monkeypatch.setattr(Survivors, "search", lambda *_: False)
    assert_equal_to_enumeration(erratic_looks(3 + seed % 3, 6, seed=seed))
    assert_equal_to_enumeration(simulated_looks(3 + seed % 3, 12, items=1500, spread=0.3, seed=seed))


def test_it_certifies_more_than_the_bound_alone():
    looks = simulated_looks(12, 20, seed=5)
    certifier, bound, before, more = unlimited(12, 0.05), Star(12, 0.05), np.zeros((12, 12), dtype=bool), 0
    for look in looks:
        certified = certifier.update(look)
        assert not (bound.update(look) & ~certified).any()
        assert not (before & ~certified).any()  # for good
        assert not ((certified @ certified) & ~certified).any()  # closed under chains
        more += (certified & ~bound.certified).sum()
        before = certified
    assert more > 0


def test_what_the_budget_leaves_undecided_is_counted_and_taken_up_again():
    looks = simulated_looks(12, 20, seed=5)[:4]
    hurried, patient, bound = Exact(12, 0.05, budget=1e-9), unlimited(12, 0.05), Star(12, 0.05)
    for look in looks:
        hurried.update(look)
        patient.update(look)
        assert hurried.certified.tolist() == bound.update(look).tolist()
    assert hurried.n_unresolved > 0
    assert hurried.certified.sum() < patient.certified.sum()
    hurried.budget = np.inf
    assert hurried.update(looks[-1]).tolist() == patient.certified.tolist()
    assert hurried.n_unresolved == 0


def test_where_no_order_is_known_all_other_pairs_are_unresolved():
    # the bound certifies 0 over 1 and 2; the order with all level, the only one known, is eliminated: four pairs left
    case = WEALTH_CASES[0].values[0]
    certifier = Exact(3, case["alpha"], budget=1e-9)
    assert pairs(certifier.update(log_wealth_of(case))) == [[0, 1], [0, 2]]
    assert certifier.n_unresolved == 4


@pytest.mark.parametrize(("wealth", "decided"), [(40.0, False), (40 * (1 + 1e-8), True)])
def test_rounding_at_the_boundary_certifies_nothing(wealth, decided):
    certifier = unlimited(3, 0.1)
    assert pairs(certifier.update(nearly_certified(wealth))) == [[0, 1]] * decided + [[0, 2], [1, 2]]
    assert not certifier.failed


def test_the_state_is_all_there_is():
    looks = simulated_looks(12, 8, seed=1)
    assert_the_same_after_a_stop(lambda: Exact(12, 0.05, budget=np.inf, nodes=1000), looks)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"budget": 0}, "budget must be positive; got 0. Give seconds"),
        ({"nodes": 0}, "nodes must be a whole number of at least 1; got 0"),
    ],
)
def test_options_are_checked(options, message):
    with pytest.raises(ValueError, match=message):
        Exact(3, 0.1, **options)
