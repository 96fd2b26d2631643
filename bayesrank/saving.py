"""Where a result can be written, and how: whole or not at all."""

import secrets
from collections.abc import Callable
from pathlib import Path

from bayesrank.errors import DataError


def refuse_no_place(file: Path) -> None:
    """Raise :class:`DataError` if the folder that ``file`` would lie in does not exist, or a folder is in its place."""
    if not file.absolute().parent.is_dir():
        message = f"{file}: must lie in a folder that exists; got {str(file.parent)!r}. Make the folder first."
        raise DataError(message)
    if file.is_dir():
        message = f"{file}: must be the name of a file; got a folder. Add a name to it."
        raise DataError(message)


def write_whole(file: Path, write: Callable[[Path], object]) -> None:
    """Let ``write`` make a file beside ``file`` and rename it, so that a failure leaves what was there."""
    part = file.with_name(f".{file.name}.{secrets.token_hex(4)}.part")
    try:
        write(part)
        part.replace(file)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
