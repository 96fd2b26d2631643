import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

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
    # The first line of the docs of the program.
    assert "population: Let the mean outcomes of all models on one question be one draw from an unknown" in text
    assert "800 independent draws from the exact posterior" in text  # 4 chains of 200
    assert "rank sets hold the ranks of all models at once" in text
    assert "<dd>2 models, 12 questions, 24 trials, 100.0% of the cells observed</dd>" in text
    assert "drawn as these were" in text
    assert "Random seed 7" in text
    assert fitted.data.sha256 in text
    assert "these alone" in write(tmp_path, "bayes")[1]


def test_the_same_fit_is_the_same_page(tmp_path):
    assert write(tmp_path)[1] == write(tmp_path)[1]


def test_the_order_and_the_margin_of_the_table_are_those_asked_for(tmp_path):
    # Right on 10 of 12 questions against 2 of 2: means 11/14 = .786 and 3/4 = .75, but 5 % quantiles of
    # Beta(11, 3) and Beta(3, 1) of .590 and .05^(1/3) = .368; the other way round by the upper ones, .934 and .983.
    outcomes = np.full((2, 12), np.nan)
    outcomes[0] = np.arange(12) < 10
    outcomes[1, :2] = 1
    fitted = fit(Outcomes.from_array(outcomes, models=["long", "short"]), draws=500, random_seed=0)
    page = tmp_path / "page.html"
    first = {quantile: Page(write_report(fitted, page, rank_by="quantile", quantile=quantile).read_text()).rows[1][1]
             for quantile in (0.05, 0.95)}  # fmt: skip
    assert first == {0.05: "long", 0.95: "short"}
    text = write_report(fitted, page, rank_by="quantile", rope=0.02).read_text()
    assert "ranked by the score that a model exceeds with 95% probability" in text
    assert "no two models of one tier are separated by more than 0.02" in text
    assert "Missing outcomes are taken to be like the observed ones" in text
    assert "Missing outcomes" not in write(tmp_path)[1]


def test_a_probability_is_not_rounded_to_certainty(tmp_path):
    text = write(tmp_path, ci_prob=0.999)[1]
    assert "99.9% interval" in text
    assert "100% posterior" not in text


def test_plots_have_words_and_headers_have_a_scope(tmp_path):
    text = write(tmp_path)[1]
    images = re.findall("<img[^>]*>", text)
    assert [re.search(r'alt="(Scores|Which|Probability)', image) is not None for image in images] == [True] * 3
    assert len(re.findall(r'<th scope="(?:row|col)"', text)) == len(re.findall(r"<th\b", text)) == 7 + 2


def test_many_models_are_all_in_the_table_and_the_best_in_the_plots(tmp_path, monkeypatch):
    monkeypatch.setattr("bayesrank.report.html.MOST_MODELS_IN_PLOTS", 3)
    tensor = np.arange(6) < np.arange(5)[:, None]
    text = write_report(fit(Outcomes.from_array(tensor), draws=50, random_seed=0), tmp_path / "page.html").read_text()
    assert len(Page(text).rows) == 1 + 5
    assert "The best 3 of 5 models; the table has all." in text
    assert "the table has all" not in write(tmp_path)[1]


def test_a_program_of_somebody_else_has_no_assumption_told(tmp_path):
    fitted = fit(Outcomes.from_array([[1, 0], [0, 0]]), draws=50, random_seed=0)
    text = write_report(replace(fitted, program="mine"), tmp_path / "page.html").read_text()
    assert "<dt>Program</dt><dd>mine</dd>" in text
    assert "The assumptions of" not in text


@pytest.mark.parametrize(
    ("library", "converged", "said"),
    [
        ("nutpie", True, "4 chains of 50 draws by the No-U-Turn sampler, which passed the convergence checks"),
        ("pymc", False, "4 chains of 50 draws by the No-U-Turn sampler, which did not pass the convergence checks"),
        ("bayesrank.laplace", True, "200 independent draws from a normal approximation to the posterior at its mode"),
    ],
)
def test_what_the_draws_are_is_told(tmp_path, library, converged, said):
    fitted = fit(Outcomes.from_array([[1, 0], [0, 0]]), draws=50, random_seed=0)
    posterior = fitted.posterior.copy()
    posterior["posterior"].attrs = {"inference_library": library}
    other = replace(fitted, posterior=posterior, converged=converged)
    assert said in write_report(other, tmp_path / "page.html").read_text()


def test_abilities_are_of_no_questions(tmp_path):
    fitted = fit(Outcomes.from_array([[1, 0], [0, 0]]), draws=50, random_seed=0)
    text = write_report(replace(fitted, target="ability"), tmp_path / "page.html").read_text()
    assert "Ranking of 2 models on abilities" in text
    assert "An ability stands for the data as the program explains them." in text
    assert "these alone" not in text
    assert "drawn as these were" not in text


def test_the_page_appears_whole_or_not_at_all(tmp_path, monkeypatch):
    _, before = write(tmp_path)
    written = Path.write_text

    def break_off(path, text, **options):
        written(path, text[:1000], **options)
        raise OSError(28, "disk full")

    monkeypatch.setattr(Path, "write_text", break_off)
    with pytest.raises(OSError, match="disk full"):
        write(tmp_path, "bayes")
    assert (tmp_path / "page.html").read_text() == before
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_a_page_is_as_private_as_any_new_file(tmp_path):
    write(tmp_path)
    other = tmp_path / "other"
    other.touch()
    assert (tmp_path / "page.html").stat().st_mode == other.stat().st_mode


def test_a_missing_folder(tmp_path):
    with pytest.raises(DataError, match="must lie in a folder that exists"):
        write(tmp_path / "nowhere")


def test_a_folder_is_no_page(tmp_path):
    (tmp_path / "page.html").mkdir()
    with pytest.raises(DataError, match=r"must be the name of a file; got a folder\. Add a name to it"):
        write(tmp_path)
