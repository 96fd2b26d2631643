"""A watch counts every question once, in its order, whatever happens to the file, to the rows and to itself."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from bayesrank.cli import app
from bayesrank.errors import DataError
from bayesrank.readers.growing_file import GrowingFile
from bayesrank.sequential.arriving_scores import Layout
from bayesrank.sequential.rank_sequence import RankSequence
from bayesrank.sequential.retirement import Retirement
from bayesrank.sequential.watch import Watch
from bayesrank.sequential.watch_plan import WatchPlan
from tests import killed_watch

ROOT = Path(__file__).parents[3]
HEADER = "model,question,outcome\n"
ORDER = ["q3", "q1", "q4", "q2"]


def watching(tmp_path, plan=None, **options):
    declared = {"population_size": 4, "order": ORDER, "certifier": "bonferroni"} | options
    sequence = RankSequence(["a", "b"], **declared)
    plan = plan or WatchPlan(n_questions=None if declared["order"] is None else 4)
    return Watch(GrowingFile(tmp_path / "r.csv"), tmp_path / "w.state", sequence, plan, Layout())


def write(tmp_path, *rows, mode="a"):
    path = tmp_path / "r.csv"
    with path.open(mode) as stream:
        stream.write(("" if mode == "a" and path.stat().st_size else HEADER) + "".join(f"{row}\n" for row in rows))


def followed(watch):
    watch.read()
    return [news.n_questions for news in watch.looks()]


# A kill


def shuffled_rows():
    """Return 300 questions of four models, their order, and rows out of it, some of them twice, with blank lines."""
    chance = random.Random(3)  # noqa: S311 (data)
    order = [f"q{number}" for number in range(300)]
    chance.shuffle(order)
    means = dict(zip(killed_watch.MODELS, (0.8, 0.72, 0.7, 0.3), strict=True))
    rows = [f"{model},{name},{int(chance.random() < mean)}\n" for name in order for model, mean in means.items()]
    places = sorted(range(len(rows)), key=lambda place: place + chance.random() * 60)
    rows = [rows[place] for place in places]
    rows = [line for row in rows for line in (row, *chance.choices([row, "\n", ""], [1, 1, 20]))]
    return "".join([HEADER, *rows]), order


@pytest.mark.parametrize("design", ["population", "benchmark"])
def test_a_watch_that_was_killed_fifty_times_reports_what_one_that_was_not_does(tmp_path, design):
    content, order = shuffled_rows()
    results, source = tmp_path / "results.csv", tmp_path / "source.csv"
    source.write_text(content)
    (tmp_path / "source.order").write_text("\n".join(order))
    done = subprocess.run(  # noqa: S603
        [sys.executable, killed_watch.__file__, results, tmp_path / "killed.state", source, design, "50"],
        check=True, capture_output=True, text=True, env=os.environ | {"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"},
    )  # fmt: skip
    killed, counted = map(int, done.stdout.split())
    assert killed == 50
    assert 50 < counted < 300
    options = {
        "population": ["--certifier", "e_holm", "--looks", "3"],
        "benchmark": [
            "--certifier", "star", "--looks", "1%", "--retire", "all_pairs", "--order", tmp_path / "source.order",
        ],
    }  # fmt: skip
    reports = [
        [told(results, tmp_path / f"{name}.state", *options[design], *more) for more in ([], ["--json"])]
        for name in ("killed", "whole")
    ]
    assert results.read_text() == content
    assert reports[0] == reports[1]
    n_questions = json.loads(reports[0][1])["n_questions"]
    assert counted < n_questions <= 300
    assert list(tmp_path.glob(".*.part")) == []


def told(results, state, *options):
    arguments = ["sequence", "watch", results, "--state", state, "--models", "a,b,c,d", "--once", *options]
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_what_is_known_is_what_a_sequence_says_that_is_fed_by_hand(tmp_path):
    chance = np.random.default_rng(1)
    scores = (chance.random((120, 2)) < [0.9, 0.6]).astype(float)
    names = [f"q{number}" for number in range(120)]
    rows = [
        f"{model},{name},{score}"
        for name, row in zip(names, scores, strict=True)
        for model, score in zip("ab", row, strict=True)
    ]
    chance.shuffle(rows)
    write(tmp_path, *rows, mode="w")
    watch = watching(tmp_path, WatchPlan(4, 120), order=names, population_size=120)
    looks = followed(watch)
    by_hand = RankSequence(["a", "b"], population_size=120, order=names, certifier="bonferroni")
    for last in looks:
        by_hand.update(scores[last - 4 : last], questions=names[last - 4 : last])
        report = by_hand.report()
        assert report.certified.any() == (last == looks[-1])
    assert 4 < looks[-1] < 120
    assert watch.result().report.record() == report.record()
    np.testing.assert_array_equal(watch.result().report.log_wealth, report.log_wealth)


# The order of questions


def test_a_question_counts_when_its_turn_has_come_and_its_scores_are_there(tmp_path):
    write(tmp_path, "a,q1,1", "b,q1,0", "a,q3,1", mode="w")
    watch = watching(tmp_path)
    assert followed(watch) == []
    assert watch.notes() == ("2 questions wait for 'q3', which has no score yet of 'b'",)
    write(tmp_path, "b,q3,0", "b,q2,0")
    assert followed(watch) == [1, 2]
    assert watch.sequence.to_ask == ("q4", "q2")
    write(tmp_path, "a,q2,1", "b,q4,0", "a,q4,1")
    assert watch.most_looks == 1  # of the rows read so far: one of q2
    assert followed(watch) == [3]  # a leads by three with one question left: it is certain, and nothing more is asked
    assert watch.done
    result = watch.result()
    assert result.report.may_be_first == ("a",)
    assert result.n_questions.tolist() == [3]
    assert result.order == tuple(ORDER)


def test_without_an_order_questions_count_in_that_of_their_first_rows(tmp_path):
    write(tmp_path, "a,x,1", "a,y,0", "b,y,0", "a,z,1", "b,z,1", mode="w")
    watch = watching(tmp_path, order=None, population_size=None)
    assert followed(watch) == []
    write(tmp_path, "b,x,0")
    assert followed(watch) == [1, 2, 3]
    assert watch.result().order == ("x", "y", "z")
    assert not watch.done


def test_looks_are_after_numbers_of_questions_fixed_beforehand(tmp_path):
    write(tmp_path, *(f"{model},{name},1" for name in ORDER[:3] for model in "ab"), mode="w")
    watch = watching(tmp_path, WatchPlan(2, 4))
    watch.read()
    assert watch.most_looks == 1
    assert [news.n_questions for news in watch.looks()] == [2]
    assert watch.notes() == ("1 questions wait for 'q2', which has no score yet of 'a' and 1 more",)
    write(tmp_path, "a,q2,1", "b,q2,1")
    assert followed(watch) == [4]
    assert watch.done  # no question is left
    assert watch.result().report.exact


def test_questions_wait_for_a_look(tmp_path):
    write(tmp_path, *(f"{model},{name},1" for name in "xyz" for model in "ab"), mode="w")
    watch = watching(tmp_path, WatchPlan(2), order=None, population_size=None)
    assert followed(watch) == [2]
    assert watch.notes() == ("1 questions wait for the look after 4",)


def test_an_order_ends_also_where_questions_are_like_these(tmp_path):
    write(tmp_path, *(f"{model},{name},1" for name in ORDER for model in "ab"), mode="w")
    watch = watching(tmp_path, WatchPlan(3, 4), population_size=None)
    assert followed(watch) == [3, 4]
    assert watch.done


# Rows


def test_a_score_that_comes_again_counts_once(tmp_path):
    write(tmp_path, "a,q3,1", "b,q3,0", "a,q3,1", "b,q3,0.0", mode="w")
    watch = watching(tmp_path)
    assert followed(watch) == [1]
    assert watch.notes() == ("2 scores came more than once, and count once",)
    write(tmp_path, "a,q3,1")
    again = watching(tmp_path)  # after a stop the file is read anew
    assert followed(again) == []
    assert again.notes() == ("3 scores came more than once, and count once",)
    assert again.result().report.evaluations == 2


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("a,q3,0", r"^r\.csv, line 4: a model must have one score .*; got 0 of 'a' on 'q3', and 1 in line 2\."),
        ("a,q1", r"^r\.csv, line 4: every row must have 3 cells, as the header has; got 2 in 'a,q1'\."),
        ("a,q1,good", r"^r\.csv, line 4: outcome must be a number, true or false; got 'good'\."),
        ("a,q9,1", r"^r\.csv, line 4: question must be one of the order drawn beforehand; got 'q9'\."),
    ],
)  # fmt: skip
def test_a_row_that_is_refused_keeps_nothing_before_it_from_counting(tmp_path, row, message):
    write(tmp_path, "a,q3,1", "b,q3,0", row, "a,q1,1", "b,q1,0", mode="w")
    watch = watching(tmp_path)
    watch.read()
    told = watch.looks()
    assert next(told).n_questions == 1
    with pytest.raises(DataError, match=message):
        next(told)
    write(tmp_path, "a,q3,1", "b,q3,0", "a,q1,1", "b,q1,0", mode="w")  # mended
    assert followed(watching(tmp_path)) == [2]


def test_a_line_that_is_not_whole_waits(tmp_path):
    write(tmp_path, "a,q3,1", "b,q3,0", mode="w")
    with (tmp_path / "r.csv").open("a") as stream:
        stream.write("a,q1,0")
    watch = watching(tmp_path)
    assert followed(watch) == [1]
    with (tmp_path / "r.csv").open("a") as stream:
        stream.write(".5\nb,q1,1\n")
    assert followed(watch) == [2]
    assert watch.result().report.mean_score.tolist() == [0.75, 0.5]  # (1 + .5) / 2, (0 + 1) / 2


# The state


def test_a_file_replaced_by_one_that_holds_the_same_is_read_on(tmp_path):
    write(tmp_path, "a,q3,1", "b,q3,0", mode="w")
    watch = watching(tmp_path)
    assert followed(watch) == [1]
    (tmp_path / "new.csv").write_text(HEADER + "b,q1,0\na,q1,1\nb,q3,0\na,q3,1\n")
    (tmp_path / "new.csv").replace(tmp_path / "r.csv")
    assert followed(watch) == [2]


def test_a_file_rewritten_in_place_is_read_anew(tmp_path):
    # The first 29 bytes were read; from the 30th on the new text goes on with "10,0,1", which is no question.
    wide = tmp_path / "r.csv"
    wide.write_text("question,a,b\nq10,0,1\nq20,1,0\n")
    watch = watching(tmp_path, order=None, population_size=None)
    assert followed(watch) == [1, 2]
    wide.write_text("question,a,b\nquestion01,1,1\nq10,0,1\nq20,1,0\n")
    assert followed(watch) == [3]
    assert watch.result().order == ("q10", "q20", "question01")
    assert watch.result().report.mean_score.tolist() == [2 / 3, 2 / 3]  # (0 + 1 + 1) / 3, (1 + 0 + 1) / 3


def test_a_file_that_is_being_rewritten_is_waited_for(tmp_path, monkeypatch):
    write(tmp_path, "a,q3,1", "b,q3,0", mode="w")
    watch = watching(tmp_path)
    assert followed(watch) == [1]
    write(tmp_path, "a,q3,1", mode="w")
    monkeypatch.setattr("time.sleep", lambda _: write(tmp_path, "b,q3,0", "a,q1,1", "b,q1,0"))
    assert followed(watch) == [2]


def test_a_file_that_changes_under_the_watch_is_refused(tmp_path):
    write(tmp_path, "a,q3,1", "b,q3,0", "a,q1,1", mode="w")
    watch = watching(tmp_path)
    assert followed(watch) == [1]
    (tmp_path / "new.csv").write_text(HEADER + "a,q3,1\nb,q3,1\n")
    (tmp_path / "new.csv").replace(tmp_path / "r.csv")
    with pytest.raises(DataError, match="must still hold the scores that count already"):
        followed(watch)
    (tmp_path / "r.csv").unlink()
    with pytest.raises(DataError, match="must be a file that exists"):
        followed(watch)


@pytest.mark.parametrize("rows", [["a,q3,0", "b,q3,0"], ["a,q3,1"], ["a,q1,1"], []])
def test_a_file_without_the_scores_that_count_is_refused(tmp_path, rows):
    write(tmp_path, "a,q3,1", "b,q3,0", mode="w")
    followed(watching(tmp_path))
    write(tmp_path, *rows, mode="w")
    watch = watching(tmp_path)
    watch.read()
    with pytest.raises(DataError, match=r"^r\.csv: must still hold the scores that count already; got others, or none"):
        next(watch.looks())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"alpha": 0.1}, r"^w\.state: must be the state of this sequence; got one with alpha 0\.05 instead of 0\.1\."),
        ({"order": sorted(ORDER)}, "got one with order .* instead of"),
        ({"missing": "pessimistic"}, "got one with missing 'refused' instead of 'pessimistic'"),
        ({"plan": WatchPlan(2, 4)}, "got one with looks 1 instead of 2"),
        ({"plan": WatchPlan(1, 4, Retirement("topk", k=1))}, "got one with retirement None instead of"),
    ],
)
def test_the_state_of_another_sequence_is_refused(tmp_path, options, message):
    write(tmp_path, "a,q3,1", "b,q3,0", mode="w")
    followed(watching(tmp_path))
    with pytest.raises(DataError, match=message):
        watching(tmp_path, **options)


def test_models_that_retired_are_awaited_no_further_also_after_a_stop(tmp_path):
    # a leads b by 40 after 40 of 60 questions: certain since the 31st, by bets long before.
    names = [f"q{number}" for number in range(60)]
    plan = WatchPlan(1, 60, Retirement("topk", k=1))
    options = {"order": names, "population_size": 60, "plan": plan}
    write(tmp_path, *(f"{model},{name},{int(model == 'a')}" for name in names[:40] for model in "ab"), mode="w")
    watch = watching(tmp_path, **options)
    watch.read()
    news = list(watch.looks())
    assert news[-1].certified == (("a", "b"),)
    assert news[-1].retired == ("a", "b")
    again = watching(tmp_path, **options)
    assert followed(again) == []
    assert again.done
    assert again.result().report.status == ("retired", "retired")
    np.testing.assert_array_equal(again.result().rank_upper, watch.result().rank_upper)
