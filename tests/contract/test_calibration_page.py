"""The tables of the calibration page are the figures that were measured."""

import json

import pytest
from ability_coverage import DESIGNS, PROGRAMS
from ability_coverage import FIGURES as ABILITY_FIGURES
from measure import FIGURES, PAGE, markdown_table, put_tables


@pytest.mark.parametrize("figures", [FIGURES, ABILITY_FIGURES], ids=["scores", "abilities"])
def test_tables_of_the_page_are_the_figures(figures):
    page = PAGE.read_text()
    assert put_tables(page, json.loads(figures.read_text())) == page


def test_every_program_was_measured_on_leaderboards_of_every_size():
    rows = json.loads(ABILITY_FIGURES.read_text())["abilities"]
    assert [(row["program"], row["models"]) for row in rows] == [(p, d.n_models) for p in PROGRAMS for d in DESIGNS]


def test_shares_are_written_in_per_cent_with_their_errors():
    rows = [{"trials": 8, "score": 0.9512, "score_error": 0.0021, "worst_model": 0.938}]
    assert markdown_table(rows) == ("| trials | score | worst model |\n| --- | --- | --- |\n| 8 | 95.1 ± 0.2 | 93.8 |")


def test_a_page_without_a_place_for_a_table_is_refused():
    with pytest.raises(ValueError, match=r"one table 'gaps'; got 0\. Put its pair of comments there\."):
        put_tables("<!-- other -->\n<!-- end -->", {"gaps": [{"gap": 1}]})
