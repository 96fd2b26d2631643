"""Intervals of Swiss tournaments hold the truth as often as the page says, in fewer data sets."""

import json

import pytest
from swiss_coverage import FIGURES, SETTINGS, coverage_row

pytestmark = pytest.mark.calibration


@pytest.mark.parametrize(("place", "setting"), list(enumerate(SETTINGS)))
def test_coverage_is_that_of_the_page(place, setting):
    # the first 20 data sets of the page's 60; 5 standard errors of the difference and the rounding to four digits
    row, stored = coverage_row(*setting, replications=20), json.loads(FIGURES.read_text())["coverage"][place]
    for name in ("wins", "wins_with_eliminations", "sensitivity", "excess"):
        error = (row[f"{name}_error"] ** 2 + stored[f"{name}_error"] ** 2) ** 0.5
        assert abs(row[name] - stored[name]) <= 5 * error + 1e-4
