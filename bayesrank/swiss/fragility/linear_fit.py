"""Straight lines through curves whose points have correlated errors, and whether the curves are straight."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bayesrank.arrays import FloatArray, IntArray

ROUNDING = 1e-9  # of the largest variance, or of the largest value: less than this is none


class LinearFit(NamedTuple):
    """The line of generalised least squares through each of M curves, and a chi-square test of its fit.

    Parameters
    ----------
    slope, error : array, shape (M,)
        Best unbiased slope if the curve is a line, and its standard error.
    statistic : array, shape (M,)
        Squared distance from the nearest line, in standard errors; infinite where points that have no error are on no
        line; NaN where there is nothing to test.
    dof : array of int, shape (M,)
        Degrees of freedom: points less two, and less those departures from a line that have no error.
    p_value : array, shape (M,)
        Probability of such a statistic or a larger one if the curve is a line; NaN where there is nothing to test.
    """

    slope: FloatArray
    error: FloatArray
    statistic: FloatArray
    dof: IntArray
    p_value: FloatArray


def slope_contrast(points: FloatArray) -> FloatArray:
    """Return the weights, shape (G,), whose sum with a curve is its slope by ordinary least squares."""
    apart = points - points.mean()
    contrast: FloatArray = apart / (apart @ apart)
    return contrast


def linear_fit(points: FloatArray, curves: FloatArray, covariance: FloatArray) -> LinearFit:
    """Fit a line to each curve, and test whether it is one.

    Departures from a line are the combinations of the points that are zero for every line. Their squared length, by
    their own covariance, is the residual chi-square of generalised least squares; and the best slope is that of
    ordinary least squares less its regression on the departures. Neither needs the covariance of the points to have an
    inverse: points may be exact.

    Parameters
    ----------
    points : array, shape (G,)
        Where the curves are known, at least two.
    curves : array, shape (M, G)
    covariance : array, shape (M, G, G)
        Of the errors of each curve.

    References
    ----------
    aitken1936
    """
    from scipy.stats import chi2

    contrast = slope_contrast(points)
    design = np.stack([np.ones_like(points), points], axis=1)
    departures = np.linalg.qr(design, mode="complete")[0][:, 2:].T  # (G - 2, G)
    fits = [_fit(curve, errors, contrast, departures) for curve, errors in zip(curves, covariance, strict=True)]
    slope, variance, statistic, dof = (np.array(column) for column in zip(*fits, strict=True))
    p_value = np.where(np.isposinf(statistic), 0.0, chi2.sf(statistic, np.maximum(dof, 1)))
    return LinearFit(slope, np.sqrt(np.maximum(variance, 0)), statistic, dof.astype(np.int64), p_value)


def _fit(
    curve: FloatArray, errors: FloatArray, contrast: FloatArray, departures: FloatArray
) -> tuple[float, float, float, int]:
    """Return slope, its variance, the statistic and its degrees of freedom."""
    departure, shared = departures @ curve, departures @ errors @ contrast
    slope, variance = float(contrast @ curve), float(contrast @ errors @ contrast)
    if not len(departures):
        return slope, variance, np.nan, 0
    size, direction = np.linalg.eigh(departures @ errors @ departures.T)
    loose = size > ROUNDING * max(np.trace(errors), 0.0)
    along = direction.T @ departure
    if np.any(np.abs(along[~loose]) > ROUNDING * np.abs(curve).max()):
        return slope, variance, np.inf, int(loose.sum())
    if not loose.any():
        return slope, variance, np.nan, 0
    weight = (direction.T @ shared)[loose] / size[loose]
    slope -= float(weight @ along[loose])
    variance -= float(weight @ (direction.T @ shared)[loose])
    return slope, variance, float((along[loose] ** 2 / size[loose]).sum()), int(loose.sum())
