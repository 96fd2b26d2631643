"""The commands of studies of one Swiss tournament as a user meets them: each is its function, with its options."""

import numpy as np
import pytest

from bayesrank import (
    contest_convergence,
    pairing_ablation,
    read_score_table,
    sequence_sensitivity,
    win_draws_from_scores,
    win_tensor_from_scores,
)
from tests.study_commands import SCORES, record_of, run, write_scores


@pytest.fixture
def results(tmp_path):
    return write_scores(tmp_path)


@pytest.fixture
def played(results):
    return win_tensor_from_scores(read_score_table(results), ties="half")


def test_sequence_is_its_function(results, played):
    record = record_of(
        "sequence", results, "--ties", "half", "--n-orders", "4", "--eliminate", "1", "--contests", "30", "--seed", "2"
    )
    assert record == sequence_sensitivity(played, n_orders=4, eliminate=1, n_contests=30, random_seed=2).record()
    result = run("sequence", results, "--ties", "half", "--orders", "reverse", "--eliminate", "halving", "--top", "2")
    assert "in one other order of the rounds, eliminations halving, Kendall's tau" in result.stdout
    assert result.stdout.endswith("... and 4 more models\n")


def test_blocks_of_rounds_change_places(results, played, tmp_path):
    categories = tmp_path / "categories.csv"
    categories.write_text("benchmark,category\np,one\nq,one\nr,two\ns,two\nt,three\n")
    record = record_of(
        "sequence", results, "--ties", "half", "--orders", "blocks", "--categories", categories, "--n-orders", "4",
        "--contests", "30", "--seed", "2",
    )  # fmt: skip
    blocks = dict(zip("pqrst", ["one", "one", "two", "two", "three"], strict=True))
    assert record == sequence_sensitivity(played, blocks, n_orders=4, n_contests=30, random_seed=2).record()
    for wrong in (["--orders", "blocks"], ["--categories", categories]):
        result = run("sequence", results, "--ties", "half", *wrong)
        assert result.exit_code == 2
        assert "--categories must be given with --orders blocks, and with no others" in result.stderr


def test_scores_with_standard_errors_are_drawn(tmp_path):
    path = tmp_path / "long.csv"
    rows = [f"m{place},{'pqrst'[k]},{score},0.5" for (place, k), score in np.ndenumerate(SCORES)]
    path.write_text("\n".join(["model,benchmark,score,standard_error", *rows]) + "\n")
    record = record_of("sequence", path, "--n-orders", "3", "--contests", "200", "--seed", "2")
    drawn = win_draws_from_scores(read_score_table(path), random_seed=2)
    assert record == sequence_sensitivity(drawn, n_orders=3, n_contests=200, random_seed=2).record()
    result = run("pairing", path, "--ties", "half")
    assert result.exit_code == 2
    assert "--ties" in result.stderr
    assert "with standard errors" in result.stderr


def test_a_negative_number_is_told_of_as_a_number(results):
    result = run("sequence", results, "--ties", "half", "--eliminate=-1")
    assert result.exit_code == 2
    assert "0 or more; got -1" in result.stderr


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
    assert "surely right in 95% of batches: the order of the first 5 " in shown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
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
