"""The state of a sequence on disk: one file, written whole, that shows whether a bit of it has changed."""

from __future__ import annotations

import hashlib
import io
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from bayesrank.errors import DataError
from bayesrank.saving import refuse_no_place, write_whole
from bayesrank.sequential.rank_sequence import SequenceState

VERSION = 1
_TITLE = b"bayesrank sequence state "
_LONGEST_HEAD = 200  # bytes of the lines before the arrays: title with version, and checksum
_FACTS = "facts"


def write_state(file: Path, state: SequenceState) -> None:
    """Write a state so that a kill at any moment leaves the one before or this one, on the disk and not on its way.

    Parameters
    ----------
    file : Path
    state : SequenceState
        Facts that JSON can hold, and arrays by names other than ``"facts"``.
    """
    facts = np.frombuffer(json.dumps(state.facts, ensure_ascii=False).encode(), dtype=np.uint8)
    archive = io.BytesIO()
    np.savez(archive, allow_pickle=False, **{_FACTS: facts}, **state.arrays)
    content = archive.getvalue()
    head = b"%s%d\n%s\n" % (_TITLE, VERSION, hashlib.sha256(content).hexdigest().encode())
    write_whole(file, lambda part: _write(part, head + content))


def read_state(file: Path) -> SequenceState:
    """Return the state that a file holds.

    Raises
    ------
    DataError
        If the file holds no such state, one of another version, or one that is not as it was written.
    """
    title, _, rest = file.read_bytes().partition(b"\n")
    checksum, _, content = rest.partition(b"\n")
    if not title.startswith(_TITLE) or len(title) + len(checksum) > _LONGEST_HEAD:
        message = f"{file.name}: must be a state of bayesrank sequence; got another file. Give another place for it."
        raise DataError(message)
    version = title.removeprefix(_TITLE).decode(errors="replace")
    if version != str(VERSION):
        message = f"{file.name}: must be a state of version {VERSION}; got {version}. Start the sequence anew."
        raise DataError(message)
    if hashlib.sha256(content).hexdigest().encode() != checksum:
        message = f"{file.name}: must be as it was written; got a damaged file. Restore it, or start the sequence anew."
        raise DataError(message)
    with np.load(io.BytesIO(content), allow_pickle=False) as archive:
        arrays = dict(archive)
    return SequenceState(json.loads(arrays.pop(_FACTS).tobytes()), arrays)


@contextmanager
def held_state(file: Path) -> Iterator[None]:
    """Keep others from a state as long as this lasts, and remove what a kill in the middle of writing it left.

    The lock is on a file beside the state, ``.{name}.lock``, and ends with the process, however that ends.

    Raises
    ------
    DataError
        If another process, or another part of this one, holds it, or it could not be written.
    """
    refuse_no_place(file)
    place = file.with_name(f".{file.name}.lock")
    lock = _locked(place, file.name)
    try:
        os.truncate(lock, 0)
        os.write(lock, str(os.getpid()).encode())
        for part in file.parent.glob(f".{_literal(file.name)}.*.part"):
            part.unlink(missing_ok=True)
        yield
    finally:
        place.unlink(missing_ok=True)
        os.close(lock)


def _locked(place: Path, name: str) -> int:
    """Return the open file at ``place``, locked."""
    import fcntl  # of POSIX alone: states are read everywhere

    while True:
        lock = os.open(place, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(lock, 20).decode() or "just started"
            os.close(lock)
            message = (
                f"{name}: must be used by one watch at a time; got another, process {holder}. Wait for it to end, stop "
                f"it, or give another state file."
            )
            raise DataError(message) from None
        if _is_at(lock, place):
            return lock
        os.close(lock)  # whoever held it has ended, and removed it, since it was opened


def _is_at(lock: int, place: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(lock), place.stat())
    except FileNotFoundError:
        return False


def _write(part: Path, content: bytes) -> None:
    with part.open("wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())


def _literal(name: str) -> str:
    """Return a name as a pattern that only it fits."""
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)
