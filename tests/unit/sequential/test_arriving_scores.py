"""Scores of a growing file, gathered question by question."""

import json

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.readers.growing_file import GrowingFile
from bayesrank.sequential.arriving_scores import ArrivingScores, Layout, models_of

ALL = np.array([True, True])


def arrived(tmp_path, rows, layout=None, **options):
    path = tmp_path / "r.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    file = GrowingFile(path)
    known = {"missing": "refused", "score_range": (0.0, 1.0)} | options
    scores = ArrivingScores(file, ["a", "b"], layout or Layout(), **known)
    for row in file.new_rows():
        scores.take(row)
    return scores


def long(model, question, outcome):
    return {"model": model, "question": question, "outcome": outcome}


def test_long_and_wide_rows_say_the_same(tmp_path):
    ways = [
        [long("b", "x", 0.5), long("a", "y", "true"), long("a", "x", 1)],
        [{"question": "x", "a": 1, "b": "0.5"}, {"a": True, "question": "y"}],
    ]
    for rows in ways:
        scores = arrived(tmp_path, rows)
        assert scores.questions == ("x", "y")
        assert scores.scores("x").tolist() == [1, 0.5]
        assert scores.lacking("x", ALL) == ()
        assert scores.lacking("y", ALL) == ("b",)
        assert scores.lacking("y", np.array([True, False])) == ()
        assert scores.lacking("z", ALL) == ("a", "b")


def test_columns_and_words_are_those_of_the_layout(tmp_path):
    layout = Layout({"model": "system", "outcome": "verdict"}, ["seconds"], {"pass": 1, "fail": 0})
    scores = arrived(tmp_path, [{"system": "a", "question": 7, "verdict": "pass", "seconds": [3]}], layout)
    assert scores.questions == ("7",)
    assert scores.lacking("7", ALL) == ("b",)


@pytest.mark.parametrize(("missing", "lacking"), [("refused", ("b",)), ("pessimistic", ())])
def test_an_empty_cell_is_to_come_or_missing(tmp_path, missing, lacking):
    scores = arrived(tmp_path, [{"question": "x", "a": 1, "b": None}], missing=missing)
    assert scores.lacking("x", ALL) == lacking
    assert np.isnan(scores.scores("x")[1])


def test_repeated_scores_are_counted(tmp_path):
    scores = arrived(tmp_path, [long("a", "x", 1), long("a", "x", 1.0), {"question": "x", "a": 1, "b": 0}])
    assert scores.n_repeated == 2
    pessimistic = arrived(tmp_path, [long("a", "x", None)] * 2, missing="pessimistic")
    assert pessimistic.n_repeated == 1


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (
            long("a", "x", 0),
            r", line 2: a model must have one score on a question; got 0 of 'a' on 'x', and 1 in line 1",
        ),
        ({"question": "x", "a": 0}, ", line 2: a model must have one score on a question"),
        (long("c", "x", 1), ", line 2: model must be one of those declared; got 'c'"),
        (long(None, "x", 1), ", line 2: model must be one of those declared; got None"),
        (long("a", None, 1), ", line 2: question must have a name; got an empty cell"),
        (long("a", " ", 1), ", line 2: question must have a name"),
        (long("a", "x ", 1), ", line 2: question names must differ in more than white space; got 'x ' here and 'x'"),
        (long("a", "w", 1), ", line 2: question must be one of the order drawn beforehand; got 'w'"),
        (long("a", "x", 1.5), r", line 2: outcome must lie in the score range, from 0 to 1; got 1\.5"),
        (long("a", "x", "good"), ", line 2: outcome must be a number, true or false; got 'good'"),
        (long("a", "x", 1) | {"trial": 2}, ": columns must be model, question and outcome .* got .*'trial'"),
        ({"question": "x", "c": 1}, r": columns must be .* got 'question', 'c'\. Map them"),
        ({"a": 1}, r": columns must be .* got 'a'\. Map them"),
    ],
)
def test_rows_that_are_refused(tmp_path, row, message):
    with pytest.raises(DataError, match=rf"^r\.jsonl{message}"):
        arrived(tmp_path, [long("a", "x", 1), row], expected=["x", "x ", "y"])


def test_a_row_that_is_refused_leaves_nothing(tmp_path):
    rows = [long("a", "x", 1), {"question": "x", "b": 1, "a": 0}]
    path = tmp_path / "r.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    file = GrowingFile(path)
    scores = ArrivingScores(file, ["a", "b"], Layout(), missing="refused", score_range=(0, 1))
    first, second = file.new_rows()
    scores.take(first)
    with pytest.raises(DataError, match="one score"):
        scores.take(second)
    assert scores.lacking("x", ALL) == ("b",)


def test_fingerprints_tell_scores_apart_and_do_not_see_models_that_are_not_asked(tmp_path):
    scores = arrived(tmp_path, [{"question": name, "a": a, "b": b} for name, a, b in (("x", 1, 0), ("y", 1, 0))])
    other = arrived(tmp_path, [{"question": "x", "b": 1, "a": 1}])
    first = np.array([True, False])
    assert scores.fingerprint("x", ALL) != scores.fingerprint("y", ALL)
    assert scores.fingerprint("x", ALL) != other.fingerprint("x", ALL)
    assert scores.fingerprint("x", first) == other.fingerprint("x", first)
    assert other.fingerprint("y", ALL) == 0
    assert 0 < scores.fingerprint("x", ALL) < 2**63


def header(tmp_path, text, layout=None):
    path = tmp_path / "r.csv"
    path.write_text(text)
    return models_of(GrowingFile(path), layout or Layout())


def test_a_wide_header_names_the_models(tmp_path):
    assert header(tmp_path, "question,a,b\n") == ("a", "b")
    assert header(tmp_path, "task,a,b,seconds\nx,1,0,3\n", Layout({"question": "task"}, ["seconds"])) == ("a", "b")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("model,question,outcome\n", "models must be declared before their scores come; got no header"),
        ("question,a", "models must be declared before their scores come; got no header"),
        ("question,cluster,a,b\n", "columns must be .* got 'question', 'cluster', 'a', 'b'"),
        ("task,a,b\n", "columns must be .* got 'task', 'a', 'b'"),
    ],
)
def test_other_headers_name_no_models(tmp_path, text, message):
    with pytest.raises(DataError, match=rf"^r\.csv: {message}"):
        header(tmp_path, text)
