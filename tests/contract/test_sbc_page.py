"""The table of the page on simulation-based calibration is what was measured, of every program; and it can fail."""

import json

import numpy as np
from measure import put_tables
from sbc import CASES, FIGURES, PAGE, SIMULATIONS, THINNED, UNCALIBRATED, histogram_text, page_table, uniformity

from bayesrank.programs.registry import program_families


def test_every_program_is_on_the_page_with_its_figures():
    record = json.loads(FIGURES.read_text())
    assert list(record) == list(CASES)
    assert {case.name for case in CASES.values()} | UNCALIBRATED == set(program_families())
    page = PAGE.read_text()
    assert put_tables(page, {"ranks": page_table(record)}) == page


def test_no_program_is_found_to_be_wrong():
    record = json.loads(FIGURES.read_text())
    found = [variable["p_value"] for variables in record.values() for variable in variables.values()]
    # p-values are rounded to 4 digits; the least of n is below 1e-4 with probability n * 1e-4 if all is right.
    assert len(found) > 100
    assert min(found) > 1e-4


def ranks_of_normal_posteriors(spread_factor):
    """Ranks for theta ~ N(0, 1), y ~ N(theta, 1): the posterior is N(y / 2, 1 / 2), here with another spread."""
    rng = np.random.default_rng(0)
    theta = rng.normal(size=SIMULATIONS)
    mean = (theta + rng.normal(size=SIMULATIONS)) / 2
    draws = mean + spread_factor * np.sqrt(0.5) * rng.normal(size=(THINNED, SIMULATIONS))
    return (draws < theta).sum(axis=0)


def test_a_posterior_that_is_too_narrow_is_found():
    assert uniformity(ranks_of_normal_posteriors(1.0)) > 0.001
    assert uniformity(ranks_of_normal_posteriors(0.7)) < 1e-5


def test_histograms_are_drawn_in_eighths_of_twice_the_expected_number():
    assert histogram_text([10, 10, 20, 0, 5, 15]) == "▄▄█ ▂▆"
