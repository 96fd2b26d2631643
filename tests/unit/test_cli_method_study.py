"""The commands of studies of tournaments beside other methods: each is its function, with its options."""

import numpy as np
import pytest

from bayesrank import (
    DifficultyTiers,
    Perturbation,
    compare_binary_with_margins,
    difficulty_tier_study,
    leave_category_out,
    perturbation_study,
    read_outcomes,
    read_score_table,
)
from tests.study_commands import record_of, run, write_scores


@pytest.fixture
def results(tmp_path):
    return write_scores(tmp_path)


def test_perturbation_is_its_function(results):
    record = record_of(
        "perturbation", results, "--fail", "shift", "--shift", "2", "--rounds", "1,3", "--positions", "first,random",
        "--repeats", "3", "--models", "m1,m4", "--methods", "mean,swiss_1", "--contests", "50", "--seed", "4",
    )  # fmt: skip
    asked = Perturbation("shift", (1, 3), ("first", "random"), repeats=3, shift=2.0)
    options = {"models": ["m1", "m4"], "methods": ["mean", "swiss_1"], "n_contests": 50, "random_seed": 4}
    assert record == perturbation_study(read_score_table(results), asked, **options).record()


def test_perturbation_prints_each_method(results):
    result = run("perturbation", results, "--contests", "20", "--rounds", "1")
    assert result.exit_code == 0
    assert result.stderr == ""
    assert result.stdout.startswith("6 models, 5 rounds; 6 models in turn: the score is 0\n")
    assert "\nmedian " in result.stdout


def test_margins_is_its_function(results):
    record = record_of(
        "margins", results, "--ties", "half", "--scale", "2", "--eliminate", "0,1", "--contests", "30", "--seed", "2"
    )
    options = {"ties": "half", "eliminate": (0, 1), "n_contests": 30, "random_seed": 2}
    table = read_score_table(results)
    assert record == compare_binary_with_margins(table, scale=2.0, **options).record()
    scales = {"p": 1, "q": 2, "r": 3, "s": 4, "t": 5}
    given = ",".join(f"{name}={scale}" for name, scale in scales.items())
    apart = record_of(
        "margins", results, "--ties", "half", "--scale", given, "--eliminate", "0,1", "--contests", "30", "--seed", "2"
    )
    assert apart == compare_binary_with_margins(table, scale=scales, **options).record()
    shown = run("margins", results, "--ties", "half", "--scale", "2", "--contests", "20", "--top", "1")
    assert "close calls by the margin" in shown.stdout


@pytest.fixture
def outcomes(tmp_path):
    right = np.random.default_rng(3).random((5, 40)) < np.linspace(0.1, 0.9, 40)
    rows = [
        f"m{model},q{question},{'pass' if right[model, question] else 'fail'}" for model, question in np.ndindex(5, 40)
    ]
    path = tmp_path / "outcomes.csv"
    path.write_text("\n".join(["model,question,outcome", *rows]) + "\n")
    return path


def test_difficulty_tiers_is_its_function(outcomes):
    words = "pass=1,fail=0"
    data = read_outcomes(outcomes, outcome_values={"pass": 1, "fail": 0})
    options = {"ties": "half", "n_contests": 30, "random_seed": 2}
    given = ["--ties", "half", "--outcome-values", words, "--contests", "30", "--seed", "2", "--eliminate", "0,halving"]
    record = record_of("difficulty-tiers", outcomes, *given, "--edges", "quantile", "--tiers", "3", "--min-items", "4")
    tiers = DifficultyTiers("quantile", 3, 4)
    assert record == difficulty_tier_study(data, tiers, eliminate=[0, "halving"], **options).record()
    given = [*given, "--edges", "0.7,0.3", "--min-items", "4", "--too-few", "drop", "--tiering", "split_half"]
    tiers = DifficultyTiers([0.7, 0.3], min_items=4, too_few="drop")
    study = difficulty_tier_study(data, tiers, tiering="split_half", eliminate=[0, "halving"], **options)
    assert record_of("difficulty-tiers", outcomes, *given) == study.record()
    assert run("difficulty-tiers", outcomes, *given).stdout.startswith("5 models, 40 questions; 30 contests, seed 2\n")


def test_leave_category_out_is_its_function(results, tmp_path):
    path = tmp_path / "categories.csv"
    path.write_text("benchmark,category\np,one\nq,one\nr,two\ns,two\nt,two\n")
    categories = {"p": "one", "q": "one", "r": "two", "s": "two", "t": "two"}
    given = ["--categories", path, "--contests", "20", "--replications", "10", "--seed", "2"]
    options = {"n_contests": 20, "replications": 10, "random_seed": 2}
    table = read_score_table(results)
    assert record_of("leave-category-out", results, *given) == leave_category_out(table, categories, **options).record()
    chosen = ["--methods", "mean,swiss_1", "--target", "mean", "--best", "2", "--baseline", "swiss_1"]
    options |= {"methods": ["mean", "swiss_1"], "target": "mean", "top": 2, "baseline": "swiss_1"}
    record = record_of("leave-category-out", results, *given, *chosen)
    assert record == leave_category_out(table, categories, **options).record()
    assert "2 categories held out in turn: one (2), two (3)" in run("leave-category-out", results, *given).stdout


def test_categories_may_stand_in_the_file_of_scores(tmp_path):
    rows = [
        f"m{model},{name},{kind},{score}"
        for name, kind, scores in (("p", "one", (1, 2)), ("q", "two", (3, 5)))
        for model, score in enumerate(scores)
    ]
    path = tmp_path / "scores.csv"
    path.write_text("\n".join(["model,benchmark,category,score", *rows]) + "\n")
    record = record_of("leave-category-out", path, "--categories", path, "--ignore", "category", "--methods", "mean")
    assert record["methods"][0]["tau"] == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["margins", "--ties", "half"], "error: scale must be given where scores have no standard errors"),
        (["margins", "--ties", "half", "--scale", "wide"], "error: --scale must hold numbers; got 'wide'"),
        (["difficulty-tiers", "--edges", "high"], "error: --edges must hold numbers; got 'high'"),
        (["perturbation", "--rounds", "one"], "error: --rounds must be whole numbers with commas between; got 'one'"),
        (["perturbation", "--methods", "elo"], "error: methods must be different ones of mean, "),
    ],
)
def test_bad_options_end_with_two(results, arguments, message):
    result = run(arguments[0], results, *arguments[1:])
    assert result.exit_code == 2
    assert result.stderr.startswith(message)
    assert result.stdout == ""
