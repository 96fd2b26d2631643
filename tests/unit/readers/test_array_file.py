"""Outcomes in NumPy files."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.readers.array_file import is_array_file, load_arrays, read_array_file
from tests.cells import cells

NAN = float("nan")


def saved(folder: Path, **arrays: Any) -> Path:
    path = folder / "r.npz"
    np.savez(path, **arrays)
    return path


def test_a_bare_tensor_has_numbers_for_names(tmp_path: Path) -> None:
    np.save(tmp_path / "r.npy", np.array([[[1, 1], [0, NAN]]]))
    data = read_array_file(tmp_path / "r.npy")
    assert cells(data) == {("model 1", "question 1"): [1, 1], ("model 1", "question 2"): [0]}


def test_an_archive_has_names_weights_and_prior(tmp_path: Path) -> None:
    path = saved(
        tmp_path, outcomes=[[2, 0]], models=["a"], questions=["p", "q"], weights=[0, 0.5, 1], prior=[[1], [NAN]]
    )
    data = read_array_file(path)
    assert cells(data) == {("a", "p"): [2], ("a", "q"): [0]}
    assert data.weights.tolist() == [0, 0.5, 1]
    assert data.prior_counts.tolist() == [[[0, 1, 0], [0, 0, 0]]]
    assert read_array_file(path, [0, 0.1, 1]).weights.tolist() == [0, 0.1, 1]  # what is said goes before the file


def test_one_name_may_stand_alone(tmp_path: Path) -> None:
    assert read_array_file(saved(tmp_path, outcomes=[[1, 0]], models="a")).models == ("a",)


@pytest.mark.parametrize(
    ("arrays", "complaint"),
    [
        ({"outcomes": [[1, 0]], "scores": [1]}, "arrays must be outcomes and perhaps .+; got 'outcomes', 'scores'"),
        ({"arr_0": [[1, 0]]}, "arrays must be outcomes and perhaps models, .+; got 'arr_0'. Save the arrays under"),
        ({"outcomes": [1, 0]}, r"outcomes must have shape .+; got \(2,\)"),
        ({"outcomes": [[1, 0]], "models": ["a", "b"]}, "models must be 1 names, as many as the array has; got 2"),
        ({"outcomes": [[1, 0]], "weights": 3}, "weights must be two or more finite numbers"),
        ({"outcomes": [[85, 0]]}, "outcome must be 0 or 1; got 85"),
        ({"outcomes": [[1, 0]], "prior": [[1], [2]]}, "prior outcome must be 0 or 1; got 2"),
    ],
)
def test_a_complaint_names_the_file(tmp_path: Path, arrays: dict[str, Any], complaint: str) -> None:
    with pytest.raises(DataError, match=f"^r.npz: {complaint}"):
        read_array_file(saved(tmp_path, **arrays))


@pytest.mark.parametrize("content", [b"", b"model,outcome\n", b"\x93NUMPY\x01\x00", b"PK\x03\x04 cut off"])
@pytest.mark.parametrize("name", ["r.npy", "r.npz"])
def test_other_files_are_refused(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(
        DataError, match=f"^{name}: must hold plain arrays in NumPy's format; got pickled objects, a dam"
    ):
        load_arrays(tmp_path / name)


def test_pickled_objects_are_refused(tmp_path: Path) -> None:
    np.save(tmp_path / "r.npy", np.array([{"a": 1}], dtype=object), allow_pickle=True)
    np.savez(tmp_path / "r.npz", outcomes=np.array([{"a": 1}], dtype=object))
    for name in ("r.npy", "r.npz"):
        with pytest.raises(DataError, match=f"^{name}: must hold plain arrays .+ Save numbers and text, no objects"):
            load_arrays(tmp_path / name)


def test_a_path_must_lead_to_a_file(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"r\.npy: must be a file that exists; got none there"):
        read_array_file(tmp_path / "r.npy")


@pytest.mark.parametrize(("source", "expected"), [("r.npy", True), ("r.NPZ", True), ("r.csv", False), (3, False)])
def test_array_files_are_known_by_their_suffix(source: object, *, expected: bool) -> None:
    assert is_array_file(source) == expected
