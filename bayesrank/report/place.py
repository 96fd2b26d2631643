"""Where a result can be written."""

from pathlib import Path

from bayesrank.errors import DataError


def refuse_missing_folder(file: Path) -> None:
    """Raise :class:`DataError` if the folder that ``file`` would lie in does not exist."""
    if not file.absolute().parent.is_dir():
        message = f"{file}: must lie in a folder that exists; got {str(file.parent)!r}. Make the folder first."
        raise DataError(message)
