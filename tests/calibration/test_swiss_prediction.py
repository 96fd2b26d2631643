"""Simulated boards are scored again: methods find true abilities as docs/explanations/swiss-prediction.md says."""

import pytest
from measure import check_page
from scipy.stats import binom
from swiss_prediction import BOARDS, DOMAIN_SPREAD, FIGURES, coverage, recovery_row

pytestmark = pytest.mark.calibration


@pytest.mark.parametrize("kind", DOMAIN_SPREAD)
def test_abilities_are_found_as_the_page_says(kind):
    check_page("recovery", recovery_row(kind), FIGURES)


def test_intervals_of_tau_hold_what_it_is_on_both_sides():
    """200 boards, intervals of 95%: each side fails in .025 of them by design, and in .05 at most.

    Quantiles of draws that are not moved by their bias failed on one side in .175 of the same boards.
    """
    below, above = coverage()
    assert max(below, above) * BOARDS <= binom.isf(1e-3, BOARDS, 0.05)
