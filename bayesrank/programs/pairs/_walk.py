"""Abilities that walk at random from period to period, about their mean over periods."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.options import check_positive
from bayesrank.programs.deviations import centring, zero_sum_deviations

if TYPE_CHECKING:
    from pytensor.tensor import TensorVariable

DRIFT, DRIFT_LOG_SD = 0.1, 1.0  # prior median, in logits, and standard deviation of the logarithm


class Walk(NamedTuple):
    """The principal components of a random walk about its mean.

    Parameters
    ----------
    basis : array of float, shape (T, T - 1)
        ``basis @ basis.T`` is the covariance of the walk over periods at drift 1; slow movements come first.
    centring : array of float, shape (T - 1,)
        Of each component, see :func:`~bayesrank.programs.deviations.centring`.
    """

    basis: FloatArray
    centring: FloatArray


def walk_over(times: FloatArray, battles_a_period: float) -> Walk:
    """Return the components of a random walk over these times, of which the first is 0.

    Parameters
    ----------
    times : array of float, shape (T,)
        Rising, T >= 2.
    battles_a_period : float
        Decisive battles of one model in one period, on average.
    """
    about_mean = np.eye(len(times)) - 1 / len(times)
    variance, direction = np.linalg.eigh(about_mean @ np.minimum.outer(times, times) @ about_mean)
    variance, direction = variance[:0:-1], direction[:, :0:-1]  # all but the mean, which has no variance
    direction = direction * np.where(direction[-1] < 0, -1, 1)  # the last period up, whatever sign comes out
    return Walk(direction * np.sqrt(variance), centring(battles_a_period, DRIFT**2 * variance))


def times_of(periods: Sequence[str]) -> FloatArray:
    """Return when periods are, from 0, the median of the gaps being 1; equally spaced where names are no numbers."""
    try:
        times = np.array([float(name) for name in periods])
    except ValueError:
        return np.arange(len(periods), dtype=np.float64)
    times -= times[0]
    return np.asarray(times / np.median(np.diff(times)))


def walked(ability: TensorVariable, walk: Walk, drift_scale: float | None) -> TensorVariable:
    """Add ``drift`` and ``ability_path[period, model]`` to the model in the context, a walk about ``ability``.

    The variables behind it, ``wave``, are the components, each in the form that suits the data (measured: 5 times the
    effective draws of ``drift`` than by steps, or than by components of one form).

    Parameters
    ----------
    ability : TensorVariable
        Mean over periods, shape (L,).
    walk : Walk
    drift_scale : float, optional
        Fixes ``drift``.
    """
    import pymc as pm
    import pytensor.tensor as pt

    if drift_scale is not None:
        check_positive("drift_scale", drift_scale)
        drift = pm.Data("drift", float(drift_scale))
    else:
        drift = pm.LogNormal("drift", pm.Data("drift_log_median", np.log(DRIFT)), DRIFT_LOG_SD)
    centred = pm.Data("walk_centring", walk.centring, dims="component")
    basis = pm.Data("walk_basis", walk.basis, dims=("period", "component"))
    wave = zero_sum_deviations("wave", drift, DRIFT, centred[:, None], dims=("component", "model"))
    return pm.Deterministic("ability_path", ability + pt.dot(basis, wave), dims=("period", "model"))
