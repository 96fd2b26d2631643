"""Normal deviations whose common spread is learned, in the form that suits what the data say of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bayesrank.arrays import FloatArray

if TYPE_CHECKING:
    from pytensor.tensor import TensorVariable

INFORMATION = 0.2  # of a decisive battle on the difference of two abilities: p (1 - p) at p = .72


def centring(battles: FloatArray | float, variance: FloatArray | float) -> FloatArray:
    """Return from 0, where battles say little of deviations against their prior, to 1, where they say much.

    Parameters
    ----------
    battles : float or array
        Of one model, on average, that bear on a deviation.
    variance : float or array
        Of the deviation under its prior.
    """
    told = INFORMATION * np.asarray(battles * variance, dtype=np.float64)
    return np.asarray(told / (1 + told))


def zero_sum_deviations(
    name: str,
    spread: TensorVariable,
    typical: float,
    centred: TensorVariable,
    *,
    dims: tuple[str, str],
    n_zerosum_axes: int = 1,
) -> TensorVariable:
    """Add normal variables that sum to zero over models to the model in the context; return them with their spread.

    The variable ``name`` has the spread, in units of a typical one, to the power of ``centred`` in its prior, and is
    multiplied by the rest. The sampler has hard work at either extreme: with 1 where data say little of each deviation
    (measured with 124 judges: an effective draw of the spread in 150), with 0 where they say much.

    Parameters
    ----------
    name : str
    spread : TensorVariable
        Standard deviation of a deviation, before they are made to sum to zero.
    typical : float
        Of the spread; it sets the unit of the variable, and nothing else.
    centred : TensorVariable
        From :func:`centring`, in a shape that broadcasts against the deviations.
    dims : tuple of str
        Of the deviations, ``model`` the last.
    n_zerosum_axes : int
        Along how many of the last dimensions they sum to zero.
    """
    import pymc as pm

    ratio = spread / typical
    return (
        typical
        * ratio ** (1 - centred)
        * pm.ZeroSumNormal(name, ratio**centred, dims=dims, n_zerosum_axes=n_zerosum_axes)
    )
