"""The tables of the page on prediction are the figures that were measured, and its sentences follow from them."""

import json
import re

import pytest
from measure import put_tables
from swiss_prediction import FIGURES, PAGE, RECOVERING, TOURNAMENTS, page_tables

RECORD = json.loads(FIGURES.read_text())


def test_tables_of_the_page_are_the_figures():
    page = PAGE.read_text()
    assert put_tables(page, page_tables(RECORD)) == page


@pytest.mark.parametrize("table", ["livebench", "livebench-mean"])
def test_tournaments_stand_below_the_mean_and_borda_within_their_intervals(table):
    rows = {row.pop("method"): row for row in json.loads(FIGURES.read_text())[table]}
    for name in TOURNAMENTS:
        assert float(rows[name]["tau"]) < min(float(rows["mean"]["tau"]), float(rows["borda"]["tau"]))
        (interval,) = (cell for column, cell in rows[name].items() if column.startswith("tau less "))
        difference, lower, upper = map(float, re.findall(r"[+-][\d.]+", interval))
        assert lower < difference < 0 < upper


def test_the_order_of_rounds_matters_more_than_who_leaves():
    taus = [float(row["tau"]) for row in RECORD["livebench"] if row["method"] in TOURNAMENTS]
    ranges = [float(row["most"]) - float(row["least"]) for row in RECORD["orders"]]
    assert min(ranges) > max(taus) - min(taus)


def test_tournaments_are_further_from_the_truth_than_borda_and_the_mean():
    assert [row["design"] for row in RECORD["recovery"]] == ["generalists", "specialists"]
    for row in RECORD["recovery"]:
        for name in TOURNAMENTS:
            # paired boards: 5 errors as if they were not
            error = (row[f"{name}_error"] ** 2 + row["borda_error"] ** 2) ** 0.5
            assert row[name] < row["borda"] - 5 * error
        assert row["borda"] < row["mean"]


def test_recovery_is_printed_by_method():
    made_up = [
        {"design": design} | dict.fromkeys(RECOVERING, tau) | {f"{name}_error": 0.0016 for name in RECOVERING}
        for design, tau in (("one", 0.9), ("two", 0.81))
    ]
    rows = page_tables({"recovery": made_up})["recovery"]
    assert rows[0] == {"method": "mean", "one, tau": "0.900 ± 0.002", "two, tau": "0.810 ± 0.002"}
    assert [row["method"] for row in rows] == list(RECOVERING)
