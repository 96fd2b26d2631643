"""The commands of studies of Swiss tournaments as a user meets them: each is its function, with its options."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from bayesrank import (
    Perturbation,
    contest_convergence,
    pairing_ablation,
    perturbation_study,
    read_score_table,
    sequence_sensitivity,
    win_tensor_from_scores,
)
from bayesrank.cli import app

SCORES = np.random.default_rng(3).integers(0, 6, (6, 5))
SCORES[:, 0] = np.arange(6)


@pytest.fixture
def results(tmp_path):
    path = tmp_path / "scores.csv"
    rows = [",".join(map(str, [f"m{place}", *row])) for place, row in enumerate(SCORES.tolist())]
    path.write_text("\n".join(["model,p,q,r,s,t", *rows]) + "\n")
    return path


@pytest.fixture
def played(results):
    return win_tensor_from_scores(read_score_table(results), ties="half")


def run(*arguments):
    return CliRunner().invoke(app, ["study", *(str(argument) for argument in arguments)])


def record_of(*arguments):
    return json.loads(run(*arguments, "--json").stdout)


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


def test_sequence_is_its_function(results, played):
    record = record_of(
        "sequence", results, "--ties", "half", "--n-orders", "4", "--eliminate", "1", "--contests", "30", "--seed", "2"
    )
    assert record == sequence_sensitivity(played, n_orders=4, eliminate=1, n_contests=30, random_seed=2).record()
    result = run("sequence", results, "--ties", "half", "--orders", "reverse", "--eliminate", "halving", "--top", "2")
    assert "in one other order of the rounds, eliminations halving, Kendall's tau" in result.stdout
    assert result.stdout.endswith("... and 4 more models\n")


def test_pairing_is_its_function(results, played):
    record = record_of(
        "pairing", results, "--ties", "half", "--pairings", "swiss,random", "--eliminate", "0,2", "--contests", "30",
        "--seed", "2",
    )  # fmt: skip
    options = {"pairings": ["swiss", "random"], "eliminate": [0, 2], "n_contests": 30, "random_seed": 2}
    assert record == pairing_ablation(played, **options).record()
    assert "round_robin" in run("pairing", results, "--ties", "half", "--contests", "20").stdout


def test_convergence_is_its_function(results, played):
    record = record_of(
        "convergence", results, "--ties", "half", "--contests", "10,20", "--first", "2", "--batches", "3",
        "--eliminate", "1", "--seed", "2",
    )  # fmt: skip
    options = {"n_contests": [10, 20], "top": 2, "batches": 3, "eliminate": 1, "random_seed": 2}
    assert record == contest_convergence(played, **options).record()
    shown = run("convergence", results, "--ties", "half", "--contests", "10", "--batches", "2").stdout
    assert "right in 95% of the batches: the order of the first 5 " in shown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["perturbation", "--rounds", "one"], "error: --rounds must be whole numbers with commas between; got 'one'"),
        (["perturbation", "--methods", "elo"], "error: methods must be different ones of mean, "),
        (["sequence"], "error: two scores in a round must differ, or ties= must say who wins"),
        (["pairing", "--ties", "half", "--pairings", "greedy"], "error: pairings must be different ones of swiss, "),
        (
            ["convergence", "--ties", "half", "--contests", "1"],
            "error: n_contests must be a whole number of at least 2",
        ),
    ],
)
def test_bad_options_end_with_two(results, arguments, message):
    result = run(arguments[0], results, *arguments[1:])
    assert result.exit_code == 2
    assert result.stderr.startswith(message)
    assert result.stdout == ""
