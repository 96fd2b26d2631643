"""Numbers in the place of values: equal values have one, 0, 1, ... in the order of the values."""

import numpy as np
import numpy.typing as npt

from bayesrank.arrays import IntArray


def numbered(values: npt.ArrayLike) -> IntArray:
    """Return the number of the distinct value of each entry."""
    return np.unique(np.asarray(values), return_inverse=True)[1].astype(np.int64)
