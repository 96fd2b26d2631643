"""Which certifier runs."""

import numpy as np
import pytest

from bayesrank.sequential.choose_certifier import choose_certifier
from tests.wealth_paths import simulated_looks


@pytest.mark.parametrize(
    ("n_models", "name"), [(2, "enumeration"), (8, "enumeration"), (9, "exact"), (24, "exact"), (25, "star")]
)
def test_auto_is_the_sharpest_that_there_is_time_for(n_models, name):
    assert choose_certifier("auto", n_models, 0.05).name == name


@pytest.mark.parametrize("name", ["bonferroni", "shortcut", "e_holm", "star", "enumeration", "exact"])
def test_each_can_be_asked_for_saved_and_restored(name):
    certifier = choose_certifier(name, 5, 0.05, budget=np.inf)
    assert certifier.name == name
    assert not certifier.failed
    for look in simulated_looks(5, 3):
        certifier.update(look)
    restored = type(certifier).from_state(certifier.state())
    assert restored.name == name
    assert restored.certified.tolist() == certifier.certified.tolist()
    assert certifier.certified.any()


def test_limits_reach_the_exact_test():
    certifier = choose_certifier("auto", 9, 0.05, budget=2.5, nodes=7)
    assert (certifier.budget, certifier.nodes) == (2.5, 7)


def test_other_names_are_refused():
    with pytest.raises(
        ValueError, match=r"certifier must be one of auto, bonferroni.*; got 'holm'. Check the spelling"
    ):
        choose_certifier("holm", 5, 0.05)
