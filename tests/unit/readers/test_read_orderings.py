"""Rankings from files and frames."""

from pathlib import Path

import pandas as pd
import pytest

from bayesrank.errors import DataError
from bayesrank.readers.read_orderings import read_orderings


def written(folder: Path, text: str) -> Path:
    path = folder / "ballots.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_one_row_is_one_rank_and_unranked_models_have_none(tmp_path: Path) -> None:
    data = read_orderings(
        written(tmp_path, "voter,model,rank,multiplicity\nu,y,1,3\nv,x,2,1\nu,z,2,3\nv,y,1,1\nv,z,2,1\n")
    )
    ranked = {
        (data.voters[voter], data.models[model]): float(rank)
        for voter, model, rank in zip(data.voter_index, data.model_index, data.rank, strict=True)
    }
    assert ranked == {("u", "y"): 1, ("u", "z"): 2, ("v", "x"): 2, ("v", "y"): 1, ("v", "z"): 2}
    assert dict(zip(data.voters, data.multiplicity.tolist(), strict=True)) == {"u": 3, "v": 1}


def test_without_multiplicity_each_voter_counts_once() -> None:
    frame = pd.DataFrame({"race": [1, 1, 2, 2], "car": ["x", "y", "y", "x"], "rank": [1, 2, 1, 2], "lap": [9] * 4})
    data = read_orderings(frame, columns={"voter": "race", "model": "car"}, ignore=["lap"])
    assert data.multiplicity.tolist() == [1, 1]
    assert data.models == ("x", "y")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("voter,model,rank\nu,x,1\nu,y,2\nu,x,3\n", "line 4: voter and model must name one row; got 'u' on 'x' again"),
        (
            "voter,model,rank\nu,x,1\nu,y,2\nv,x,1\n",
            "ballots.csv, line 4: voter must rank at least two models; got 'v'",
        ),
        ("voter,model,rank\nu,x,1\nu,y,\n", "line 3: rank must be finite; got an empty cell. Drop the row if"),
        ("voter,model,rank\nu,x,1\nu,y,last\n", "line 3: rank must be a number.*got 'last'"),
        ("voter,model,rank\nu,x,1\n,y,2\n", "line 3: voter must have a name"),
        ("voter,model,rank\nu,x,1\nu,,2\n", "line 3: model must have a name"),
        (
            "voter,model,rank,multiplicity\nu,x,1,2\nu,y,2,3\n",
            "line 3: multiplicity must be the same in all rows of a voter; got '3'",
        ),
        ("voter,model,rank,multiplicity\nu,x,1,0\nu,y,2,0\n", "line 2: multiplicity must be a whole number >= 1"),
        ("voter,model,rank,driver_id\nu,x,1,7\n", "every column must be understood; got 'driver_id'"),
        ("event,model,rank\nu,x,1\n", "ballots.csv: columns must be voter, model, rank .* found 'event', 'model'"),
    ],
)
def test_what_is_no_table_of_rankings_is_refused(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(DataError, match=complaint):
        read_orderings(written(tmp_path, text))
