"""Planted failures are found in data sets that the figures did not see."""

import pytest
from planted_swiss import PLANTED, found_in
from scipy.stats import binom


@pytest.mark.calibration
def test_planted_failures_are_found_in_new_data_sets():
    """10 data sets; limits at 1e-6.

    Early failures of 3 logits were found 74 of 80 times: as often as of a chance of .8 at least. Ordinary models are
    called in a data set with probability .05 at most. All five were uneven in 39 of 40 data sets: a chance of .85 at
    least.
    """
    found = [found_in(seed, 3.0) for seed in range(1000, 1010)]
    assert sum(each["early_found"] for each in found) >= binom.ppf(1e-6, 20, 0.8)
    assert sum(each["ordinary_called_specialists"] > 0 for each in found) <= binom.ppf(1 - 1e-6, 10, 0.05)
    assert sum(each["planted_uneven"] == len(PLANTED) for each in found) >= binom.ppf(1e-6, 10, 0.85)
