"""What a result tells of a lead with standard normal noise: mean and variance of a truncated normal distribution.

A lead t is observed with standard normal noise, and only that it exceeds a margin, or lies within it. Given that, its
mean is ``t + shift`` and its variance ``1 - shrinkage``, both of noise and lead together. Compiled, for TrueSkill.
"""

from math import erfc, exp, expm1, pi, sqrt

from numba import njit

_FAR = 8.0  # from where on the continued fraction has all digits, and the exponential loses the first of them
_N_TERMS = 30
_NARROW = 1e-5  # half-widths below which those of no width at all are the closer ones


@njit(cache=True, nogil=True)
def beyond_margin(lead: float, margin: float) -> tuple[float, float]:
    """Return shift and shrinkage of a lead given that, with its noise, it exceeds the margin."""
    shift = 1 / mills_ratio(margin - lead)
    return shift, shift * (shift + lead - margin)


@njit(cache=True, nogil=True)
def within_margin(lead: float, margin: float) -> tuple[float, float]:
    """Return shift and shrinkage of a lead given that, with its noise, it is no larger than the margin either way."""
    if margin < _NARROW:
        return -lead, 1.0
    size = abs(lead)
    near, far = size - margin, size + margin
    ratio = exp(-2 * size * margin)  # of the densities at far and near
    mass = mills_ratio(near) - ratio * mills_ratio(far)
    shift = expm1(-2 * size * margin) / mass
    shrinkage = shift**2 + (far * ratio - near) / mass
    return (shift if lead >= 0 else -shift), shrinkage


@njit(cache=True, nogil=True)
def mills_ratio(x: float) -> float:
    """Return the probability that a standard normal number exceeds x, over its density at x."""
    if x < _FAR:
        return erfc(x / sqrt(2)) * sqrt(pi / 2) * exp(x * x / 2)
    tail = x
    for term in range(_N_TERMS, 0, -1):
        tail = x + term / tail
    return 1 / tail
