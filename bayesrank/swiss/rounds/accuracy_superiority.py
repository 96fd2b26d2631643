"""The probability that one accuracy is higher than another, given right answers and trials of both.

Each accuracy has the posterior of Jeffreys' prior, Beta(c + 1/2, n - c + 1/2), independent of the others. With accuracy
sin(t)**2 its density in t is proportional to sin(t)**(2 c) cos(t)**(2 (n - c)), an entire function of about the same
width, 1 / (2 sqrt(n)), wherever it lies. So Gauss's rule in panels of twice that width integrates density and
distribution function to rounding; neither gamma functions nor differences of large numbers come in.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from bayesrank.arrays import FloatArray, IntArray

NODES = 14  # in a panel of two standard deviations


def accuracy_superiority(right: IntArray, trials: IntArray) -> FloatArray:
    """Return the probability that the accuracy of i is higher than that of j, shape (M, M); 1/2 on the diagonal.

    Parameters
    ----------
    right, trials : array of int, shape (M,)
        Right answers among the trials of each model.
    """
    cases, case = np.unique(np.stack([right, trials], axis=1), axis=0, return_inverse=True)
    nodes, weights, up_to = _panels(int(np.ceil(np.pi / 2 * np.sqrt(cases[:, 1].max())) + 1))
    mass = _densities(cases.astype(np.float64), nodes) * weights  # (cases, panels, NODES)
    mass /= mass.sum(axis=(1, 2), keepdims=True)
    in_panel = mass.sum(axis=2)
    before = np.cumsum(in_panel, axis=1) - in_panel
    below = before[:, :, None] + (mass / weights) @ up_to.T
    higher = mass.reshape(len(cases), -1) @ below.reshape(len(cases), -1).T
    superiority = np.clip((higher + 1 - higher.T) / 2, 0, 1)
    return np.asarray(superiority[np.ix_(case.ravel(), case.ravel())])


def _densities(cases: FloatArray, nodes: FloatArray) -> FloatArray:
    """Return densities in t up to a factor, shape (cases, panels, NODES)."""
    right, wrong = cases[:, :1], cases[:, 1:] - cases[:, :1]
    flat = nodes.ravel()
    log = 2 * (right * np.log(np.sin(flat)) + wrong * np.log(np.cos(flat)))
    log -= log.max(axis=1, keepdims=True)
    return np.exp(log).reshape(len(cases), *nodes.shape)


@lru_cache(maxsize=8)
def _panels(number: int) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Cut 0 to pi/2 into panels.

    Returns
    -------
    nodes : array, shape (number, NODES)
    weights : array, shape (NODES,)
        Of the nodes of any panel.
    up_to : array, shape (NODES, NODES)
        Row q: weights of the values at all nodes in the integral from the start of the panel to node q.
    """
    place, weight = np.polynomial.legendre.leggauss(NODES)
    half = np.pi / 4 / number
    nodes = half * (place + 1) + 2 * half * np.arange(number)[:, None]
    # a function is taken for its Legendre series, whose integrals from -1 are those of the polynomials
    values = np.polynomial.legendre.legvander(place, NODES - 1)
    series = values.T * weight * (np.arange(NODES)[:, None] + 0.5)
    integrals = np.stack([_integral(degree, place) for degree in range(NODES)], axis=1)
    return nodes, half * weight, half * integrals @ series


def _integral(degree: int, place: FloatArray) -> FloatArray:
    """Return the integral of a Legendre polynomial from -1 to each place."""
    polynomial = np.eye(NODES)[degree]
    return np.asarray(
        np.polynomial.legendre.legval(place, np.polynomial.legendre.legint(polynomial, lbnd=-1.0)), dtype=np.float64
    )
