"""The prior of difficulties of questions that programs of answers share, on the logit scale."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bayesrank.options import check_positive
from bayesrank.programs.abilities import Spread

if TYPE_CHECKING:
    from pytensor.tensor import TensorVariable

MEAN_SCALE = 1.5  # of the prior of the mean difficulty, in logits
DIFFICULTY_SPREAD = Spread(2.0, 0.5)  # in logits


def difficulties(name: str = "difficulty", *, scale: float | None = None) -> TensorVariable:
    """Add ``name[question] ~ Normal(name_mean, name_spread)`` to the model in the context, all in logits.

    ``name_mean ~ Normal(0, 1.5)``, ``name_spread ~ LogNormal(log 2, 0.5)``, centred: the other forms of this hierarchy
    mix worse.

    Parameters
    ----------
    name : str
        ``"difficulty"``, or ``"easiness"``, which is the other way up.
    scale : float, optional
        Fixes the spread instead of learning it, in logits.

    Raises
    ------
    ValueError
        If the scale is not positive.
    """
    import pymc as pm

    mean = pm.Normal(f"{name}_mean", 0.0, pm.Data(f"{name}_mean_scale", MEAN_SCALE))
    if scale is None:
        log_median = pm.Data(f"{name}_spread_log_median", DIFFICULTY_SPREAD.log_median)
        spread = pm.LogNormal(f"{name}_spread", log_median, DIFFICULTY_SPREAD.log_sd)
    else:
        check_positive(f"{name}_scale", scale)
        spread = pm.Data(f"{name}_spread", float(scale))
    return pm.Normal(name, mean, spread, dims="question")
