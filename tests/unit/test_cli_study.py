"""The commands of studies as a user meets them."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from bayesrank import peeking_study, read_outcomes
from bayesrank.cli import app

RIGHT = (np.random.default_rng(6).random((40, 3)) < [0.9, 0.6, 0.3]).astype(int)


@pytest.fixture
def results(tmp_path):
    path = tmp_path / "results.csv"
    rows = [
        f"{model},q{number},{row[place]}\n" for number, row in enumerate(RIGHT) for place, model in enumerate("abc")
    ]
    path.write_text("model,question,outcome\n" + "".join(rows))
    return path


def run(*arguments):
    return CliRunner().invoke(app, ["study", *(str(argument) for argument in arguments)])


def test_peeking_prints_each_method(results):
    result = run("peeking", results, "--looks", "10", "--replications", "3")
    assert result.exit_code == 0
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert lines[0] == "3 models, 40 questions, 4 looks, 3 orders, seed 0"
    assert [line.split()[0] for line in lines[-3:]] == ["enumeration", "holm_mcnemar", "holm_z"]
    # At the end all three means, which differ, are known.
    assert lines[-3].split()[-1] == "3.0"


def test_peeking_as_json_is_the_record(results):
    result = run(
        "peeking", results, "--json", "--methods", "star,holm_z", "--alpha", "0.1", "--looks", "50%",
        "--replications", "2", "--seed", "5",
    )  # fmt: skip
    record = json.loads(result.stdout)
    assert (record["alpha"], record["random_seed"], record["replications"]) == (0.1, 5, 2)
    assert [method["method"] for method in record["methods"]] == ["star", "holm_z"]
    assert [look["n_questions"] for look in record["methods"][0]["looks"]] == [20, 40]


def test_scores_of_benchmarks_stand_for_questions(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("model,t1,t2,t3\na,0.9,0.8,0.7\nb,0.5,0.6,0.1\n")
    result = run("peeking", path, "--kind", "scores", "--looks", "1", "--replications", "2")
    assert result.exit_code == 0
    assert "2 models, 3 questions, 3 looks, 2 orders, seed 0" in result.stdout
    assert "mcnemar" not in result.stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--methods", "holm"], "error: methods must be different ones of"),
        (["--looks", "often"], "error: looks must be a share above 0 % and at most 100 %; got 'often'"),
        (["--alpha", "2"], "error: alpha must lie between 0 and 1; got 2.0"),
    ],
)
def test_bad_options_end_with_two(results, options, message):
    result = run("peeking", results, *options)
    assert result.exit_code == 2
    assert result.stderr.startswith(message)
    assert result.stdout == ""


def test_the_seed_is_that_of_the_orders(results):
    record = json.loads(run("peeking", results, "--json", "--seed", "5", "--replications", "2").stdout)
    assert record == peeking_study(read_outcomes(results), replications=2, random_seed=5).record()
