"""What all certifiers of one look share: options, state, failure."""

import numpy as np
import pytest

from bayesrank.sequential.certifiers._pair_certifier import PairCertifier
from bayesrank.sequential.certifiers.e_holm import EHolm
from bayesrank.sequential.certifiers.shortcut import Shortcut
from bayesrank.sequential.certifiers.star import Star
from tests.wealth_paths import BENCHMARKS, WEALTH_CASES, between_two, log_wealth_of, logarithm, looks_of, pairs

IN_THE_FACTS = [(Shortcut, "shortcut"), (EHolm, "eholm"), (Star, "star")]


class Above(PairCertifier):
    """Certifies any wealth above 10."""

    name = "above"

    def _pairs(self, log_wealth):
        return np.exp(log_wealth) > 10


def test_pairs_are_kept_and_closed_over_looks():
    certifier = Above(3, 0.1)
    assert certifier.update(logarithm([[0, 20, 0], [0, 0, 0], [0, 0, 0]])).nonzero() == (0, 1)
    first = certifier.certified
    second = certifier.update(logarithm([[0, 1, 0], [0, 0, 20], [0, 0, 0]]))
    assert second.tolist() == [[False, True, True], [False, False, True], [False, False, False]]
    assert first.sum() == 1  # a report that holds the earlier pairs keeps them
    assert not certifier.failed
    assert certifier.n_unresolved == 0
    assert certifier.rank_sets() is None


def test_a_contradiction_fails_for_good():
    certifier = Above(3, 0.1)
    certifier.update(logarithm([[0, 20, 0], [20, 0, 0], [0, 0, 0]]))
    assert certifier.failed
    assert certifier.certified.tolist() == (~np.eye(3, dtype=bool)).tolist()
    assert certifier.update(np.full((3, 3), -np.inf)).sum() == 6
    assert Above.from_state(certifier.state()).failed


@pytest.mark.parametrize(
    ("n_models", "alpha", "message"),
    [
        (1, 0.1, "n_models must be a whole number of at least 2; got 1"),
        (3, 1.0, "alpha must lie between 0 and 1; got 1.0"),
    ],
)
def test_options_are_checked(n_models, alpha, message):
    with pytest.raises(ValueError, match=message):
        Above(n_models, alpha)


@pytest.mark.parametrize(("kind", "fact"), IN_THE_FACTS)
@pytest.mark.parametrize("case", WEALTH_CASES)
def test_worked_examples(case, kind, fact):
    certifier = kind(case["n_models"], case["alpha"])
    assert pairs(certifier.update(log_wealth_of(case))) == between_two(case["result"][fact]["D"])
    assert certifier.failed == case["result"][fact]["failed"]


@pytest.mark.parametrize(("kind", "fact"), IN_THE_FACTS)
@pytest.mark.parametrize("case", BENCHMARKS)
def test_benchmarks(case, kind, fact):
    certifier = kind(case["n_models"], case["alpha"])
    for log_wealth, look in zip(looks_of(case), case["looks"], strict=True):
        assert pairs(certifier.update(log_wealth)) == look[fact]["D"]
