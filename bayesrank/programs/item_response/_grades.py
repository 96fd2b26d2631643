"""Grades, categories in the order of their utility, and their likelihood by cumulative logits."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.special import gammaln

from bayesrank.arrays import FloatArray
from bayesrank.errors import DataError
from bayesrank.statistics.outcome_counts import OutcomeCounts

if TYPE_CHECKING:
    from pytensor.tensor import TensorVariable


class Grades(NamedTuple):
    """How often each grade was given, shape (L, M, C + 1), and what each is worth, rising, shape (C + 1,)."""

    counts: FloatArray
    utility: FloatArray


def grades(counts: OutcomeCounts) -> Grades:
    """Order categories by their utility; those of one utility are one grade.

    Raises
    ------
    DataError
        If outcomes are fractions.
    """
    if counts.fractional:
        message = (
            "graded_response must have outcomes in categories; got fractions in [0, 1]. Use program='population', or "
            "round the fractions to categories with weights."
        )
        raise DataError(message)
    utility, grade = np.unique(counts.weights, return_inverse=True)
    return Grades(counts.counts @ np.eye(len(utility))[grade], utility)


def cumulative_logit(name: str, logit: TensorVariable, gap: TensorVariable | None, counts: FloatArray) -> None:
    """Add observed counts of grades to the model in the context: the log odds of grade c or more are ``logit[..., c]``.

    With u_c for the logit of step c and g_c = u_c - u_(c+1), a grade between two steps has the probability
    ``sigmoid(u_c) sigmoid(-u_(c+1)) (1 - exp(-g_c))``. So the likelihood is that of a binomial for each step, of those
    just above it among those just above and just below, and of the gaps, which are the same for all models. For two
    grades it is the binomial. A cell without trials adds nothing.

    Parameters
    ----------
    name : str
        Name of the observed variable; its data are ``{name}_observed``, ``{name}_trials`` and ``{name}_coefficient``.
    logit : TensorVariable, shape (L, M, C)
    gap : TensorVariable, shape (M, C - 1), or None
        How far apart the steps are, positive; None for two grades.
    counts : array of float, shape (L, M, C + 1)
    """
    import pymc as pm
    import pytensor.tensor as pt

    trials = counts.sum(axis=2)
    coefficient = gammaln(trials + 1) - gammaln(counts + 1).sum(axis=2)
    cell = ("model", "question")
    end = pt.zeros((counts.shape[1], 1))
    room = pt.zeros((1, 2)) if gap is None else pt.concatenate([end, pt.log1mexp(-gap), end], axis=1)
    pm.CustomDist(
        name,
        logit,
        room,
        pm.Data(f"{name}_trials", trials, dims=cell),
        pm.Data(f"{name}_coefficient", coefficient, dims=cell),
        logp=_log_probability,
        dist=_draw,
        signature="(t),(k),(),()->(k)",
        observed=pm.Data(f"{name}_observed", counts, dims=(*cell, "grade")),
        dims=(*cell, "grade"),
    )


def _log_probability(
    value: TensorVariable,
    logit: TensorVariable,
    room: TensorVariable,
    trials: TensorVariable,  # noqa: ARG001 (it is the sum of the value)
    coefficient: TensorVariable,
) -> TensorVariable:
    import pytensor.tensor as pt

    above, below = value[..., 1:], value[..., :-1]
    steps = above * logit - (above + below) * pt.softplus(logit)
    return steps.sum(axis=-1) + (value * room).sum(axis=-1) + coefficient


def _draw(
    logit: TensorVariable,
    room: TensorVariable,  # noqa: ARG001 (the logits know the gaps)
    trials: TensorVariable,
    coefficient: TensorVariable,  # noqa: ARG001
    size: TensorVariable,  # noqa: ARG001
) -> TensorVariable:
    import pymc as pm
    import pytensor.tensor as pt

    reached = pt.sigmoid(logit)
    end = pt.ones_like(reached[..., :1])
    at_least = pt.concatenate([end, reached, pt.zeros_like(end)], axis=-1)
    drawn = pm.Multinomial.dist(pt.cast(trials, "int64"), at_least[..., :-1] - at_least[..., 1:])
    return pt.cast(drawn, "float64")
