"""What intervals of ability differences, and rank sets, cover on simulated leaderboards of 5, 20 and 50 models.

The figures are those of docs/explanations/calibration.md, measured again. Seeds are fixed. The standard errors of a
difference are .003 to .007: if .955 is true, outside of .935 to .975 with probability .004 at most.
"""

import pytest
from ability_coverage import DESIGNS, FIGURES, PROGRAMS, coverage_row
from measure import check_page

pytestmark = pytest.mark.calibration

LOWEST, HIGHEST = 0.935, 0.975
OVERCOUNTED = "bradley_terry, every pair in full"


@pytest.mark.parametrize("design", DESIGNS, ids=str)
@pytest.mark.parametrize("label", [label for label in PROGRAMS if label != OVERCOUNTED])
def test_programs_cover_differences_and_ranks(label, design):
    row = coverage_row(label, design)
    check_page("abilities", row, FIGURES)
    assert LOWEST <= row["difference"] <= HIGHEST
    assert row["each_rank"] >= LOWEST
    # All ranks at once hold or not, once a leaderboard: if .96 is true, of 30, 100 or 200 fewer than .87 hold with
    # probability .02 at 30, below 1e-4 at more.
    assert row["all_ranks"] >= 0.87


@pytest.mark.parametrize("design", DESIGNS, ids=str)
def test_every_pair_of_trials_in_full_covers_far_too_little(design):
    row = coverage_row(OVERCOUNTED, design)
    check_page("abilities", row, FIGURES)
    # Each trial is in S - 1 pairs, and a pair tells twice what a trial does: at 5 models the intervals are too short by
    # the root of 5 / 2, and hold 1.96 / 1.58 = 1.24 standard errors, 78 %; at more models fewer.
    assert row["difference"] < 0.85
