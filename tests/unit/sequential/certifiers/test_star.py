"""The star bound, taken anew until nothing is added."""

import numpy as np
import pytest

from bayesrank.sequential.certifiers import star
from bayesrank.sequential.certifiers.e_holm import EHolm
from bayesrank.sequential.certifiers.enumeration import Enumeration
from bayesrank.sequential.certifiers.shortcut import Shortcut
from bayesrank.sequential.certifiers.star import Star, advantages
from tests.wealth_paths import (
    assert_the_same_after_a_stop,
    erratic_looks,
    logarithm,
    nearly_certified,
    pairs,
    simulated_looks,
)


@pytest.mark.parametrize("seed", range(8))
def test_it_lies_between_the_cheaper_tests_and_the_enumeration(seed):
    for looks in (simulated_looks(6, 30, seed=seed), erratic_looks(3 + seed % 4, 10, seed=seed)):
        n_models = looks.shape[1]
        cheaper = [Shortcut(n_models, 0.1), EHolm(n_models, 0.1)]
        bound, exact = Star(n_models, 0.1), Enumeration(n_models, 0.1)
        before = bound.certified
        for look in looks:
            certified = bound.update(look)
            for certifier in cheaper:
                assert not (certifier.update(look) & ~certified).any()
            assert not (certified & ~exact.update(look)).any()
            assert not (before & ~certified).any()  # for good
            assert not ((certified @ certified) & ~certified).any() or bound.failed  # closed under chains
            before = certified


def test_what_is_certified_sharpens_the_bound():
    # 1 / alpha = 10. The first look certifies 2 over 0 alone, with more than 3 x 2 / 0.1 = 60. In the second, orders
    # with 1 no lower than 2 then have 1 over 0 as well: 2 over 0 costs 0 - 10, 1 over 0 costs 19.1 - 10, 1 level with 2
    # costs 25 + 0 - 20 and 1 over 2 costs 25 - 10: 4.1 and 14.1 in sum. Without the first look all three may be level:
    # 25 + 19.1 - 60 < 0
    first = logarithm([[0, 0, 0], [0, 0, 0], [60.1, 0, 0]])
    second = logarithm([[0, 19.1, 0], [0, 0, 0], [0, 25, 0]])
    certifier = Star(3, 0.1)
    assert pairs(certifier.update(first)) == [[2, 0]]
    assert pairs(certifier.update(second)) == [[2, 0], [2, 1]]
    assert pairs(Star(3, 0.1).update(second)) == []


@pytest.mark.parametrize("n_models", [12, 40])
def test_pairs_that_are_left_open_are_not_missed(n_models, monkeypatch):
    looks = simulated_looks(n_models, 8, seed=3)
    skipping, asking = Star(n_models, 0.05), Star(n_models, 0.05)
    asked = []
    with monkeypatch.context() as patched:
        patched.setattr(star, "left_open", lambda costs, _: np.zeros_like(costs.above, dtype=bool))
        asked = [asking.update(look).tolist() for look in looks]
    assert [skipping.update(look).tolist() for look in looks] == asked


def test_advantages_are_differences_in_evidence_as_far_as_evidence_goes():
    log_wealth = np.array([[-np.inf, np.inf, 3], [-np.inf, -np.inf, 1], [-2, 0.5, -np.inf]])
    # 20 at most each: 0 over 1 by 40, over 2 by 5; 1 over 2 by 0.5
    assert advantages(log_wealth).tolist() == [45, -39.5, -5.5]


@pytest.mark.parametrize(("wealth", "decided"), [(40.0, False), (40 * (1 + 1e-8), True)])
def test_rounding_at_the_boundary_certifies_nothing(wealth, decided):
    certifier = Star(3, 0.1)
    assert pairs(certifier.update(nearly_certified(wealth))) == [[0, 1]] * decided + [[0, 2], [1, 2]]
    assert not certifier.failed


def test_the_state_is_all_there_is():
    assert_the_same_after_a_stop(lambda: Star(6, 0.05), simulated_looks(6, 8))
