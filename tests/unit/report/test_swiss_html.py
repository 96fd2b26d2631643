import re

import numpy as np
import pytest

from bayesrank import DataError, ScoreTable, swiss_tournament
from bayesrank.report.swiss_findings import SwissFindings, swiss_findings
from bayesrank.report.swiss_html import write_swiss_report
from bayesrank.studies.sequence_sensitivity import sequence_sensitivity

SCORES = np.array([[0.9, 0.8], [0.8, 0.9], [0.5, 0.2], [0.1, 0.3]])
BOARD = ScoreTable(("<b>a</b>", "b", "c", "d"), ("x", "y & z"), SCORES, np.array([True, True]))
NOISY = ScoreTable(BOARD.models, BOARD.benchmarks, SCORES, BOARD.higher_is_better, np.full(SCORES.shape, 0.2))


def test_the_page_has_the_table_and_all_plots(tmp_path):
    found = swiss_tournament(NOISY, eliminate=[0, 1], n_contests=20, draws=20, random_seed=0)
    sequence = sequence_sensitivity(found.played, "reverse", n_contests=20, random_seed=0)
    page = write_swiss_report(swiss_findings(found, sequence=sequence), tmp_path / "page.html")
    text = page.read_text()
    assert text.count("data:image/png;base64,") == 3
    assert "&lt;b&gt;a&lt;/b&gt;" in text
    assert "x, y &amp; z" in text
    assert "Who beats whom is taken as known" not in text
    assert '<th scope="col">tier</th>' in text
    assert "change of a model's wins, as a share of those when nobody leaves" in text
    assert "http" not in text.replace("http-equiv", "")


def test_wins_without_posterior_say_so_first(tmp_path):
    found = SwissFindings(swiss_tournament(BOARD, eliminate=[0], method="exact"))
    page = write_swiss_report(found, tmp_path / "page.html")
    text = page.read_text()
    assert text.index("results are conditional on scores") < text.index("<table>")
    assert "Who beats whom is taken as known" in text
    assert text.count("data:image/png;base64,") == 1
    assert "tier" not in text


def test_the_parts_of_the_page_are_linked_at_its_top(tmp_path):
    found = SwissFindings(swiss_tournament(BOARD, eliminate=[0], method="exact"))
    text = write_swiss_report(found, tmp_path / "page.html").read_text()
    top = text[: text.index("<table>")]
    links = re.findall('href="#([a-z]+)"', top)
    assert links == ["wins", "plots", "limits"]
    assert all(f'<section id="{name}">' in text for name in links)


@pytest.mark.parametrize(("ties", "said"), [([0.5, 0.4], True), ([0.5, 0.5], False)])
def test_what_no_data_can_change_is_said_where_it_is_so(tmp_path, ties, said):
    board = ScoreTable(("a", "b"), ("x", "y"), np.array([[0.9, ties[0]], [0.8, ties[1]]]), np.array([True, True]))
    found = SwissFindings(swiss_tournament(board, eliminate=[0], method="exact", ties="half"))
    text = write_swiss_report(found, tmp_path / "page.html").read_text()
    assert ("follows from the numbers of models, rounds and eliminations" in text) == said


def test_a_page_needs_a_folder(tmp_path):
    found = SwissFindings(swiss_tournament(BOARD, eliminate=[0], method="exact"))
    with pytest.raises(DataError, match="must lie in a folder that exists"):
        write_swiss_report(found, tmp_path / "none" / "page.html")


def test_a_single_round_is_no_plural(tmp_path):
    board = ScoreTable(BOARD.models, ("x",), SCORES[:, :1], np.array([True]))
    found = SwissFindings(swiss_tournament(board, eliminate=[0], method="exact"))
    text = write_swiss_report(found, tmp_path / "page.html").read_text()
    assert "<h1>Swiss tournament of 4 models in 1 round</h1>" in text
    assert "Sensitivity: change" not in text
