"""Outcomes in NumPy files: a bare tensor, or a tensor with its names."""

from pathlib import Path

import numpy as np

from bayesrank.errors import DataError
from bayesrank.observations.outcomes import Outcomes
from bayesrank.readers.columns import listed

SUFFIXES = (".npy", ".npz")
_KEYS = ("outcomes", "models", "questions", "weights", "prior")


def read_array_file(path: Path) -> Outcomes:
    """Read ``.npy``, a tensor as in :meth:`Outcomes.from_array`, or ``.npz`` with its arguments by name."""
    if not path.is_file():
        message = f"{path}: must be a file that exists; got none there. Check the path."
        raise DataError(message)
    try:
        content = np.load(path, allow_pickle=False)
        arrays = {"outcomes": content} if path.suffix == ".npy" else dict(content)
    except (ValueError, EOFError, OSError) as error:
        message = f"{path.name}: must be a {path.suffix} file of plain arrays; got: {error}. Save it with numpy.save."
        raise DataError(message) from error
    unknown = sorted(set(arrays) - set(_KEYS))
    if unknown or "outcomes" not in arrays:
        message = (
            f"{path.name}: must hold 'outcomes' and perhaps {', '.join(_KEYS[1:])}; found {listed(sorted(arrays))}. "
            f"Save the arrays under these names."
        )
        raise DataError(message)
    names = {key: arrays[key].tolist() for key in ("models", "questions", "weights") if key in arrays}
    return Outcomes.from_array(arrays["outcomes"], prior=arrays.get("prior"), **names)
