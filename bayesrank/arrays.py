"""Names for the arrays that travel through bayesrank."""

import numpy as np
import numpy.typing as npt

type FloatArray = npt.NDArray[np.float64]
type IntArray = npt.NDArray[np.int64]
type BoolArray = npt.NDArray[np.bool_]
type HashArray = npt.NDArray[np.uint64]
