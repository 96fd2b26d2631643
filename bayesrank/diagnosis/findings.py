"""What a check finds of one figure: what was observed, what was to be expected, and whether that is alarming."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from bayesrank.arrays import BoolArray, FloatArray

if TYPE_CHECKING:
    import pandas as pd

type Area = Literal["convergence", "identification", "predictions", "information"]
type About = str | tuple[str, ...]

ALL = "all"  # what a figure is of that has one row
ROUNDING = 1e-9
KNOWN_SHARE = 0.5  # of the replicated data sets must have a figure for it to be judged


class Judged(NamedTuple):
    """A figure beside what is expected of it, each of shape (F,); NaN where there is no such number.

    A row is alarming beyond ``lower`` and ``upper``. Its ``deviation`` is in standard deviations, and ``p`` is
    adjusted: how probable it is that any of the F rows deviates as much.
    """

    observed: FloatArray
    expected: FloatArray
    lower: FloatArray
    upper: FloatArray
    deviation: FloatArray
    p: FloatArray
    alarming: BoolArray


@dataclass(frozen=True, eq=False)
class Findings:
    """One figure of all that it is of.

    Parameters
    ----------
    area : {"convergence", "identification", "predictions", "information"}
    figure : str
        What is measured.
    about : sequence of str or tuple of str
        The model, question, pair or triple of models that each row is of, F of them.
    judged : Judged
    sentences : sequence of str
        What is alarming about each row, equal for rows with the same complaint; "" for those that are fine.
    """

    area: Area
    figure: str
    about: Sequence[About]
    judged: Judged
    sentences: Sequence[str]

    def table(self) -> pd.DataFrame:
        """Return a row for each that the figure is of."""
        import pandas as pd

        about = np.empty(len(self.about), dtype=object)
        about[:] = self.about
        return pd.DataFrame(
            {
                "area": self.area,
                "figure": self.figure,
                "about": about,
                **self.judged._asdict(),
                "sentence": list(self.sentences),
            }
        )


def threshold(
    area: Area,
    figure: str,
    observed: float,
    *,
    lower: float = -np.inf,
    upper: float = np.inf,
    sentence: str,
    about: str = ALL,
) -> Findings:
    """Return the findings of one number that has a threshold, and no distribution that it is compared with."""
    nothing = np.full(1, np.nan)
    alarming = not lower <= observed <= upper  # NaN too
    bounds = np.array([lower]), np.array([upper])
    judged = Judged(np.array([float(observed)]), nothing, *bounds, nothing, nothing, np.array([alarming]))
    return Findings(area, figure, (about,), judged, [sentence if alarming else ""])


def judge(
    observed: FloatArray,
    replicated: FloatArray,
    *,
    false_alarm_rate: float,
    step: float = 0.0,
) -> Judged:
    """Compare a figure of all rows with that of replicated data, so that one false alarm of all rows is rare.

    Each row is measured in its standard deviations over the replicated data sets, and the greatest deviation of any row
    with the distribution that the greatest has in these. So the probability that one row or more is beyond its bounds,
    though the program is true, is about ``false_alarm_rate``, however many rows there are and however they depend on
    each other; it is less for a figure to which the program was fitted, such as the right answers of a model.

    Parameters
    ----------
    observed : array of float, shape (F,)
    replicated : array of float, shape (R, F)
        Of data sets drawn from the posterior predictive distribution; NaN where a data set has no such figure.
    false_alarm_rate : float
        At least ``1 / (R + 1)``.
    step : float
        Half of the smallest difference that counts, in units of the figure; of a count one half. It is added to the
        standard deviation in squares, so that a count that never moves in replicated data is not infinitely far off,
        and no row within twice of it is alarming: a single right answer to a question that nobody should solve is no
        alarm, however surely nobody should.

    References
    ----------
    gelman1996; westfall1993 (the greatest deviation)
    """
    n_sets = len(replicated)
    valid = np.isfinite(replicated)
    n_valid = np.maximum(valid.sum(axis=0), 1)
    known = (n_valid >= KNOWN_SHARE * n_sets) & np.isfinite(observed)
    mean = np.where(valid, replicated, 0.0).sum(axis=0) / n_valid
    off = np.where(valid & known, replicated - mean, 0.0)
    spread = np.sqrt((off**2).sum(axis=0) / n_valid + step**2)
    varies = spread > ROUNDING * (1 + np.abs(mean))
    certain = np.where(np.isclose(observed, mean), 0.0, np.copysign(np.inf, observed - mean))
    deviation = np.divide(observed - mean, spread, out=certain, where=varies)
    largest = np.sort(np.abs(np.divide(off, spread, out=np.zeros_like(off), where=varies)).max(axis=1))
    bound = largest[-int(false_alarm_rate * (n_sets + 1))]
    as_large = n_sets - np.searchsorted(largest, np.abs(deviation), side="left")
    half, p = np.maximum(bound * spread, 2 * step), (1 + as_large) / (n_sets + 1)
    alarming = known & (np.abs(observed - mean) > half + ROUNDING * (1 + np.abs(mean)))
    mean, lower, upper, deviation, p = (
        np.where(known, values, np.nan) for values in (mean, mean - half, mean + half, deviation, p)
    )
    return Judged(observed, mean, lower, upper, deviation, p, alarming)
