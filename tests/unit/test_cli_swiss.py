"""The command ``bayesrank swiss`` as a user meets it."""

import json
import re

import pytest
from typer.testing import CliRunner

from bayesrank import read_score_table, swiss_tournament
from bayesrank.cli import app

SCORES = "model,t1,t2,t3\na,90,80,70\nb,80,90,40\nc,50,20,60\nd,10,30,20\ne,5,10,15\nf,1,2,3\n"
OPTIONS = ("--contests", "50", "--orders", "0")


@pytest.fixture
def scores(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text(SCORES)
    return path


def run(*arguments):
    return CliRunner().invoke(app, ["swiss", *(str(argument) for argument in arguments)])


def test_what_is_known_before_comes_on_standard_error_and_the_rest_is_the_tournament(scores):
    result = run(scores, "--contests", "50", "--orders", "4", "--eliminate", "0,1,2")
    assert result.exit_code == 0
    # models at 0, 1, 2 points, of n that meet half rounded down move up: 6 -> 3, 3 -> 2, 3, 1 -> 1, 3, 2
    # in 3 matches, 1 + 1, and 1 + 1: 7, and nobody has three points
    assert result.stderr.splitlines()[-3].startswith(
        "elimination 0: 7 matches, 1.17 wins a model on average, 2 at most"
    )
    lines = result.stdout.splitlines()
    assert lines[0].startswith("warning: results are conditional on scores")
    assert any(line.startswith("6 models, 3 rounds, pairing swiss; 50 contests at each elimination") for line in lines)
    assert any(line.startswith("order of rounds: in 4 orders of the rounds, eliminations 0") for line in lines)
    heading = next(line for line in lines if line.startswith("rank"))
    assert re.split("  +", heading.strip()) == [
        "rank", "model", "wins at 0", "wins at 1", "wins at 2", "byes", "sensitivity", "class",
    ]  # fmt: skip


def test_the_result_is_that_of_the_function(scores):
    result = run(scores, *OPTIONS, "--json", "--seed", "3", "--eliminate", "0,2")
    record = json.loads(result.stdout)
    found = swiss_tournament(read_score_table(scores), eliminate=[0, 2], n_contests=50, random_seed=3)
    assert record["wins"] == found.record()["wins"]
    assert record["random_seed"] == 3
    assert [each["model"] for each in record["classes"]] == list("abcdef")
    assert record["sequence"] is None


def test_one_schedule_shows_no_sensitivity(scores):
    result = run(scores, *OPTIONS, "--eliminate", "halving", "--method", "exact", "--contests", "2")
    assert result.exit_code == 2
    assert "n_contests must be left out with method='exact'" in result.stderr
    result = run(scores, "--orders", "0", "--eliminate", "halving", "--method", "exact")
    assert "intervals: none, the wins are exact given who beats whom" in result.stdout
    assert "sensitivity: not measured: it takes eliminations of 0 and then of larger numbers" in result.stdout
    assert "order of rounds: not changed: no others were asked for" in result.stdout
    assert "class" not in result.stdout


def test_other_orders_are_played_by_the_same_rules(scores):
    rules = ("--floats", "down", "--bye-points", "0.5")
    record = json.loads(run(scores, "--contests", "50", "--orders", "2", "--eliminate", "1", *rules, "--json").stdout)
    assert record["sequence"]["n_orders"] == 2
    assert record["sequence"]["eliminate"] == "1"
    assert record["sequence"]["rules"] == record["rules"]
    assert record["rules"]["floats"] == "down"


@pytest.mark.parametrize("method", ["exact", "simulate"])
def test_json_has_no_nan_where_all_are_alike(tmp_path, method):
    path = tmp_path / "scores.csv"
    path.write_text("model,x,y\na,1,1\nb,1,1\nc,1,1\n")
    contests = ("--contests", "20") if method == "simulate" else ()
    options = ("--ties", "both_lose", "--method", method, *contests, "--eliminate", "0,1,2", "--orders", "2", "--json")
    result = run(path, *options)
    assert result.exit_code == 0, result.stderr
    assert not re.search("NaN|Infinity", result.stdout)


def test_a_budget_is_no_fact_where_matches_are_drawn(tmp_path):
    # equal in three of four rounds: they meet in each, as long as nobody is ahead
    path = tmp_path / "scores.csv"
    path.write_text("model,w,x,y,z\na,1,1,1,2\nb,1,1,1,1\n")
    result = run(path, "--orders", "0", "--ties", "half", "--method", "exact", "--json")
    (line,) = result.stderr.splitlines()
    assert line.startswith("elimination 0, if every match had one winner: 1 match, 0.50 wins a model on average")
    # half a point in three rounds, and the fourth
    assert [each["wins"] for each in json.loads(result.stdout)["wins"]] == [2.5, 1.5]


@pytest.mark.parametrize("option", ["--json", "--html"])
def test_a_probability_is_checked_before_anything_is_played(scores, tmp_path, option):
    result = run(scores, "--ci-prob", "1.5", option, *([tmp_path / "page.html"] if option == "--html" else []))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == "error: ci_prob must lie between 0 and 1; got 1.5. Give a probability such as 0.95.\n"


def test_numbers_of_questions_give_intervals_and_are_said(scores):
    result = run(scores, *OPTIONS, "--questions", "40", "--draws", "30", "--eliminate", "0", "--top", "1")
    assert "taken as shares of right answers to 40 questions each" in result.stdout
    assert (
        "warning: intervals rest on an assumption: that scores are shares of right answers to 40 questions each, that "
        "models answer independently of each other, and that errors are normal. Give outcomes, counts or standard "
        "errors instead.\n"
    ) in result.stdout
    heading = next(line for line in result.stdout.splitlines() if line.lstrip().startswith("rank "))
    assert heading.split()[:3] == ["rank", "tier", "model"]
    assert "tiers: tier 1 are the models that are not shown to be below any other at elimination 0" in result.stdout
    assert "50 contests for each of 30 draws" in result.stdout
    assert result.stdout.splitlines()[-1] == "... and 5 more models"
    assert "[" in result.stdout.splitlines()[-2]


def test_outcomes_are_drawn_by_their_questions(tmp_path):
    path = tmp_path / "outcomes.csv"
    rows = [f"{model},q{number},{int(number % 7 < ability)},{'law' if number < 8 else 'art'}\n"
            for model, ability in zip("abc", (6, 4, 1), strict=True) for number in range(16)]  # fmt: skip
    path.write_text("model,question,outcome,subject\n" + "".join(rows))
    result = run(path, *OPTIONS, "--kind", "outcomes", "--round-column", "subject", "--draws", "20", "--json")
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)["rounds"] == ["law", "art"]


def test_rounds_are_played_in_the_order_of_the_list(scores, tmp_path):
    order = tmp_path / "order.txt"
    order.write_text("t3\nt1\n")
    assert json.loads(run(scores, *OPTIONS, "--sequence", order, "--json").stdout)["rounds"] == ["t3", "t1"]


def test_pages_and_plots_are_written(scores, tmp_path):
    page, plot = tmp_path / "page.html", tmp_path / "plot.svg"
    result = run(scores, "--contests", "50", "--orders", "3", "--html", page, "--plot", plot)
    assert result.exit_code == 0, result.stderr
    assert "Swiss tournament of 6 models in 3 rounds" in page.read_text()
    assert page.read_text().count("data:image/png") == 3
    assert plot.read_text().startswith("<?xml")


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("model,t\na,1\nb,1\n", (), "1 of 1 pairs tied (100.0%)"),
        ("model,t,u\na,1,2\nb,,1\n", (), "got 1 missing, the first of 'b' in round 't'"),
        ("model,t\na,1\n", (), "at least two models; got 'a' alone"),
        (SCORES, ("--eliminate", "-1"), "whole numbers of models, 0 or more; got -1"),
        (SCORES, ("--eliminate", "1.5"), "eliminate must be a number of models"),
        (SCORES, ("--bye-points", "2"), "bye_points must be 0, 0.5 or 1; got 2.0"),
        (SCORES, ("--draws", "5"), "--draws must be left out without standard errors; got 5"),
        (SCORES, ("--questions", "5", "--ties", "half"), "--ties must be left out with standard errors; got half"),
        (SCORES, ("--round-column", "x"), "--round-column must be left out with --kind scores; got x"),
        (SCORES, ("--kind", "outcomes", "--ties", "half"), "--ties must be left out with --kind outcomes; got half"),
        (SCORES, ("--html", "none/page.html"), "must lie in a folder that exists"),
        ("model,t,t\na,1,2\nb,2,1\n", (), "every column must have a name of its own; got 't' twice"),
        ("model,t\na,1\na,2\n", (), "line 3: model must name one row; got 'a' again, first in line 2"),
        (SCORES, ("--ci-prob", "1.5"), "ci_prob must lie between 0 and 1; got 1.5"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(tmp_path, text, options, message):
    path = tmp_path / "scores.csv"
    path.write_text(text)
    result = run(path, *OPTIONS, *options)
    assert result.exit_code == 2
    assert result.stdout == ""
    error = result.stderr.splitlines()[-1]
    assert error.startswith("error: ")
    assert message in error
