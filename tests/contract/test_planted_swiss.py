"""Failures planted in rounds of a tournament are found where the rule promises, in one data set and in the figures."""

import json

import numpy as np
import pytest
from measure import put_tables
from planted_swiss import (
    FIGURES,
    N_MODELS,
    N_ROUNDS,
    PAGE,
    PLANTED,
    WORKED_FALL,
    WORKED_SEED,
    beta_draws,
    page_tables,
    planted_data,
    sensitivity_of,
)

from bayesrank.swiss.fragility.classification import classify_sensitivity

FIGURES_OF_PAGE = json.loads(FIGURES.read_text())


@pytest.fixture(scope="module")
def sensitivity():
    return sensitivity_of(beta_draws(planted_data(WORKED_SEED, WORKED_FALL), WORKED_SEED), WORKED_SEED)


def test_the_rule_calls_those_that_fail_early_and_no_other(sensitivity):
    classes = classify_sensitivity(sensitivity)
    called = [model for model, label in enumerate(classes.labels) if label == "aggressive specialist"]
    assert called == [model for model, position in PLANTED.items() if position == "early"]


def test_the_profile_tells_all_that_fail_wherever(sensitivity):
    assert np.flatnonzero(classify_sensitivity(sensitivity).uneven).tolist() == list(PLANTED)


def test_mean_sensitivity_is_known_before_the_data(sensitivity):
    # Groups of 29 models over 12 rounds: n_s becomes ceil(n_s / 2) + floor(n_{s-1} / 2), and the lowest loses T. Points
    # in all are then 154 without eliminations and 104 with two a round: (104 - 154) / 2 / 29.
    totals = [points_in_all(eliminate) for eliminate in (0, 2)]
    assert totals == [154, 104]
    assert sensitivity.mean_sensitivity == pytest.approx(np.diff(totals).item() / 2 / N_MODELS, abs=1e-9)


def test_figures_are_those_of_the_worked_example(sensitivity):
    shown = FIGURES_OF_PAGE["worked_example"]["models"]
    classes = classify_sensitivity(sensitivity)
    assert [row["model"] for row in shown] == list(sensitivity.models)
    for model in PLANTED:
        assert shown[model]["class"] == classes.labels[model]
        assert shown[model]["qualifier"] == "uneven profile"


def test_ordinary_models_are_called_no_more_often_than_the_level_allows():
    # Bounds hold at once with alpha = .05 in each data set; with falls of 5 logits the page says that none was called.
    for row in FIGURES_OF_PAGE["shares"]:
        assert row["data_sets"] >= 20
        assert row["data_sets_with_ordinary_specialist"] <= 0.05 * row["data_sets"] * (row["fall_logits"] < 3)
        assert row["data_sets_with_ordinary_uneven"] == 0


def test_tables_of_the_page_are_the_figures():
    page = PAGE.read_text()
    assert put_tables(page, page_tables(FIGURES_OF_PAGE)) == page


def points_in_all(eliminate):
    """Return the points that are won in a tournament in which every match has one winner."""
    size, points = {0: N_MODELS}, 0
    for _ in range(N_ROUNDS):
        points += sum(n // 2 for n in size.values())
        moved = {s: (size.get(s, 0) + 1) // 2 + size.get(s - 1, 0) // 2 for s in range(max(size) + 2)}
        size = {s: n for s, n in moved.items() if n > 0}
        lowest = min(size)
        size[lowest] -= min(eliminate, size[lowest])
        size = {s: n for s, n in size.items() if n > 0}
    return points
