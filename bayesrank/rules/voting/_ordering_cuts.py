"""The best orders of many models, by integer programming with the cuts that an answer violates.

There is a variable for each pair i < j, 1 if i comes before j. Whole numbers are an order if and only if no three
models go round: ``0 <= x_ij + x_jk - x_ik <= 1``. Of these few matter, so that they are added where violated, and
with them the linear relaxation mostly has a whole solution; where it has not, HiGHS branches. Then a second program
looks, among the orders that overrule no more, for one that turns round as many pairs as can be of those that all
best orders found so far agree on. When there is none, they agree in all.
"""

import time

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

from bayesrank.arrays import BoolArray, FloatArray, IntArray
from bayesrank.errors import ConvergenceError
from bayesrank.rules.voting._ordering_prefixes import overruled_by_good_order

_LARGEST = 1000.0  # that margins are scaled to, so that the solver's absolute 1e-6 tells small differences apart
_WHOLE = 1e-6  # the solver's own
_CERTAIN = 1e-3  # by so much less than one pair can be turned round that none can


def order_by_cuts(margin: FloatArray, known: BoolArray, tolerance: float, time_limit: float) -> tuple[BoolArray, float]:
    """Return which models come before which in every best order, and the margin that a best order overrules.

    Parameters
    ----------
    margin : array of float, shape (L, L)
        Votes for the row's model against the column's, less those the other way.
    known : array of bool, shape (L, L)
        What is known already of the former.
    tolerance : float
        Orders are equally good if the margins that they overrule differ by no more.
    time_limit : float
        In seconds.

    Returns
    -------
    tuple of array of bool, shape (L, L), and float

    Raises
    ------
    ConvergenceError
        If time runs out; the message says what is known by then.
    """
    program = _Program(margin, known, tolerance, time_limit)
    best = program.best()
    overruled = program.overruled(best)
    program.admit(overruled + tolerance / 2)
    found, reverse = best, ~best
    while (other := program.turned(found, reverse)) is not None:
        found, reverse = found | other, reverse | ~other
    before = np.zeros(margin.shape, dtype=np.bool_)
    before[program.first, program.second] = ~reverse
    before[program.second, program.first] = ~found
    return before, overruled


class _Program:
    """The pairs of models, the cuts that are active, and how far things are solved."""

    def __init__(self, margin: FloatArray, known: BoolArray, tolerance: float, time_limit: float) -> None:
        n_models = len(margin)
        self.first, self.second = np.triu_indices(n_models, 1)
        self.margin = margin[self.first, self.second]
        self.bounds = Bounds(known[self.first, self.second], ~known[self.second, self.first])
        self.triples = _triples(n_models)
        self.active = self._violated(0.5 + np.sign(self.margin) / 2)
        self.limits: tuple[LinearConstraint, ...] = ()
        self.time_limit = time_limit
        self.started = time.monotonic()
        self.in_doubt = len(self.margin)
        self.low, self.high = 0.0, overruled_by_good_order(np.maximum(margin.T, 0.0), tolerance)

    def best(self) -> BoolArray:
        """Return an order that overrules least, as the variables say it: shape (pairs,), as all arrays here."""
        objective = -self.margin * (_LARGEST / np.abs(self.margin).max())
        x = self._solved(objective, whole=0)
        self.low = self.overruled(x)
        if not _is_whole(x):
            x = self._solved(objective, whole=1)
        self.low = self.high = self.overruled(x > 0.5)
        return x > 0.5

    def overruled(self, x: BoolArray | FloatArray) -> float:
        """Return the margin that an order overrules."""
        return float(np.where(self.margin > 0, self.margin * (1 - x), -self.margin * x).sum())

    def admit(self, most: float) -> None:
        """Admit orders only that overrule no more than that from now on."""
        scale = _LARGEST / np.abs(self.margin).max()
        most -= self.margin[self.margin > 0].sum()
        self.limits = (LinearConstraint(csr_array(-scale * self.margin[None, :]), -np.inf, scale * most),)

    def turned(self, found: BoolArray, reverse: BoolArray) -> BoolArray | None:
        """Return an admitted order that turns round some pairs found in one direction only; None if there is none."""
        doubtful = (found != reverse) & (self.bounds.lb != self.bounds.ub)
        self.in_doubt = int(doubtful.sum())
        objective = np.where(found, 1.0, -1.0) * doubtful
        x = self._solved(objective, whole=0)
        if _n_turned(x, found, doubtful) > 1 - _CERTAIN and not _is_whole(x):
            x = self._solved(objective, whole=1)
        return x > 0.5 if _n_turned(x, found, doubtful) > 1 - _CERTAIN else None

    def _solved(self, objective: FloatArray, *, whole: int) -> FloatArray:
        """Minimise over the orders that are admitted, or over their relaxation if ``whole`` is 0."""
        while True:
            result = milp(
                objective,
                integrality=np.full(len(objective), whole),
                bounds=self.bounds,
                constraints=(self._cuts(), *self.limits),
                options={"mip_rel_gap": 0.0, "time_limit": self._time_left()},
            )
            if result.status:
                raise ConvergenceError(self._what_is_known())
            violated = self._violated(result.x) & ~self.active
            if not violated.any():
                return np.asarray(result.x)
            self.active |= violated

    def _cuts(self) -> LinearConstraint:
        triples = self.triples[:, self.active]
        n_cuts = triples.shape[1]
        row = np.tile(np.arange(n_cuts), 3)
        sign = np.repeat([1.0, 1.0, -1.0], n_cuts)
        return LinearConstraint(csr_array((sign, (row, triples.ravel())), shape=(n_cuts, len(self.margin))), 0, 1)

    def _violated(self, x: FloatArray) -> BoolArray:
        """Return which triples go round."""
        ij, jk, ik = x[self.triples]
        around: BoolArray = np.abs(ij + jk - ik - 0.5) > 0.5 + _WHOLE
        return around

    def _time_left(self) -> float:
        return max(self.started + self.time_limit - time.monotonic(), 0.0)

    def _what_is_known(self) -> str:
        return (
            f"time_limit must be long enough to order {self.second[-1] + 1} models of which none can be ordered apart; "
            f"got {self.time_limit:g} s, after which the least margin that must be overruled lies between {self.low:g} "
            f"and {self.high:g}, and {self.in_doubt} pairs of models are in doubt. Raise it, or use 'schulze'."
        )


def _triples(n_models: int) -> IntArray:
    """Return the variables ij, jk and ik of each three models i < j < k, shape (3, triples)."""
    first, second = np.triu_indices(n_models, 1)
    variable = np.zeros((n_models, n_models), dtype=np.int64)
    variable[first, second] = np.arange(len(first))
    third = np.concatenate([np.arange(start, n_models) for start in second + 1])
    first, second = (np.repeat(end, n_models - 1 - second) for end in (first, second))
    return np.stack([variable[first, second], variable[second, third], variable[first, third]])


def _n_turned(x: FloatArray, found: BoolArray, doubtful: BoolArray) -> float:
    """Return how many doubtful pairs are turned round from how they were found."""
    return float(np.abs(x - found)[doubtful].sum())


def _is_whole(x: FloatArray) -> bool:
    return bool((np.abs(x - np.round(x)) < _WHOLE).all())
