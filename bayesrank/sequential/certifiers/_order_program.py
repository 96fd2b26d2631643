"""The cheapest order as an integer program with one variable for each "a is no higher than b"."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, isfinite
from typing import NamedTuple

import numpy as np
from numba import njit

from bayesrank.arrays import BoolArray, FloatArray, IntArray
from bayesrank.sequential.certifiers._local_search import without_gaps

FREE = -1  # a variable that is not known, and the number of one that is
INFEASIBLE = 2  # status of the solver
MARGIN = 1e-5  # of 1 / alpha a model: the solver, exact to about 1e-7, must find nothing even that much too dear


class Limits(NamedTuple):
    """Where the solver gives up: seconds, and nodes of its tree; infinite where it does not."""

    seconds: float
    nodes: float


class Answer(NamedTuple):
    """Whether no order is cheap enough; else the levels of the cheapest, or None where the solver gave up."""

    impossible: bool
    levels: IntArray | None


class Rows(NamedTuple):
    """Rows ``sum of sign * variable <= bound`` of at most three terms, ``FREE`` filling up those that have fewer.

    Parameters
    ----------
    variable, sign : array of int, shape (n_rows, 3)
    bound : array of int, shape (n_rows,)
    """

    variable: IntArray
    sign: IntArray
    bound: IntArray


def cheapest_order(
    surplus: FloatArray, below: BoolArray, tied: BoolArray, unit: float, excluded: Sequence[IntArray], limits: Limits
) -> Answer:
    """Return the order whose dearest look is cheapest, if it costs no more than rounding may hide.

    Parameters
    ----------
    surplus : array, shape (n_looks, M, M)
        Wealth over 1 / alpha; zero on the diagonal.
    below, tied : array of bool, shape (M, M)
        Relations that are allowed: a below b, and a level with b, at (a, b). At least one a pair.
    unit : float
        1 / alpha.
    excluded : sequence of arrays of int, shape (M,)
        Levels of orders that are not to be found again.
    limits : Limits

    References
    ----------
    khosravi2026, appendix A, algorithm 3
    """
    from scipy.optimize import Bounds, LinearConstraint, milp

    known = known_variables(below, tied)
    free = np.argwhere(known == FREE)
    matrix, bound = constraints(surplus / (unit * len(known)), known, tied, excluded)
    n_free = len(free)
    options = {"time_limit": limits.seconds} if isfinite(limits.seconds) else {}
    if isfinite(limits.nodes):
        options["node_limit"] = int(limits.nodes)  # the solver takes no float for it
    solved = milp(
        np.append(np.zeros(n_free), 1.0),
        integrality=np.append(np.ones(n_free), 0),
        bounds=Bounds(np.append(np.zeros(n_free), -inf), np.append(np.ones(n_free), MARGIN)),
        constraints=LinearConstraint(matrix, -inf, bound),
        options=options,
    )
    if solved.x is None:
        return Answer(impossible=solved.status == INFEASIBLE, levels=None)
    known[tuple(free.T)] = np.rint(solved.x[:n_free])
    return Answer(impossible=False, levels=without_gaps(known.sum(axis=0)))


def known_variables(below: BoolArray, tied: BoolArray) -> IntArray:
    """Return 1 where a is no higher than b for sure, 0 where it is higher, ``FREE`` elsewhere, shape (M, M)."""
    known = np.where(below | tied, FREE, 0)
    known[~below.T] = 1
    np.fill_diagonal(known, 1)
    return known


def constraints(
    surplus: FloatArray, known: IntArray, tied: BoolArray, excluded: Sequence[IntArray]
) -> tuple[object, FloatArray]:
    """Return matrix and upper bounds: the free variables make an order, the last one costs no less than any look."""
    from scipy.sparse import csr_array, vstack

    free = tuple(np.argwhere(known == FREE).T)
    number = np.full(known.shape, FREE)
    number[free] = np.arange(len(free[0]))
    rows = order_rows(known, number, tied)
    row, term = np.nonzero(rows.variable != FREE)
    shape = (len(rows.bound), len(free[0]) + 1)
    order = csr_array((rows.sign[row, term].astype(float), (row, rows.variable[row, term])), shape=shape)
    more = [np.append(look[free], -1.0) for look in surplus]
    most = [-look[known == 1].sum() for look in surplus]
    for levels in excluded:
        found = levels[:, None] <= levels
        if (found == known)[known != FREE].all():
            more.append(np.append(np.where(found[free], 1.0, -1.0), 0.0))
            most.append(found[free].sum() - 1.0)
    return vstack([order, csr_array(np.array(more))]), np.concatenate([rows.bound, most])


@njit(cache=True, nogil=True)
def order_rows(known: IntArray, number: IntArray, tied: BoolArray) -> Rows:
    """Return the rows that make an order of the variables: of two models one is no higher; what is higher passes on."""
    n_models = len(known)
    size = n_models * (n_models - 1) * (n_models - 1)
    variable, sign = np.full((size, 3), FREE), np.zeros((size, 3), dtype=np.int64)
    bound = np.zeros(size, dtype=np.int64)
    row = 0
    for a in range(n_models):
        for b in range(n_models):
            if a == b:
                continue
            if a < b and known[a, b] == FREE and known[b, a] == FREE:
                for way in range(1 if tied[a, b] else 2):  # at least one is no higher; where no tie is left, just one
                    variable[row, 0], variable[row, 1] = number[a, b], number[b, a]
                    sign[row, 0] = sign[row, 1] = bound[row] = 2 * way - 1
                    row += 1
            for c in range(n_models):
                if c in (a, b) or known[a, b] == 0 or known[b, c] == 0 or known[a, c] == 1:
                    continue
                variable[row, 0], variable[row, 1], variable[row, 2] = number[a, b], number[b, c], number[a, c]
                sign[row, 0], sign[row, 1], sign[row, 2] = 1, 1, -1
                bound[row] = 1 - (known[a, b] == 1) - (known[b, c] == 1)  # a above c for sure adds nothing
                row += 1
    return Rows(variable[:row], sign[:row], bound[:row])
