"""The likelihood of who won, given how many did: in PyMC, and with its derivatives in NumPy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.programs.newton import Derivatives
from bayesrank.statistics.setwise_counts import Totals

if TYPE_CHECKING:
    from pytensor.tensor import TensorVariable


@dataclass(frozen=True, eq=False)
class GivenTotals:
    """Events by attempts and total, R rows, and how strongly abilities bear on each.

    ``P(won | total) = prod_l C(attempts_l, won_l) x_l^won_l / e_total(x; attempts)`` with ``x = exp(scale * ability)``
    and e the elementary symmetric polynomial (:mod:`bayesrank.programs.setwise._symmetric_polynomials`).

    Parameters
    ----------
    rows : Totals
    scale : array of float, shape (R,)
    """

    rows: Totals
    scale: FloatArray

    def at(self, ability: FloatArray) -> Derivatives:
        """Return the log likelihood at abilities, shape (L,), with its derivatives."""
        from bayesrank.programs.setwise._symmetric_polynomials import log_polynomials, moments_of_wins

        rows, n_events = self.rows, self.rows.n_events.astype(np.float64)
        log_all, tilt = log_polynomials(ability, self.scale, rows.attempts, rows.total)
        expected, curvature = moments_of_wins(ability, self.scale, rows.attempts, rows.total, tilt, n_events)
        won = self.scale @ rows.wins
        value = won @ ability - n_events @ log_all + rows.log_coefficient.sum()
        return Derivatives(float(value), won - expected, curvature)

    def observe(self, ability: TensorVariable) -> TensorVariable:
        """Add observed ``wins[row, model]`` to the model in the context.

        The log density of a row is that of its events one by one, of which the observed values are the sum over
        events, sufficient for abilities. Draws are sums over as many events.
        """
        import pymc as pm

        from bayesrank.programs.setwise._polynomial_op import LogPolynomials

        rows = self.rows
        scale = pm.Data("wins_scale", self.scale, dims="row")
        attempts = pm.Data("wins_attempts", rows.attempts, dims=("row", "model"))
        total = pm.Data("wins_total", rows.total, dims="row")
        n_events = pm.Data("wins_events", rows.n_events, dims="row")
        coefficient = pm.Data("wins_coefficient", rows.log_coefficient, dims="row")
        log_all, tilt = LogPolynomials()(ability, scale, attempts, total)
        return pm.CustomDist(
            "wins",
            *(ability, scale, coefficient - n_events * log_all, attempts, total, tilt, n_events),
            logp=_log_density,
            dist=_draw,
            signature="(m),(),(),(m),(),(),()->(m)",
            observed=pm.Data("wins_observed", rows.wins.astype(np.float64), dims=("row", "model")),
            dims=("row", "model"),
        )


def _log_density(value: TensorVariable, *parameters: TensorVariable) -> TensorVariable:
    ability, scale, constant, *_ = parameters
    return scale * (value * ability).sum(axis=-1) + constant


def _draw(*parameters: TensorVariable) -> TensorVariable:
    import pymc as pm

    from bayesrank.programs.setwise._polynomial_op import DrawnWins

    ability, scale, _, attempts, total, tilt, n_events, _ = parameters
    uniform = pm.Uniform.dist(size=(n_events.sum(), ability.shape[0]))
    return DrawnWins()(ability, scale, attempts, total, tilt, n_events, uniform)
