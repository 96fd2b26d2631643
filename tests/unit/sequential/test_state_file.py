"""The file of a state: as it was written, or refused."""

import os
import subprocess
import sys

import numpy as np
import pytest

from bayesrank.errors import DataError
from bayesrank.sequential.rank_sequence import SequenceState
from bayesrank.sequential.state_file import held_state, read_state, write_state

STATE = SequenceState(
    {"models": ["a", "\u00e9"], "alpha": 0.1, "order": None, "n": 3},
    {"wealth": np.array([[1.5, np.inf], [np.nan, 1e-300]]), "n": np.array(7), "none": np.zeros((0, 2), dtype=bool)},
)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "s.state"
    write_state(path, STATE)
    return path


def test_a_state_comes_back_to_the_last_bit(file):
    state = read_state(file)
    assert state.facts == STATE.facts
    assert state.arrays.keys() == STATE.arrays.keys()
    for name, array in STATE.arrays.items():
        found = state.arrays[name]
        assert (found.dtype, found.shape, found.tobytes()) == (array.dtype, array.shape, array.tobytes())


def test_the_same_state_is_the_same_file(file, tmp_path):
    write_state(tmp_path / "other", STATE)
    assert (tmp_path / "other").read_bytes() == file.read_bytes()


def test_every_bit_that_changes_is_seen(file):
    content = file.read_bytes()
    for place in {*range(0, len(content), 97), len(content) - 1}:
        file.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        with pytest.raises(DataError, match=r"^s\.state: must be "):
            read_state(file)


@pytest.mark.parametrize("kept", [0.0, 0.01, 0.5, 0.999])
def test_a_part_of_a_file_is_refused(file, kept):
    content = file.read_bytes()
    file.write_bytes(content[: int(kept * len(content))])
    with pytest.raises(DataError, match=r"^s\.state: must be (a state of bayesrank sequence|as it was written); got"):
        read_state(file)


@pytest.mark.parametrize(
    "content", [b"model,question,outcome\n", b"PK\x03\x04", b"\n\n", b"bayesrank sequence state " * 20]
)
def test_other_files_are_refused(tmp_path, content):
    path = tmp_path / "results.csv"
    path.write_bytes(content)
    with pytest.raises(
        DataError, match=r"^results\.csv: must be a state of bayesrank sequence; got another file\. Give"
    ):
        read_state(path)


def test_another_version_is_refused(file):
    file.write_bytes(file.read_bytes().replace(b"state 1\n", b"state 2\n", 1))
    with pytest.raises(DataError, match=r"^s\.state: must be a state of version 1; got 2\. Start the sequence anew\."):
        read_state(file)


def test_no_objects_are_loaded(file):
    with pytest.raises(ValueError, match="allow_pickle=False"):
        write_state(file, SequenceState({}, {"objects": np.array([{}], dtype=object)}))
    assert read_state(file).facts == STATE.facts  # what was there is there still
    assert [path.name for path in file.parent.iterdir()] == ["s.state"]


def test_what_a_kill_left_is_removed_by_who_holds_the_state(tmp_path):
    names = {".s[1].state.00ff.part": False, ".s1.state.00ff.part": True, "s[1].state": True, ".s[1].state": True}
    for name in names:
        (tmp_path / name).touch()
    with held_state(tmp_path / "s[1].state"):
        assert not (tmp_path / ".s[1].state.00ff.part").exists()
    assert {path.name for path in tmp_path.iterdir()} == {name for name, stays in names.items() if stays}


def test_a_state_is_held_once(file):
    with held_state(file):
        part = file.with_name(".s.state.00ff.part")
        part.touch()
        message = rf"^s\.state: must be used by one watch at a time; got another, process {os.getpid()}\. Wait for it"
        with pytest.raises(DataError, match=message), held_state(file):
            pass
        assert part.exists()  # who holds it is writing there
        with held_state(file.with_name("other.state")):
            pass
    with held_state(file):
        assert not part.exists()
    assert [path.name for path in file.parent.iterdir()] == ["s.state"]


def test_a_state_whose_holder_was_killed_is_free(file):
    program = (
        "import sys, time, pathlib; from bayesrank.sequential.state_file import held_state\n"
        "with held_state(pathlib.Path(sys.argv[1])):\n print('held', flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", program, file], stdout=subprocess.PIPE, text=True) as holder:  # noqa: S603
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(DataError, match=f"got another, process {holder.pid}"), held_state(file):
            pass
        holder.kill()
    with held_state(file):
        pass


def test_a_folder_that_is_not_there_holds_no_state(tmp_path):
    with pytest.raises(DataError, match="must lie in a folder that exists"), held_state(tmp_path / "no" / "s"):
        pass
