"""Results of any layout, format and engine."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.csv
import pytest

from bayesrank.errors import DataError
from bayesrank.observations.outcomes import Outcomes
from bayesrank.readers.read_outcomes import read_outcomes
from bayesrank.statistics.outcome_counts import count_outcomes
from tests.cells import cells

DATA = Path(__file__).parents[2] / "data"
NAN = float("nan")

# Three models, four questions, two trials; the files in tests/data were written by hand from this table.
MODELS = ("lab/m-alpha", "lab/m-beta", "lab/m-gamma")
QUESTIONS = ("q1", "q2", "q3", "q4")
TRUTH = np.array(
    [
        [[1, 1], [1, 0], [1, 1], [0, 0]],
        [[1, 0], [1, 1], [0, 0], [0, 0]],
        [[0, 1], [0, 0], [0, 0], [1, 0]],
    ]
)


def tensor(data: Outcomes) -> np.ndarray[Any, Any]:
    """Return the outcomes as models x questions x trials, NaN where there is none."""
    shape = len(data.models), len(data.questions), data.trial_index.max() + 1
    values = np.full(shape, np.nan)
    values[data.model_index, data.question_index, data.trial_index] = data.outcome
    return values


def convert_to_tsv(folder: Path) -> Path:
    path = folder / "long.tsv"
    path.write_text((DATA / "long.csv").read_text().replace(",", "\t"))
    return path


def convert_to_json_lines(folder: Path) -> Path:
    path = folder / "long.jsonl"
    rows = pd.read_csv(DATA / "long.csv").to_dict("records")
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def convert_to_parquet(folder: Path) -> Path:
    path = folder / "long.parquet"
    pd.read_csv(DATA / "long.csv").sample(frac=1, random_state=1).to_parquet(path)  # shuffled, with its row index
    return path


def compress(folder: Path) -> Path:
    path = folder / "long.csv.gz"
    path.write_bytes(gzip.compress((DATA / "long.csv").read_bytes()))
    return path


def save_with_names(folder: Path) -> Path:
    path = folder / "tensor.npz"
    np.savez(path, outcomes=TRUTH, models=MODELS, questions=QUESTIONS)
    return path


@pytest.mark.parametrize(
    "convert",
    [lambda _: DATA / "long.csv", convert_to_tsv, convert_to_json_lines, convert_to_parquet, compress, save_with_names],
    ids=["csv", "tsv", "jsonl", "parquet", "csv.gz", "npz"],
)
def test_every_format_holds_the_truth(tmp_path: Path, convert: Callable[[Path], Path]) -> None:
    data = read_outcomes(convert(tmp_path))
    assert (data.models, data.questions) == (MODELS, QUESTIONS)
    np.testing.assert_array_equal(tensor(data), TRUTH)
    assert data.weights.tolist() == [0, 1]
    assert data.coverage == 1


def test_a_bare_tensor_holds_the_truth_without_names(tmp_path: Path) -> None:
    np.save(tmp_path / "tensor.npy", TRUTH)
    data = read_outcomes(tmp_path / "tensor.npy")
    np.testing.assert_array_equal(tensor(data), TRUTH)
    assert data.models == ("model 1", "model 2", "model 3")


def test_counts_hold_the_truth_without_the_order_of_trials() -> None:
    data = read_outcomes(DATA / "counts.csv")
    assert (data.models, data.questions) == (MODELS, QUESTIONS)
    right = count_outcomes(data)
    np.testing.assert_array_equal(
        right.counts[..., 1],
        TRUTH.sum(axis=2)[
            np.ix_([MODELS.index(m) for m in right.models], [QUESTIONS.index(q) for q in right.questions])
        ],
    )
    np.testing.assert_array_equal(data.n_trials, np.full((3, 4), 2))


def test_a_wide_table_holds_the_first_trial_of_the_truth() -> None:
    data = read_outcomes(DATA / "wide.csv")
    assert (data.models, data.questions) == (MODELS, QUESTIONS)
    np.testing.assert_array_equal(tensor(data), TRUTH[:, :, :1])


def test_every_layout_of_one_trial_gives_the_same_counts(tmp_path: Path) -> None:
    long = pd.read_csv(DATA / "long.csv")
    first = long[long["trial"] == 0].drop(columns="trial")
    wide = read_outcomes(DATA / "wide.csv")
    turned = read_outcomes(first.pivot_table(index="model", columns="question", values="outcome"))
    np.save(tmp_path / "matrix.npy", TRUTH[:, :, 0])
    for data in (read_outcomes(first), turned, read_outcomes(tmp_path / "matrix.npy")):
        assert count_outcomes(data).counts.tobytes() == count_outcomes(wide).counts.tobytes()


def test_every_engine_gives_the_same_outcomes() -> None:
    path = str(DATA / "long.csv")
    frames = [
        pd.read_csv(path),
        pl.read_csv(path),
        pl.scan_csv(path),
        pa.csv.read_csv(path),
        duckdb.read_csv(path),
        pd.read_csv(path, dtype="category"),
    ]
    first = read_outcomes(frames[0])
    np.testing.assert_array_equal(tensor(first), TRUTH)
    for frame in frames[1:]:
        data = read_outcomes(frame)
        assert (data.models, data.questions) == (first.models, first.questions)
        for column in ("model_index", "question_index", "trial_index", "outcome", "count", "weights"):
            one, other = getattr(first, column), getattr(data, column)
            assert one.dtype == other.dtype
            np.testing.assert_array_equal(one, other)


def written(folder: Path, text: str) -> Path:
    path = folder / "r.csv"
    path.write_text(text)
    return path


@pytest.mark.parametrize("missing", ["", "NA", "NaN", "null"])
def test_missing_cells_are_missing_and_never_zero(tmp_path: Path, missing: str) -> None:
    expected = {("a", "p"): [1], ("b", "p"): [0], ("b", "q"): [1]}
    texts = (
        f"model,question,outcome\na,p,1\na,q,{missing}\nb,p,0\nb,q,1\n",
        f"model,p,q\na,1,{missing}\nb,0,1\n",
        f"question,a,b\np,1,0\nq,{missing},1\n",
        f"model,question,n_trials,n_correct\na,p,1,1\na,q,{missing},{missing}\nb,p,1,0\nb,q,1,1\n",
    )
    for text in texts:
        data = read_outcomes(written(tmp_path, text))
        assert cells(data) == expected
        assert data.coverage == 0.75


def test_columns_ignored_mapped_and_kept(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        "system,task,epoch,correct,tokens,level\na,p,1,True,17,hard\na,p,2,False,20,hard\na,q,1,True,9,easy\n",
    )
    data = read_outcomes(
        path,
        columns={"model": "system", "question": "task", "trial": "epoch", "outcome": "correct", "difficulty": "level"},
        ignore=["tokens"],
    )
    assert cells(data) == {("a", "p"): [0, 1], ("a", "q"): [1]}
    assert {name: known.tolist() for name, known in data.question_metadata.items()} == {"difficulty": ["hard", "easy"]}


def test_words_weights_and_repeated_rows(tmp_path: Path) -> None:
    path = written(tmp_path, "model,question,outcome\na,p,good\na,p,poor\na,q,fair\na,q,lost\n")
    data = read_outcomes(
        path,
        outcome_values={"poor": 0, "fair": 1, "good": 2, "lost": None},
        weights=[0, 0.4, 1],
        repeated_rows="trials",
    )
    assert cells(data) == {("a", "p"): [0, 2], ("a", "q"): [1]}
    assert data.weights.tolist() == [0, 0.4, 1]


# Wrong and right answers of a in a greedy run: right on p, wrong on q.
GREEDY_A = [[0, 1], [1, 0]]
NONE = [[0, 0], [0, 0]]


class TestPrior:
    @pytest.fixture
    def path(self, tmp_path: Path) -> Path:
        return written(tmp_path, "model,question,outcome\na,p,1\na,q,1\nb,p,0\nb,q,1\n")

    def test_an_array_is_shared_or_of_each_model(self, path: Path) -> None:
        shared = read_outcomes(path, prior=[[1], [0]])
        assert shared.prior_counts.tolist() == [GREEDY_A] * 2
        each = read_outcomes(path, prior=np.array([[[1], [0]], [[NAN], [NAN]]]))
        assert each.prior_counts.tolist() == [GREEDY_A, NONE]

    def test_a_file_or_frame_or_outcomes_are_matched_by_name(self, path: Path, tmp_path: Path) -> None:
        rows = {"model": ["a", "a"], "question": ["q", "p"], "outcome": [0, 1]}
        (tmp_path / "greedy.csv").write_text("model,question,outcome\na,q,0\na,p,1\n")
        (tmp_path / "counted.csv").write_text("model,question,n_trials,n_correct\na,q,1,0\na,p,1,1\n")
        np.savez(tmp_path / "greedy.npz", outcomes=[[0, 1]], models=["a"], questions=["q", "p"])
        named = Outcomes.from_array([[0, 1]], models=["a"], questions=["q", "p"])
        files = [tmp_path / name for name in ("greedy.csv", "counted.csv", "greedy.npz")]
        for prior in (pd.DataFrame(rows), pl.LazyFrame(rows), named, *files, str(files[0])):
            data = read_outcomes(path, prior=prior)
            assert data.prior_counts.tolist() == [GREEDY_A, NONE]

    def test_a_file_without_names_is_an_array(self, path: Path, tmp_path: Path) -> None:
        np.save(tmp_path / "greedy.npy", [[1], [0]])
        assert read_outcomes(path, prior=tmp_path / "greedy.npy").prior_counts.tolist() == [GREEDY_A] * 2

    def test_options_hold_for_the_prior_too(self, tmp_path: Path) -> None:
        path = written(tmp_path, "system,question,outcome,note\na,p,good,x\na,q,fair,y\n")
        greedy = tmp_path / "greedy.csv"
        greedy.write_text("system,question,outcome,note\na,p,fair,z\na,p,good,w\n")
        data = read_outcomes(
            path,
            columns={"model": "system"},
            ignore=["note"],
            outcome_values={"poor": 0, "fair": 1, "good": 2},
            weights=[0, 0.4, 1],
            repeated_rows="trials",
            prior=greedy,
        )
        assert data.prior_counts.tolist() == [[[0, 1, 1], [0, 0, 0]]]

    def test_the_weights_of_an_archive_hold_for_its_prior(self, tmp_path: Path) -> None:
        np.savez(tmp_path / "r.npz", outcomes=[[2, 0]], models=["a"], questions=["p", "q"], weights=[0, 0.4, 1])
        greedy = pd.DataFrame({"model": ["a"], "question": ["q"], "outcome": [2]})
        assert read_outcomes(tmp_path / "r.npz", prior=greedy).prior_counts.tolist() == [[[0, 0, 0], [0, 0, 1]]]

    def test_a_complaint_names_the_file_of_the_prior(self, path: Path, tmp_path: Path) -> None:
        greedy = tmp_path / "greedy.csv"
        greedy.write_text("model,question,outcome\nz,p,1\n")
        with pytest.raises(
            DataError, match=r"^greedy.csv: prior outcomes must be of models in the data; got 'z'\. Drop"
        ):
            read_outcomes(path, prior=greedy)
        with pytest.raises(DataError, match=r"^frame: prior outcomes must be of models in the data; got 'z'"):
            read_outcomes(path, prior=pd.read_csv(greedy))
        greedy.write_text("model,question,outcome\na,p,2\n")
        with pytest.raises(DataError, match=r"^greedy.csv, line 2: outcome must be 0 or 1; got 2"):
            read_outcomes(path, prior=greedy)


@pytest.mark.parametrize(
    ("header", "got"),
    [
        ("system,task,correct", "got 'system', 'task', 'correct'. Map them to their roles"),
        ("model,question,score", "got 'model', 'question', 'score'"),
        ("model,outcome,score", "got 'model', 'outcome', 'score'"),
        ("model,trial,q1", "got 'model', 'trial', 'q1'"),
    ],
)
def test_columns_that_make_no_layout_are_listed(tmp_path: Path, header: str, got: str) -> None:
    with pytest.raises(DataError, match=rf"^r.csv: columns must be model, question, outcome \(long\), or .+; {got}"):
        read_outcomes(written(tmp_path, f"{header}\na,p,1\n"))


def test_roles_with_blanks_around_them_are_no_wide_table(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"^r.csv: column ' question' must have no white space around its name; got"):
        read_outcomes(written(tmp_path, "model, question, outcome\na, p, 1\n"))


@pytest.mark.parametrize(
    ("option", "given"), [("columns", {"model": "x"}), ("ignore", ["x"]), ("outcome_values", {"x": 1})]
)
def test_options_that_arrays_have_no_use_for_are_refused(tmp_path: Path, option: str, given: Any) -> None:
    np.save(tmp_path / "r.npy", TRUTH)
    complaint = rf"^{option} must be left out for the arrays of r.npy; got .+ Arrays have positions"
    with pytest.raises(ValueError, match=complaint):
        read_outcomes(tmp_path / "r.npy", **{option: given})


def test_weights_hold_for_arrays(tmp_path: Path) -> None:
    np.save(tmp_path / "r.npy", TRUTH + 1)
    assert read_outcomes(tmp_path / "r.npy", weights=[0, 0.5, 1]).weights.tolist() == [0, 0.5, 1]


def test_repeated_rows_takes_two_words() -> None:
    with pytest.raises(ValueError, match="repeated_rows must be one of refuse, trials; got 'mean'"):
        read_outcomes(pd.DataFrame(), repeated_rows="mean")  # type: ignore[arg-type]


def test_words_for_counts_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "counts.csv"
    path.write_text("model,question,n_trials,n_correct\na,q,2,1\n")
    with pytest.raises(DataError, match=r"counts\.csv: outcome_values must be left out for counted outcomes"):
        read_outcomes(path, outcome_values={"pass": 1})
