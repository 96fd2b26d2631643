"""Battles from files and frames."""

from pathlib import Path

import pandas as pd
import polars as pl
import pytest

from bayesrank.errors import DataError
from bayesrank.observations.comparisons import Comparisons
from bayesrank.readers.read_comparisons import ARENA_WINNERS, read_comparisons

Battle = tuple[str, str, int, int]


def listed(data: Comparisons) -> list[Battle]:
    """Return (model a, model b, winner code, count) of each row."""
    return [
        (data.models[a], data.models[b], int(winner), int(count))
        for a, b, winner, count in zip(data.model_a, data.model_b, data.winner, data.count, strict=True)
    ]


def written(folder: Path, text: str) -> Path:
    path = folder / "battles.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_one_row_is_one_battle(tmp_path: Path) -> None:
    data = read_comparisons(written(tmp_path, "model_a,model_b,winner\nx,y,a\nz,x,b\ny,z,tie\n"))
    assert listed(data) == [("x", "y", 1, 1), ("z", "x", -1, 1), ("y", "z", 0, 1)]
    assert data.weight is data.side is data.order is data.question_index is data.judge_index is None


def test_facts_about_battles_are_read(tmp_path: Path) -> None:
    data = read_comparisons(
        written(
            tmp_path,
            "model_a,model_b,winner,count,question,judge,side,order,weight\n"
            "x,y,a,3,q2,j,a,1970-01-02,1\n"
            "y,x,tie,1,q1,j,b,1970-01-01,0.5\n"
            "x,z,b,2,q1,k,neither,1970-01-03,2\n",
        )
    )
    assert listed(data) == [("x", "y", 1, 3), ("y", "x", 0, 1), ("x", "z", -1, 2)]
    assert [data.questions[index] for index in data.question_index] == ["q2", "q1", "q1"]
    assert [data.judges[index] for index in data.judge_index] == ["j", "j", "k"]
    assert data.side.tolist() == [1, -1, 0]
    assert data.order.tolist() == [1.0, 0.0, 2.0]  # days since 1970-01-01
    assert data.weight.tolist() == [1.0, 0.5, 2.0]


def test_categories_are_read(tmp_path: Path) -> None:
    data = read_comparisons(
        written(tmp_path, "model_a,model_b,winner,topic\nx,y,a,maths\ny,x,a,code\n"), columns={"category": "topic"}
    )
    assert data.categories == ("code", "maths")
    assert data.category_index.tolist() == [1, 0]


def test_covariates_are_read_by_name(tmp_path: Path) -> None:
    text = "model_a,model_b,winner,words_a,words_b,longer\nx,y,a,120,100,20\nz,x,b,50,80.5,-30.5\n"
    path = written(tmp_path, text)
    given = read_comparisons(path, covariates=["longer"], ignore=["words_a", "words_b"])
    assert given.covariate_names == ("longer",)
    assert given.covariates.tolist() == [[20], [-30.5]]
    reckoned = read_comparisons(path, covariates={"words": ("words_a", "words_b")}, ignore=["longer"])
    assert reckoned.covariate_names == ("words",)
    assert reckoned.covariates.tolist() == [[20], [-30.5]]


def test_covariates_of_counts_are_those_of_their_pair(tmp_path: Path) -> None:
    path = written(tmp_path, "model_a,model_b,wins_a,wins_b,ties,size\nx,y,4,0,2,1.5\nz,x,0,1,0,-2\n")
    data = read_comparisons(path, covariates=["size"])
    assert data.covariates.tolist() == [[1.5], [1.5], [-2]]


def test_complaints_about_all_rows_name_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, "model_a,model_b,winner,size\nx,y,a,0\nz,x,b,0\n")
    message = r"^battles\.csv: covariate 'size' must differ between the two models in some row; got 0 in all\. Leave it"
    with pytest.raises(DataError, match=message):
        read_comparisons(path, covariates=["size"])


def test_counts_become_one_row_a_result_with_the_facts_of_their_pair(tmp_path: Path) -> None:
    path = written(tmp_path, "model_a,model_b,wins_a,wins_b,ties,judge\nx,y,4,0,2,j\nz,x,0,1,0,k\n")
    data = read_comparisons(path, first="model_b")
    assert listed(data) == [("x", "y", 1, 4), ("x", "y", 0, 2), ("z", "x", -1, 1)]
    assert [data.judges[index] for index in data.judge_index] == ["j", "j", "k"]
    assert data.side.tolist() == [-1, -1, -1]


def test_ties_need_no_column(tmp_path: Path) -> None:
    data = read_comparisons(written(tmp_path, "model_a,model_b,wins_a,wins_b\nx,y,4,3\n"), first="model_a")
    assert listed(data) == [("x", "y", 1, 4), ("x", "y", -1, 3)]
    assert data.side.tolist() == [1, 1]


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_frames_of_any_engine_are_read(frame: type) -> None:
    data = read_comparisons(
        frame({"left": ["x", "y"], "model_b": ["y", "x"], "won": [1, 2], "note": ["", "?"]}),
        columns={"model_a": "left", "winner": "won"},
        ignore=["note"],
        winner_values={"1": "a", "2": "b"},
    )
    assert listed(data) == [("x", "y", 1, 1), ("y", "x", -1, 1)]


def test_the_words_of_arenas_are_read_by_their_mapping_alone() -> None:
    words = ["model_a", "model_b", "tie", "tie (bothbad)", "both_bad"]
    arena = pd.DataFrame({"model_a": ["x"] * 5, "model_b": ["y"] * 5, "winner": words})
    assert read_comparisons(arena, winner_values=ARENA_WINNERS).winner.tolist() == [1, -1, 0, 0, 0]
    with pytest.raises(DataError, match=r"frame, row 0: winner must be one of 'a', 'b', 'tie'; got 'model_a'"):
        read_comparisons(arena)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            "model_a,model_b,winner\nx,y,a\nx,y,draw\n",
            r"battles.csv, line 3: winner must be one of 'a', 'b', 'tie'; got 'draw'. .* winner_values",
        ),
        ("model_a,model_b,winner\nx,y,a\nx,y,A\n", "line 3: winner must be one of .* got 'A'"),
        ("model_a,model_b,winner\nx,y,\n", "battles.csv, line 2: winner must have a name; got an empty cell"),
        ("model_a,model_b,winner\nx,y,a\n,y,b\n", "battles.csv, line 3: model must have a name; got an empty cell"),
        ("model_a,model_b,winner\nx,y,a\ny,y,b\n", "line 3: model_b must differ from model_a; got 'y'"),
        ("model_a,model_b,wins_a,wins_b\nx,x,1,2\n", "line 2: model_b must differ from model_a; got 'x'"),
        ("model_a,model_b,winner,count\nx,y,a,0\n", "line 2: count must be a whole number >= 1; got '0'"),
        ("model_a,model_b,winner,weight\nx,y,a,-1\n", "line 2: weight must be positive and finite; got '-1'"),
        ("model_a,model_b,winner,side\nx,y,a,left\n", "line 2: side must be one of 'a', 'b', 'neither'; got 'left'"),
        ("model_a,model_b,winner,order\nx,y,a,soon\n", "line 2: order must be a number, or a date .* got 'soon'"),
        ("model_a,model_b,winner,category\nx,y,a,\n", "line 2: category must have a name; got an empty cell"),
        ("model_a,model_b,winner,judge\nx,y,a,\n", "line 2: judge must have a name; got an empty cell"),
        ("model_a,model_b,wins_a,wins_b\nx,y,1,-2\n", "line 2: wins_b must be a whole number >= 0; got '-2'"),
        ("model_a,model_b,wins_a,wins_b,ties\nx,y,1,2,\n", "line 2: ties must be a whole number >= 0; got an empty"),
        (
            "model_a,model_b,wins_a,wins_b\nx,y,0,0\n",
            "battles.csv: every model must have at least one row; 'x' has none",
        ),
        (
            "model_a,model_b,winner,tstamp\nx,y,a,1\n",
            "battles.csv: every column must be understood; got 'tstamp' among .* are model_a, model_b, winner, count",
        ),
        ("model_a,model_b,winner,wins_a\nx,y,a,1\n", "every column must be understood; got 'wins_a'"),
        ("left,right,winner\nx,y,a\n", "battles.csv: columns must be .* found 'left', 'right', 'winner'. Map them"),
        ("model_a,model_b,wins_a\nx,y,1\n", "battles.csv: columns must be model_a, model_b, winner"),
    ],
)
def test_what_is_no_table_of_battles_is_refused(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(DataError, match=complaint):
        read_comparisons(written(tmp_path, text))


def test_options_that_cannot_be_meant_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "model_a,model_b,winner,side\nx,y,a,a\n")
    with pytest.raises(ValueError, match="winner_values must map labels to 'a', 'b' or 'tie'; got 'draw'"):
        read_comparisons(path, winner_values={"a": "a", "=": "draw"})
    with pytest.raises(ValueError, match="first must be one of 'model_a', 'model_b'; got 'a'"):
        read_comparisons(path, first="a")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="first must be left out where a column says it; got 'model_a'"):
        read_comparisons(path, first="model_a")
