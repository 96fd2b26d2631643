"""The commands of sequences as a user meets them."""

import itertools
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from bayesrank import rank_confidence_sequence, read_outcomes, read_score_table
from bayesrank.cli import app
from bayesrank.sequential.rank_sequence import RankSequence
from bayesrank.sequential.retirement import Retirement
from bayesrank.sequential.state_file import held_state

NAMES = [f"q{number}" for number in range(60)]
RIGHT = {"a": 60, "b": 30, "c": 30}  # of 60 questions: b on the first half, c on every other


def outcome(model, number):
    return {"a": 1, "b": int(number < 30), "c": number % 2}[model]


ROWS = [f"{model},{name},{outcome(model, number)}\n" for number, name in enumerate(NAMES) for model in RIGHT]


@pytest.fixture
def results(tmp_path):
    path = tmp_path / "results.csv"
    path.write_text("model,question,outcome\n" + "".join(ROWS))
    (tmp_path / "questions.txt").write_text("\n".join(NAMES))
    return path


def run(*arguments):
    return CliRunner().invoke(app, ["sequence", *(str(argument) for argument in arguments)])


def watch(results, *options, state="w.state"):
    declared = ("--models", "a,b,c", "--questions", results.with_name("questions.txt"), "--once")
    return run("watch", results, "--state", results.with_name(state), *declared, *options)


# run


def test_a_finished_file_in_one_go(results):
    result = run("run", results)
    assert result.exit_code == 0
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert lines[:2] == [
        "60 of 60 questions, 3 models, 180 scores",
        "target: realised means over these 60 questions (certifier enumeration, seed 0)",
    ]
    # All questions were asked, so ranks are known: means 1, 1/2, 1/2.
    table = [line.split() for line in lines[-3:]]
    assert table == [["1", "a", "1.000", "60", "1"], ["2", "b", "0.500", "60", "2"], ["2", "c", "0.500", "60", "2"]]


def test_options_are_those_of_the_function(results):
    result = run(
        "run", results, "--looks", "7", "--alpha", "0.2", "--target", "population", "--certifier", "star", "--retire",
        "topk:1", "--seed", "3", "--json",
    )  # fmt: skip
    expected = rank_confidence_sequence(
        read_outcomes(results), looks=7, alpha=0.2, target="population", certifier="star",
        retirement=Retirement("topk", k=1), random_seed=3,
    )  # fmt: skip
    record = json.loads(result.stdout)
    assert {name: record[name] for name in expected.record()} == json.loads(json.dumps(expected.record()))
    assert "bayesrank" in record["versions"]


def test_no_clock_decides_what_is_certified(tmp_path, monkeypatch):
    # Of 9 models a look of "exact" with a budget of 1 s certifies by the clock; one by nodes does not read it.
    path = tmp_path / "wide.csv"
    right = np.random.default_rng(2).random((120, 9)) < np.linspace(0.9, 0.4, 9)
    pd.DataFrame(right.astype(int), columns=list("abcdefghi")).rename_axis("question").to_csv(path)
    quick = run("run", path, "--looks", "40", "--target", "population", "--json")
    hours = itertools.count(0, 3600)
    monkeypatch.setattr("bayesrank.sequential.certifiers.exact.perf_counter", lambda: next(hours))
    slow = run("run", path, "--looks", "40", "--target", "population", "--json")
    assert json.loads(quick.stdout)["certifier"] == "exact"
    assert slow.stdout == quick.stdout


def test_scores_of_benchmarks_have_a_range(tmp_path):
    path = tmp_path / "board.csv"
    path.write_text("model,p,q,r\nx,90,80,70\ny,10,20,\n")
    assert "must lie in score_range" in run("run", path, "--kind", "scores").stderr
    options = ("--kind", "scores", "--score-range", "0,100", "--missing", "pessimistic")
    result = run("run", path, *options, "--json")
    expected = rank_confidence_sequence(
        read_score_table(path), score_range=(0, 100), missing="pessimistic", random_seed=0
    )
    assert json.loads(result.stdout)["ranking"] == json.loads(json.dumps(expected.record()["ranking"]))
    assert run("run", path, *options).stdout.startswith("warning: 1 missing scores count as the worst against others")


def test_a_plot_is_written(results, tmp_path):
    for command in (("run", results), ("watch", results, "--models", "a,b,c", "--state", tmp_path / "s", "--once")):
        place = tmp_path / f"{command[0]}.png"
        assert run(*command, "--plot", place, "--top", "2").exit_code == 0
        assert place.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--looks", "many"], "error: looks must be a share above 0 %"),
        (
            ["--retire", "topk"],
            "error: --retire must have the number of its rule behind a colon; got 'topk'. Write topk:3,",
        ),
        (
            ["--retire", "width"],
            "error: --retire must have the number of its rule behind a colon; got 'width'. Write width:0,",
        ),
        (["--retire", "topk_safe:0"], "error: k must be a whole number of at least 1; got 0"),
        (["--retire", "top"], "error: rule must be one of all_pairs, topk, topk_safe, width; got 'top'"),
        (["--alpha", "5"], "error: alpha must lie between 0 and 1; got 5.0. Give a probability such as 0.05."),
        (["--retire", "topk:x"], "error: --retire must be a rule, and its number behind a colon; got 'topk:x'. Write"),
        (["--score-range", "3"], "error: --score-range must be two numbers with a comma between; got '3'. Write"),
        (["--score-range", "0,1"], "error: score_range must be left out for outcomes"),
        (["--lower-is-better", "q1"], "error: --lower-is-better must be left out with --kind outcomes"),
        (["--plot", "nowhere/p.png"], "error: nowhere/p.png: must lie in a folder that exists"),
        (["--plot", "p.foo"], "error: --plot must end in one of "),
    ],
)
def test_other_options_end_with_2(results, options, message):
    result = run("run", results, *options)
    assert result.exit_code == 2
    assert result.stderr.startswith(message)


# watch


def test_what_there_is_and_what_it_waits_for(results):
    result = watch(results, "--certifier", "e_holm")
    by_hand = RankSequence.of_questions(list(RIGHT), NAMES, random_seed=0, certifier="e_holm")
    order = by_hand.to_ask
    for name in order:
        by_hand.update([outcome(model, NAMES.index(name)) for model in RIGHT], questions=name)
        by_hand.report()
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0] == "60 of 60 questions, 3 models, 180 scores"
    record = json.loads(watch(results, "--certifier", "e_holm", "--json").stdout)
    assert record["order"] == list(order)
    assert record["ranking"] == json.loads(json.dumps(by_hand.report().record()["ranking"]))
    news = result.stderr.splitlines()
    assert len(news) == 2  # a above b, a above c; b and c are level
    assert {line.split(": ")[1] for line in news} == {"a above b", "a above c"}
    assert record["looks"][0]["n_questions"] == int(news[0].split()[1])


def test_rows_that_come_later_are_told_later(results):
    content = results.read_text()
    header, *rows = content.splitlines(keepends=True)
    results.write_text(header + "".join(row for row in rows if "q7," not in row) + rows[0])
    first = watch(results)
    assert first.exit_code == 0
    notes = first.stderr.splitlines()[-2:]
    assert notes[0] == "note: 1 scores came more than once, and count once"
    assert notes[1].endswith("questions wait for 'q7', which has no score yet of 'a' and 2 more")
    with results.open("a") as stream:
        stream.writelines(row for row in rows if "q7," in row)
    second = watch(results)
    results.write_text(content + rows[0])
    assert second.stdout == watch(results, state="other.state").stdout


def test_questions_like_these_need_no_order(results):
    options = ("--models", "a,b,c", "--state", results.with_name("s"), "--once", "--looks", "60")
    result = run("watch", results, *options)
    assert result.stdout.startswith("warning: it is taken on trust that questions were drawn independently")
    assert "60 questions, 3 models, 180 scores" in result.stdout.splitlines()


def test_an_order_may_be_given(results):
    order = results.with_name("order.txt")
    order.write_text("\n".join(NAMES[::-1]))
    options = ("--models", "a,b,c", "--order", order, "--once", "--json", "--certifier", "star")
    designs = (
        (None, "finite", "the order given was drawn at random before the first score"),
        ("population", "superpopulation", "questions were drawn independently"),
    )
    for target, design, trusted in designs:
        more = () if target is None else ("--target", target)
        result = run("watch", results, "--state", results.with_name(f"{target}"), *options, *more)
        record = json.loads(result.stdout)
        assert (record["order"], record["design"]) == (NAMES[::-1], design)
        assert record["warnings"] == [f"it is taken on trust that {trusted}"]


def test_a_wide_file_names_the_models_itself(tmp_path):
    path = tmp_path / "wide.tsv"
    path.write_text("task\ta\tb\tnote\nx\tpass\tfail\t-\n")
    result = run(
        "watch", path, "--state", tmp_path / "s", "--once", "--columns", "question=task", "--ignore", "note",
        "--outcome-values", "pass=1,fail=0", "--json",
    )  # fmt: skip
    ranking = json.loads(result.stdout)["ranking"]
    assert {row["model"]: row["mean_score"] for row in ranking} == {"a": 1, "b": 0}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "models must be declared before their scores come"),
        (["--models", "a,b"], "line 4: model must be one of those declared; got 'c'"),
        (["--models", "a,b,c", "--target", "benchmark"], "--target benchmark must have all questions and their order"),
        (["--models", "a,b,c", "--seed", "3"], "--seed must be left out without --questions; got 3"),
        (["--models", "a,b,c", "--questions", "Q", "--order", "Q"], "--order must be left out with --questions"),
        (["--models", "a,b,c", "--looks", "1%"], "looks must be a number of questions where nothing says how many"),
        (["--models", "a,b,c", "--alpha", "2"], "alpha must lie between 0 and 1; got 2"),
    ],
)
def test_what_cannot_be_watched_ends_with_2(results, options, message):
    options = [str(results.with_name("questions.txt")) if option == "Q" else option for option in options]
    result = run("watch", results, "--state", results.with_name("s"), "--once", *options)
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")
    assert message in result.stderr
    assert result.stdout == ""


def test_a_file_that_is_not_there_yet_is_to_be_made(results):
    result = watch(results.with_name("later.csv"), "--certifier", "star")
    assert result.exit_code == 2
    assert "later.csv: must be a file that exists; got none there. Make it, with its header, before it" in result.stderr
    results.with_name("later.csv").write_text("model,question,outcome\n")
    started = watch(results.with_name("later.csv"), "--certifier", "star")
    assert started.exit_code == 0
    assert started.stdout.startswith("0 of 60 questions, 3 models, 0 scores")


def test_a_malformed_line_ends_with_2_and_nothing_is_lost(results):
    content = results.read_text()
    lines = content.splitlines(keepends=True)
    results.write_text("".join([*lines[:90], "a;q30;1\n", *lines[90:]]))
    ended = watch(results)
    assert ended.exit_code == 2
    assert (
        "error: results.csv, line 91: every row must have 3 cells, as the header has; got 1 in 'a;q30;1'"
        in ended.stderr
    )
    results.write_text(content)
    assert watch(results).stdout == watch(results, state="other.state").stdout


@pytest.mark.parametrize("content", ["", "model,question,outcome\n", "damaged"])
def test_a_state_that_is_none_is_refused(results, content):
    state = results.with_name("w.state")
    if content == "damaged":
        watch(results)
        written = state.read_bytes()
        state.write_bytes(written[:-9] + bytes([written[-9] ^ 1]) + written[-8:])
    else:
        state.write_text(content)
    result = watch(results)
    assert result.exit_code == 2
    assert result.stderr.startswith("error: w.state: must be ")


def test_a_state_that_another_watch_uses_is_refused(results):
    with held_state(results.with_name("w.state")):
        part = results.with_name(".w.state.00ff.part")
        part.touch()
        result = watch(results)
        assert result.exit_code == 2
        assert result.stderr.startswith("error: w.state: must be used by one watch at a time; got another, process ")
        assert part.exists()
    assert watch(results).exit_code == 0
    assert not part.exists()


def test_no_order_left_ends_with_3(tmp_path):
    # a and c win 60 times over b, then b over them: both are certified, which no order of the models allows.
    path = tmp_path / "wide.csv"
    path.write_text("question,a,b,c\n" + "".join(f"q{t},{t < 60},{t >= 60},{t < 60}\n" for t in range(400)))
    options = ("--certifier", "bonferroni", "--once")
    result = run("watch", path, "--state", tmp_path / "s", *options)
    assert result.exit_code == 3
    assert "warning: failed: no order of the models is left" in result.stdout
    assert "failed: no order of the models is left" in result.stderr
    again = run("watch", path, "--state", tmp_path / "s", *options)
    assert (again.exit_code, again.stdout) == (3, result.stdout)


def test_a_watch_goes_on_until_all_is_known(tmp_path):
    path = tmp_path / "wide.csv"
    path.write_text("question,a,b\n")
    command = [Path(sys.executable).with_name("bayesrank"), "sequence", "watch", path, "--state", tmp_path / "s"]
    with subprocess.Popen(  # noqa: S603
        [*command, "--every", "0.05"], stdout=subprocess.PIPE, text=True, env=os.environ | {"OMP_NUM_THREADS": "1"}
    ) as watcher:
        for number in range(100):
            with path.open("a") as stream:
                stream.write(f"q{number},1,0\n")
            time.sleep(0.002)
        printed, _ = watcher.communicate(timeout=120)
    assert watcher.returncode == 0
    assert "first: a, since question " in printed


def test_an_interrupt_ends_with_what_is_known(results, monkeypatch):
    def interrupted(_):
        raise KeyboardInterrupt

    monkeypatch.setattr("time.sleep", interrupted)
    results.write_text(results.read_text().replace("a,q59,1\n", ""))
    result = run(
        "watch", results, "--models", "a,b,c", "--state", results.with_name("s"), "--looks", "59", "--certifier", "star"
    )
    assert result.exit_code == 0
    assert "59 questions, 3 models, 177 scores" in result.stdout.splitlines()
