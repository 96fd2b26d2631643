"""Score tables from files and frames."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from bayesrank.errors import DataError
from bayesrank.readers.read_score_table import read_score_table

NAN = float("nan")


def written(folder: Path, text: str) -> Path:
    path = folder / "board.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_wide_long_and_transposed_tables_hold_the_same_scores(tmp_path: Path) -> None:
    expected = [[0.9, NAN], [0.7, 31.0]]  # x and y on acc and ppl
    texts = (
        "model,acc,ppl\ny,0.7,31\nx,0.9,\n",
        "benchmark,y,x\nacc,0.7,0.9\nppl,31,NA\n",
        "model,benchmark,score\nx,acc,0.9\ny,ppl,31\ny,acc,0.7\n",
        "model,benchmark,score\nx,acc,0.9\ny,ppl,31\nx,ppl,\ny,acc,0.7\n",
    )
    for text in texts:
        data = read_score_table(written(tmp_path, text), lower_is_better=["ppl"])
        rows = [data.models.index(name) for name in ("x", "y")]
        columns = [data.benchmarks.index(name) for name in ("acc", "ppl")]
        np.testing.assert_array_equal(data.scores[np.ix_(rows, columns)], expected)
        assert data.higher_is_better[columns].tolist() == [True, False]
        assert data.standard_errors is None


def test_standard_errors_come_in_long_form(tmp_path: Path) -> None:
    text = "model,benchmark,score,standard_error\nx,acc,0.9,0.01\ny,acc,0.7,0.02\nx,ppl,,\ny,ppl,31,2\n"
    data = read_score_table(written(tmp_path, text))
    assert (data.models, data.benchmarks) == (("x", "y"), ("acc", "ppl"))
    np.testing.assert_array_equal(data.standard_errors, [[0.01, NAN], [0.02, 2.0]])


def test_frames_are_read_under_other_names() -> None:
    frame = pl.DataFrame({"system": ["x", "y"], "acc": [0.9, 0.7], "size": ["7b", "70b"]})
    data = read_score_table(frame, columns={"model": "system"}, ignore=["size"])
    assert data.models == ("x", "y")
    assert data.benchmarks == ("acc",)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("model,acc\nx,0.9\ny,85%\n", "board.csv, line 3: acc must be a number.* got '85%'"),
        ("model,acc\nx,0.9\ny,inf\n", "board.csv, line 3: acc must be finite; got 'inf'"),
        ("model,acc\nx,0.9\ny,1\nx,0.8\n", "line 4: model must name one row; got 'x' again, first in line 2"),
        ("model,acc\nx,0.9\n,1\n", "line 3: model must have a name"),
        ("benchmark,x,y\nacc,1,2\nacc,1,2\n", "line 3: benchmark must name one row; got 'acc' again"),
        (
            "model,benchmark,score\nx,acc,1\nx,acc,2\n",
            "line 3: model and benchmark must name one row; got 'x' on 'acc'",
        ),
        ("model,benchmark,score\nx,acc,1\ny,acc,-inf\n", "line 3: score must be finite; got '-inf'"),
        ("model,benchmark,score,kind\nx,acc,1,a\n", "every column must be understood; got 'kind'"),
        (
            "model,benchmark,score,standard_error\nx,acc,1,0\ny,acc,1,1\n",
            "line 2: standard_error must be positive where there is a score .* got '0'",
        ),
        (
            "model,benchmark,score,standard_error\nx,acc,1,1\ny,acc,1,\n",
            "line 3: standard_error must be positive where there is a score .* got an empty cell",
        ),
        (
            "model,benchmark,score,standard_error\nx,acc,1,1\ny,acc,,2\n",
            "line 3: standard_error must be .* empty where there is none; got '2'",
        ),
        ("system,acc\nx,1\n", "board.csv: columns must be model, benchmark, score .* found 'system', 'acc'"),
        ("model,benchmark,acc\nx,b,1\n", "board.csv: columns must be model, benchmark, score"),
        ("model,score\nx,1\n", "board.csv: columns must be model, benchmark, score"),
        ("model\nx\n", "board.csv: columns must be model, benchmark, score"),
    ],
)
def test_what_is_no_score_table_is_refused(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(DataError, match=complaint):
        read_score_table(written(tmp_path, text))


def test_a_direction_must_be_of_a_benchmark(tmp_path: Path) -> None:
    path = written(tmp_path, "model,acc,wer\nx,1,2\ny,1,3\n")
    with pytest.raises(DataError, match="lower_is_better must name benchmarks; got 'WER', found 'acc', 'wer'"):
        read_score_table(path, lower_is_better=["WER"])
