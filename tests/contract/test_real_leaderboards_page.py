"""The page on real leaderboards shows the fits that were made, and all of them converged in time."""

import json

from measure import put_tables
from real_leaderboards import FIGURES, LABELS, PAGE, page_tables


def test_tables_of_the_page_are_the_figures():
    page = PAGE.read_text()
    assert put_tables(page, page_tables(json.loads(FIGURES.read_text()))) == page


def test_both_programs_converged_on_every_leaderboard():
    record = json.loads(FIGURES.read_text())
    assert list(record) == LABELS
    for found in record.values():
        convergence = found["convergence"]
        assert float(convergence["R-hat"]) < 1.01
        assert min(convergence["bulk"], convergence["tail"]) > 400
        assert convergence["diverged"] == 0
        assert not any(warning.startswith("the sampler") for warning in found["warnings"])  # gaps, energy
        assert float(convergence["minutes"]) < 10
