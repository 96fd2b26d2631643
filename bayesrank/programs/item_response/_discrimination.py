"""Questions that tell models apart more or less sharply: their prior, and chances of right answers with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import expit

from bayesrank.arrays import FloatArray
from bayesrank.options import check_positive
from bayesrank.programs.item_response._questions import chance_on_new_questions, spread_of
from bayesrank.programs.program import Draws

if TYPE_CHECKING:
    from pytensor.tensor import TensorVariable

SPREAD_MEDIAN, SPREAD_LOG_SD = 0.3, 0.5  # of log discriminations: most questions within a factor of two of the typical
NODES = 11  # of Gauss-Hermite, for discriminations of questions that were not asked


def discriminations(*, scale: float | None = None) -> TensorVariable:
    """Add ``discrimination[question]``, positive, to the model in the context.

    ``log_discrimination ~ ZeroSumNormal(discrimination_spread)``, ``discrimination_spread ~ LogNormal(log 0.3, 0.5)``.
    That logarithms sum to zero says how long a logit of ability is: a typical question has discrimination 1. Without
    it the likelihood could stretch abilities and shrink discriminations, and chains mix badly.

    Parameters
    ----------
    scale : float, optional
        Fixes the spread instead of learning it.

    Raises
    ------
    ValueError
        If the scale is not positive.
    """
    import pymc as pm
    import pytensor.tensor as pt

    if scale is None:
        log_median = pm.Data("discrimination_spread_log_median", np.log(SPREAD_MEDIAN))
        spread = pm.LogNormal("discrimination_spread", log_median, SPREAD_LOG_SD)
    else:
        check_positive("discrimination_scale", scale)
        spread = pm.Data("discrimination_spread", float(scale))
    return pm.Deterministic(
        "discrimination", pt.exp(pm.ZeroSumNormal("log_discrimination", spread, dims="question")), dims="question"
    )


def located(easiness: TensorVariable, discrimination: TensorVariable) -> None:
    """Add ``difficulty[question]``, the ability at which the logit is zero, to the model in the context."""
    import pymc as pm

    pm.Deterministic("difficulty", -easiness / discrimination, dims="question")


def chance_of_slopes(draws: Draws) -> FloatArray:
    """Return the chance of an answer with logit ``discrimination * ability + easiness``, shape (n_draws, L, M)."""
    slope, easiness = draws["discrimination"][:, None, :], draws["easiness"][:, None, :]
    return np.asarray(expit(draws["ability"][:, :, None] * slope + easiness))


def chance_of_new_slopes(
    draws: Draws, *, easiness_scale: float | None, discrimination_scale: float | None
) -> FloatArray:
    """Return the chance of that on a question whose easiness and log discrimination are normal, shape (n_draws, L).

    By Gauss-Hermite quadrature in both.
    """
    spread = spread_of(draws, "easiness", easiness_scale)
    log_spread = spread_of(draws, "discrimination", discrimination_scale)
    nodes, weights = np.polynomial.hermite_e.hermegauss(NODES)
    chance = np.zeros_like(draws["ability"])
    for node, weight in zip(nodes, weights / weights.sum(), strict=True):
        stretched = draws["ability"] * np.exp(log_spread * node)[:, None]
        chance += weight * chance_on_new_questions(stretched, -draws["easiness_mean"], spread)
    return chance
