import re
from html.parser import HTMLParser

import numpy as np
import pytest

from bayesrank import DataError, Outcomes, fit, write_report


class Page(HTMLParser):
    """Cells of the table, addresses that the page loads, and open tags."""

    def __init__(self, text):
        super().__init__()
        self.rows, self.loads, self.inside = [], [], None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.inside = tag
        if tag == "tr":
            self.rows.append([])
        self.loads += [value for name, value in attributes if name in {"src", "href"}]

    def handle_data(self, data):
        if self.inside in {"td", "th"} and data.strip():
            self.rows[-1].append(data.strip())


def write(tmp_path, program="population", **options):
    tensor = np.arange(12) < np.array([2, 10])[:, None]
    fitted = fit(Outcomes.from_array(tensor, models=["a", "<script>b"]), program, draws=200, random_seed=7)
    return fitted, write_report(fitted, tmp_path / "page.html", **options).read_text()


def test_the_table_is_the_ranking(tmp_path):
    fitted, text = write(tmp_path, ci_prob=0.9)
    rows = Page(text).rows
    assert rows[0] == ["Rank", "Model", "Score", "90% interval", "Rank set", "Pr(best)", "Tier"]
    # (10 + 1) / 14 = .786 by hand; the interval from the draws.
    lower, upper = np.quantile(fitted.draws[:, 1], [0.05, 0.95])
    assert rows[1][:4] == ["1", "<script>b", "0.786", f"{lower:.3f} to {upper:.3f}"]


def test_names_are_escaped_and_nothing_is_loaded(tmp_path):
    _, text = write(tmp_path)
    assert "<script" not in text
    assert "&lt;script&gt;b" in text
    loads = Page(text).loads
    assert len(loads) == 3
    assert all(load.startswith("data:image/png;base64,") for load in loads)
    assert not re.search(r"https?://|@import|url\(", text)


def test_warnings_come_first(tmp_path):
    _, text = write(tmp_path, "bayes")
    body = text[text.index("</h1>") :]
    assert 0 < body.index("bayes puts a uniform prior") < body.index("Target") < body.index("<table")
    assert 'aria-label="Warnings"' not in write(tmp_path)[1]


def test_what_was_ranked_and_what_is_not_said(tmp_path):
    fitted, text = write(tmp_path)
    assert "questions like these (program population)" in text
    assert "rank sets hold the ranks of all models at once" in text
    assert "2 models, 12 questions, 24 trials; 100.0%" in text
    assert "drawn as these were" in text
    assert "Random seed 7" in text
    assert fitted.data.sha256 in text
    assert "these alone" in write(tmp_path, "bayes")[1]


def test_the_page_appears_whole_or_not_at_all(tmp_path, monkeypatch):
    write(tmp_path)
    before = (tmp_path / "page.html").read_text()

    def fail(*_, **__):
        raise OSError(28, "disk full")

    monkeypatch.setattr("bayesrank.report.html.os.fdopen", fail)
    with pytest.raises(OSError, match="disk full"):
        write(tmp_path, "bayes")
    assert (tmp_path / "page.html").read_text() == before
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_a_missing_folder(tmp_path):
    with pytest.raises(DataError, match="must lie in a folder that exists"):
        write(tmp_path / "nowhere")
