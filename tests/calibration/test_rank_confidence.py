"""Rank confidence sequences keep their promise, tests for one look do not when they look again.

The figures are those of docs/explanations/three-kinds-of-rank-sets.md, measured again here. Seeds are fixed. Published
figures are those of khosravi2026, which are simulations too.
"""

import json
from functools import cache

import pytest
from rank_confidence import (
    FIGURES,
    METHODS,
    NEAR_TIMES,
    ONE_LOOK,
    REPLICATIONS,
    SHARES,
    near_rows,
    one_look_rows,
    real_rows,
    retirement_rows,
    tied_rows,
)

pytestmark = pytest.mark.calibration

PUBLISHED_ERROR = 0.0164
PUBLISHED_PAIRS = dict(zip(NEAR_TIMES, (5.10, 8.43, 11.59, 12.005), strict=True))


@cache
def tied():
    return {row["method"]: row for row in tied_rows()}


@cache
def one_look():
    return one_look_rows()


@cache
def near():
    return {(row["method"], row["questions"]): row for row in near_rows()}


@cache
def real():
    return {row["method"]: row for row in real_rows()}


def stored(table, **labels):
    rows = [row for row in json.loads(FIGURES.read_text())[table] if row.items() >= labels.items()]
    assert len(rows) == 1
    return rows[0]


def assert_alike(found, told, *names):
    """Equal but for another release's random numbers: five standard errors of the difference, 6e-7 a figure."""
    for name in names:
        error = max(found[f"{name}_error"], told[f"{name}_error"], 1 / REPLICATIONS)
        assert abs(found[name] - told[name]) <= 7 * error, name


@pytest.mark.parametrize("method", METHODS)
def test_the_page_has_the_figures_of_models_that_are_alike(method):
    assert_alike(tied()[method], stored("tied", method=method), "last_look", "any_look")


@pytest.mark.parametrize("time", NEAR_TIMES)
@pytest.mark.parametrize("method", METHODS)
def test_the_page_has_the_figures_of_near_ties(method, time):
    told = stored("near ties", method=method, questions=time)
    assert_alike(near()[method, time], told, "certified", "ever_false")


def test_the_sequence_errs_as_rarely_as_published():
    found = tied()["enumeration"]["any_look"]
    assert found <= 0.05
    # Three standard errors of 1,000 benchmarks.
    assert abs(found - PUBLISHED_ERROR) <= 3 * (PUBLISHED_ERROR * (1 - PUBLISHED_ERROR) / REPLICATIONS) ** 0.5


@pytest.mark.parametrize(("method", "published"), [("holm_mcnemar", 0.30), ("holm_z", 0.51)])
def test_tests_for_one_look_err_when_they_look_again(method, published):
    row = tied()[method]
    # At one look they keep 5 %: exceeded by 3.3 standard errors, .007, in one of 2,000 seeds.
    assert row["last_look"] <= 0.05 + 0.023
    # At any look they do not; near what is published of models that may be better or worse than these.
    assert abs(row["any_look"] - published) <= 0.06


@pytest.mark.parametrize("method", ONE_LOOK)
def test_tests_for_one_look_keep_their_promise_with_questions_enough(method):
    rows = {row["questions"]: row for row in one_look() if row["method"] == method}
    # Of 1,000, at 5 % in truth: more than .075 with probability 4e-4.
    assert rows[500]["wrong"] <= 0.075
    # McNemar's test keeps it with any number of questions; the bootstrap is wrong in 7.5 % or so with 50.
    if method == "holm_mcnemar":
        assert max(row["wrong"] for row in rows.values()) <= 0.05
    if method == "romano_wolf":
        assert rows[50]["wrong"] > 0.05
    for questions, row in rows.items():
        assert_alike(row, stored("one look", method=method, questions=questions), "wrong")


@pytest.mark.parametrize("time", NEAR_TIMES)
def test_near_ties_are_certified_as_published(time):
    row = near()["enumeration", time]
    assert abs(row["certified"] - PUBLISHED_PAIRS[time]) <= 3 * row["certified_error"]
    assert row["ever_false"] <= 0.05


def test_nothing_false_is_certified_on_a_real_leaderboard():
    row = real()["star"]
    assert row["orders ever false"] == 0  # of 20 orders, of which one in 20 may
    assert row["at 25 %"] < row["at 50 %"] < row["at 75 %"] < row["at 100 %"] == row["pairs"]


@pytest.mark.parametrize("method", ["star", "holm_mcnemar", "holm_z"])
def test_the_page_has_the_figures_of_the_leaderboard(method):
    told = stored("real", method=method)
    for share in SHARES:  # of 20 orders: standard errors of 1 % or less
        assert real()[method][f"at {share} %"] == pytest.approx(told[f"at {share} %"], rel=0.05)


def test_retirement_saves_most_of_the_evaluations_for_the_top():
    rows = {row["rule"]: row for row in retirement_rows()}
    for rule, row in rows.items():
        assert row["orders with a false statement"] <= 4  # of 20; more, at 5 % each, in 3 of 1,000
        # of 20 orders, from 36 to 44 % for the top 3: standard error .5
        assert percent(row) == pytest.approx(percent(stored("retirement", rule=rule)), abs=3)
    assert percent(rows["top 3"]) < percent(rows["top 3, safe"]) < percent(rows["all pairs"])
    assert percent(rows["top 3"]) < 50


def percent(row):
    return float(row["evaluations"].rstrip(" %"))
