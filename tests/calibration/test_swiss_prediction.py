"""Simulated boards are scored again: methods find true abilities as docs/explanations/swiss-prediction.md says."""

import pytest
from measure import check_page
from swiss_prediction import DOMAIN_SPREAD, FIGURES, recovery_row

pytestmark = pytest.mark.calibration


@pytest.mark.parametrize("kind", DOMAIN_SPREAD)
def test_abilities_are_found_as_the_page_says(kind):
    check_page("recovery", recovery_row(kind), FIGURES)
