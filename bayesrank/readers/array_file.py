"""Outcomes in NumPy files: a bare tensor, or a tensor with its names."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from bayesrank.errors import DataError
from bayesrank.observations.outcomes import Outcomes
from bayesrank.readers.columns import listed
from bayesrank.readers.complaints import naming
from bayesrank.readers.files import refuse_no_file

SUFFIXES = (".npy", ".npz")
_KEYS = ("outcomes", "models", "questions", "weights", "prior")


def is_array_file(source: object) -> bool:
    """Say whether ``source`` is the path of a NumPy file."""
    return isinstance(source, (str, Path)) and Path(source).suffix.lower() in SUFFIXES


def read_array_file(path: Path, weights: Sequence[float] | None = None) -> Outcomes:
    """Read ``.npy``, a tensor as in :meth:`Outcomes.from_array`, or ``.npz`` with its arguments by name.

    Parameters
    ----------
    weights : sequence of float, length C + 1, optional
        Utility of each category, in place of those in the file.
    """
    arrays = load_arrays(path)
    unknown = sorted(set(arrays) - set(_KEYS))
    if unknown or "outcomes" not in arrays:
        message = (
            f"{path.name}: arrays must be outcomes and perhaps {', '.join(_KEYS[1:])}; got "
            f"{listed(sorted(arrays))}. Save the arrays under these names."
        )
        raise DataError(message)
    given = {key: np.atleast_1d(arrays[key]).tolist() for key in ("models", "questions", "weights") if key in arrays}
    if weights is not None:
        given["weights"] = weights
    with naming(path.name):
        return Outcomes.from_array(arrays["outcomes"], prior=arrays.get("prior"), **given)


def load_arrays(path: Path) -> dict[str, Any]:
    """Return the arrays of a file by name; that of an ``.npy`` file is ``"outcomes"``."""
    refuse_no_file(path)
    try:
        with path.open("rb") as file:
            content = np.load(file, allow_pickle=False)
            return {"outcomes": content} if isinstance(content, np.ndarray) else dict(content)
    except (ValueError, EOFError, OSError, BadZipFile) as error:
        message = (
            f"{path.name}: must hold plain arrays in NumPy's format; got pickled objects, a damaged file or another "
            f"format. Save numbers and text, no objects, with numpy.save or numpy.savez."
        )
        raise DataError(message) from error
