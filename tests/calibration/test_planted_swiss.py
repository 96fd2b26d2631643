"""Planted failures are found in data sets that the figures did not see."""

import numpy as np
import pytest
from planted_swiss import PLANTED, WORKED_FALL, WORKED_SEED, found_in
from scipy.stats import binom

pytestmark = pytest.mark.calibration


def test_planted_failures_are_found_in_new_data_sets():
    """10 data sets; limits at 1e-6.

    Early failures of 3 logits were found 74 of 80 times: as often as of a chance of .8 at least. No ordinary model was
    called in 40 data sets, and none is here. All five were uneven in 39 of 40 data sets: a chance of .85 at least.
    """
    found = [found_in(seed, 3.0) for seed in range(1000, 1010)]
    assert sum(each["early_found"] for each in found) >= binom.ppf(1e-6, 20, 0.8)
    assert sum(each["ordinary_called_specialists"] for each in found) == 0
    assert sum(each["planted_uneven"] == len(PLANTED) for each in found) >= binom.ppf(1e-6, 10, 0.85)


@pytest.mark.parametrize("seed", [WORKED_SEED, *range(1000, 1005)])
def test_large_failures_are_found_without_exception(seed):
    """A model that falls by 5 logits, from .8 to .03, say, has next to nothing right: no luck hides that."""
    found = found_in(seed, WORKED_FALL)
    assert found["early_found"] == 2
    assert found["planted_uneven"] == len(PLANTED)
    assert found["ordinary_called_specialists"] == 0
    early = np.array([position == "early" for position in PLANTED.values()])
    assert all(np.array(found["classes_of_planted"])[early] == "aggressive specialist")


def test_sensitivity_alone_calls_ordinary_models():
    """What the excess over the reference is for: in the worked data set the coefficient alone calls ordinary models."""
    found = found_in(WORKED_SEED, WORKED_FALL)
    assert found["ordinary_sensitive_alone"] > found["ordinary_called_specialists"] == 0
