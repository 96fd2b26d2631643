"""Robust generalist or aggressive specialist: what confidence bounds let one say of each model, and no more."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from bayesrank.arrays import BoolArray, IntArray
from bayesrank.options import check_positive, check_probability
from bayesrank.plain_records import plain_records
from bayesrank.swiss.fragility.estimates import Bounds, Uncertainty, simultaneous_bounds
from bayesrank.swiss.fragility.failure_sensitivity import FailureSensitivity

if TYPE_CHECKING:
    import pandas as pd

CLASSES = (
    "robust generalist",
    "aggressive specialist",
    "strength-limited",
    "unexposed",
    "exposed",
    "indeterminate",
)
ROBUST, SPECIALIST, LIMITED, UNEXPOSED, EXPOSED, INDETERMINATE = range(6)
UNEVEN = "uneven profile"


@dataclass(frozen=True)
class SensitivityThresholds:
    """What counts as sensitive, as more than strength explains, as strong, and as uneven.

    Parameters
    ----------
    delta : float
        Share of its wins that a model may lose with one more elimination and still be robust.
    delta_excess : float
        Share of its wins that it must lose beyond the reference to be a specialist.
    gate : float or None
        Expected wins without eliminations from which on a model is strong; the median over the models by default.
    uneven_z : float
        Robust z of the profile spread above which a profile is uneven.
    alpha : float
        Probability that any of the bounds that the classes read fails.

    Raises
    ------
    ValueError
        If one is not positive, the gate is no number of at least 0, or alpha is no probability.
    """

    delta: float = 0.05
    delta_excess: float = 0.05
    gate: float | None = None
    uneven_z: float = 3.0
    alpha: float = 0.05

    def __post_init__(self) -> None:
        for name in ("delta", "delta_excess", "uneven_z"):
            check_positive(name, getattr(self, name))
        if self.gate is not None:
            _check_gate(self.gate)
        check_probability("alpha", self.alpha)


def _check_gate(gate: object) -> None:
    if not isinstance(gate, Real) or not 0 <= float(gate) < np.inf:
        message = f"gate must be expected wins of at least 0, finite; got {gate!r}. Leave it out for the median."
        raise ValueError(message)


@dataclass(frozen=True, eq=False, repr=False)
class SensitivityClasses:
    """The class of each of M models; all bounds that classes rest on hold at once.

    Parameters
    ----------
    models : tuple of str
        Names.
    labels : tuple of str
        Of each model, one of ``CLASSES``.
    uneven : array of bool, shape (M,)
        Whether its profile over the rounds is uneven: it does fail on some, wherever these stand in the sequence.
    strong : array of bool, shape (M,)
        Whether it passes the gate of expected wins without eliminations. Its uncertainty is not looked at.
    normalised, excess : Bounds, shape (M,)
        Simultaneous bounds on the normalised coefficient and on its excess over the reference.
    thresholds : SensitivityThresholds
        With the gate that was used.
    uncertainty : {"posterior", "monte_carlo", "exact"}
        What bounds are of. Only the first has the uncertainty of the data in it.
    warnings : tuple of str
    """

    models: tuple[str, ...]
    labels: tuple[str, ...]
    uneven: BoolArray
    strong: BoolArray
    normalised: Bounds
    excess: Bounds
    thresholds: SensitivityThresholds
    uncertainty: Uncertainty
    warnings: tuple[str, ...]

    def __repr__(self) -> str:
        counts = ", ".join(f"{self.labels.count(name)} {name}" for name in CLASSES if name in self.labels)
        return (
            f"SensitivityClasses({len(self.models)} models: {counts}; {int(self.uneven.sum())} with uneven profiles; "
            f"uncertainty: {self.uncertainty})"
        )

    def frame(self) -> pd.DataFrame:
        """Return one row a model.

        Returns
        -------
        DataFrame
            Columns ``model``, ``class``, ``qualifier`` (``"uneven profile"`` or nothing), ``strong``, and the
            simultaneous bounds ``normalised_lower``, ``normalised_upper``, ``excess_lower`` and ``excess_upper``.
        """
        import pandas as pd

        columns: dict[str, Any] = {"model": list(self.models), "class": list(self.labels)}
        columns |= {"qualifier": np.where(self.uneven, UNEVEN, ""), "strong": self.strong}
        for name, bounds in (("normalised", self.normalised), ("excess", self.excess)):
            columns |= {f"{name}_lower": bounds.lower, f"{name}_upper": bounds.upper}
        return pd.DataFrame(columns)

    def record(self) -> dict[str, Any]:
        """Return all as plain lists, dictionaries, text and numbers.

        Returns
        -------
        dict
            ``models``, the records of :meth:`frame`; ``thresholds`` by their names, the gate being the one that was
            used; ``uncertainty`` and ``warnings``.
        """
        return {
            "thresholds": asdict(self.thresholds),
            "uncertainty": self.uncertainty,
            "warnings": list(self.warnings),
            "models": plain_records(self.frame()),
        }


def classify_sensitivity(
    sensitivity: FailureSensitivity, thresholds: SensitivityThresholds | None = None
) -> SensitivityClasses:
    """Put each model into a class, by bounds that hold for all models at once.

    With l the normalised coefficient and x its excess over the reference, among models that pass the gate:

    - robust generalist: the lower bound of l is above -delta. That it is not significantly sensitive is not enough.
    - aggressive specialist: the upper bound of l is below -delta and that of x below -delta_excess: it is more
      sensitive than its strength implies.
    - strength-limited: the upper bound of l is below -delta, but that of x is not below -delta_excess.

    Below the gate a model is unexposed or exposed by the first bound or the second. All else is indeterminate.

    Parameters
    ----------
    sensitivity : FailureSensitivity
    thresholds : SensitivityThresholds, optional

    Returns
    -------
    SensitivityClasses

    References
    ----------
    liu2025
    """
    limits = thresholds or SensitivityThresholds()
    strength = sensitivity.expected.value[0]
    gate = float(np.median(strength)) if limits.gate is None else limits.gate
    normalised, excess = simultaneous_bounds([sensitivity.normalised, sensitivity.excess], limits.alpha)
    strong = strength >= gate
    z = sensitivity.spread.robust_z.value
    label = _labels(strong, normalised, excess, limits)
    doubts = list(sensitivity.warnings)
    if np.isnan(z).any():
        doubts.append("profiles cannot be called uneven where most of the other models have the same spread")
    return SensitivityClasses(
        models=sensitivity.models,
        labels=tuple(CLASSES[number] for number in label),
        uneven=z > limits.uneven_z,
        strong=strong,
        normalised=normalised,
        excess=excess,
        thresholds=replace(limits, gate=gate),
        uncertainty=sensitivity.uncertainty,
        warnings=tuple(doubts),
    )


def _labels(strong: BoolArray, normalised: Bounds, excess: Bounds, limits: SensitivityThresholds) -> IntArray:
    """Return positions in ``CLASSES``; bounds that are NaN make a model indeterminate."""
    insensitive, sensitive = normalised.lower > -limits.delta, normalised.upper < -limits.delta
    beyond = excess.upper < -limits.delta_excess
    return np.select(
        [strong & insensitive, strong & sensitive & beyond, strong & sensitive, insensitive, sensitive],
        [ROBUST, SPECIALIST, LIMITED, UNEXPOSED, EXPOSED],
        default=INDETERMINATE,
    )
