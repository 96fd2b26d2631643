"""The coverage that the page on Swiss tournaments prints is what was measured, and about what is promised."""

import json

from measure import put_tables
from swiss_coverage import CI_PROB, FIGURES, PAGE

FIGURES_OF_PAGE = json.loads(FIGURES.read_text())


def test_tables_of_the_page_are_the_figures():
    page = PAGE.read_text()
    assert put_tables(page, FIGURES_OF_PAGE) == page


def test_intervals_hold_what_they_promise():
    for row in FIGURES_OF_PAGE["coverage"]:
        # ranks of all models at once are one case a replication: 95 % of 60 may well be 57 less three
        assert row["all_ranks"] >= CI_PROB - 3 * (CI_PROB * (1 - CI_PROB) / row["replications"]) ** 0.5
        for name in ("wins", "wins_with_eliminations", "sensitivity", "excess"):
            # Jeffreys' prior knows nothing of abilities: two points less are what the page allows for
            assert row[name] >= CI_PROB - 0.02
