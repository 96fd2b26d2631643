"""Figures that replicated data are compared by, and what to say where observed data differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.diagnosis.findings import About, Findings, Judged, judge
from bayesrank.statistics.separation import MOST_NAMES

type Scale = Literal["plain", "cube_root"]
type Transform = Callable[[FloatArray], FloatArray]

SCALES: Mapping[Scale, tuple[Transform, Transform]] = {
    "plain": (np.asarray, np.asarray),
    "cube_root": (np.cbrt, lambda values: np.maximum(values, 0.0) ** 3),
}


@dataclass(frozen=True)
class Figure:
    """What is measured, and what it means where it is lower or higher than expected.

    Parameters
    ----------
    name : str
    low, high : str
        Sentences with the places ``{names}`` (those that it is alarming of, the worst first), ``{number}`` of them of
        ``{total}``, ``{observed}`` and ``{expected}`` of the worst, ``{program}``, and ``{remedy}`` at the end.
    negative : str, optional
        The same for what is below zero and too low.
    step : float
        Half of the smallest difference that counts; see :func:`~bayesrank.diagnosis.findings.judge`.
    scale : {"plain", "cube_root"}
        On which deviations are measured: sums of squares are nearly normal on that of their cube root (wilson1931).
    limits : tuple of float
        Between which it always lies, and so its bounds.
    remedies : sequence of str
        Programs that know what this shows. The first is the remedy for all others.
    """

    name: str
    low: str
    high: str
    negative: str | None = None
    step: float = 0.0
    scale: Scale = "plain"
    limits: tuple[float, float] = (-np.inf, np.inf)
    remedies: Sequence[str] = ()


def findings_of(
    figure: Figure,
    about: Sequence[About],
    observed: FloatArray,
    replicated: FloatArray,
    program: str,
    false_alarm_rate: float,
    *,
    unit: FloatArray | float = 1.0,
) -> Findings:
    """Judge a figure of all rows, and say what is alarming of which.

    Parameters
    ----------
    figure : Figure
    about : sequence of str or tuple of str
        What each row is of, F of them.
    observed : array of float, shape (F,)
    replicated : array of float, shape (R, F)
    program : str
        Its name.
    false_alarm_rate : float
        See :func:`~bayesrank.diagnosis.findings.judge`.
    unit : float or array of shape (F,)
        What numbers are divided by in the result: trials, where they are right answers.
    """
    there, back = SCALES[figure.scale]
    found = judge(there(observed), there(replicated), false_alarm_rate=false_alarm_rate, step=figure.step)
    own = [back(values) / unit for values in (found.observed, found.expected, found.lower, found.upper)]
    lower, upper = (np.clip(bound, *figure.limits) for bound in own[2:])
    judged = found._replace(observed=own[0], expected=own[1], lower=lower, upper=upper)
    sentences = np.full(len(about), "", dtype=object)
    template = np.where(judged.deviation < 0, figure.low, figure.high)
    if figure.negative is not None:
        template = np.where((judged.deviation < 0) & (judged.observed < 0), figure.negative, template)
    for said in dict.fromkeys(template[judged.alarming].tolist()):
        rows = np.flatnonzero(judged.alarming & (template == said))
        worst = rows[np.argsort(-np.abs(judged.deviation[rows]), kind="stable")]
        sentences[worst] = _said(said, about, judged, worst.tolist(), program, _remedy(figure, program))
    return Findings("predictions", figure.name, about, judged, sentences.tolist())


def _said(template: str, about: Sequence[About], judged: Judged, rows: list[int], program: str, remedy: str) -> str:
    return template.format(
        names=_names([about[row] for row in rows]),
        number=len(rows),
        total=len(about),
        observed=judged.observed[rows[0]],
        expected=judged.expected[rows[0]],
        program=program,
        remedy=remedy,
    )


def _remedy(figure: Figure, program: str) -> str:
    return f" Use {figure.remedies[0]!r}." if figure.remedies and program not in figure.remedies else ""


def _names(about: Sequence[About]) -> str:
    """Return the first in one line, and how many more there are."""
    words = [_name(one) for one in about[:MOST_NAMES]]
    more = len(about) - MOST_NAMES
    return ", ".join(words) + (f" and {more} more" if more > 0 else "")


def _name(about: About) -> str:
    if isinstance(about, str):
        return repr(about)
    return (" against " if len(about) == 2 else ", ").join(map(repr, about))
