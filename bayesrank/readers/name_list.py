"""A list of names in a text file, one a line."""

from codecs import BOM_UTF8
from pathlib import Path

from bayesrank.errors import DataError
from bayesrank.observations.names import checked_names
from bayesrank.readers.complaints import naming
from bayesrank.readers.files import refuse_no_file


def read_names(path: Path, kind: str) -> tuple[str, ...]:
    """Return the names that stand in a file, one a line; blank lines are none.

    Parameters
    ----------
    path : Path
    kind : str
        What is named, for complaints: ``"question"``, say.

    Raises
    ------
    DataError
        If there is no such file, it is no UTF-8 text or empty, or two names cannot be told apart.
    """
    refuse_no_file(path)
    try:
        text = path.read_bytes().removeprefix(BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        message = f"{path.name}: must be UTF-8 text, a name a line; got other bytes. Save it as UTF-8."
        raise DataError(message) from error
    with naming(path.name):
        return checked_names((line for line in text.splitlines() if line.strip()), kind)
