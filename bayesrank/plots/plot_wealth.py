"""What bets on pairs of models won, look by look."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import pairwise
from math import log
from typing import TYPE_CHECKING

import numpy as np

from bayesrank.errors import DataError
from bayesrank.plots.canvas import LETTERS_A_PANEL, new_figure, write_captions
from bayesrank.plots.plot_comparison import COLOURS
from bayesrank.sequential.rank_report import RankReport

if TYPE_CHECKING:
    from matplotlib.axes import Axes

type Pair = tuple[str, str]

LINE = "#69727a"


def plot_wealth(
    reports: Sequence[RankReport], *, pairs: Sequence[Pair] | None = None, axes: Axes | None = None
) -> Axes:
    """Draw the wealth of pairs of models at every look: the evidence that the first of them is the better one.

    The dashed line is the wealth that certifies a pair whatever the other pairs are; together with others less may do.
    A line ends in a triangle where no scores of the questions left can change who is better.

    Parameters
    ----------
    reports : sequence of RankReport
        Of one sequence, look by look.
    pairs : sequence of (str, str), optional
        Names of the better model and of the other; by default neighbours in the last report, the first six.
    axes : Axes, optional
        Where to draw; a new figure, unknown to pyplot, by default.

    Returns
    -------
    Axes

    Raises
    ------
    DataError
        If there is no report, or a model is none of the sequence.
    """
    if not reports:
        message = "reports must be those of at least one look; got none. Keep what report() returns."
        raise DataError(message)
    last = reports[-1]
    chosen = _neighbours(last) if pairs is None else list(pairs)
    for name in (name for pair in chosen for name in pair):
        if name not in last.models:
            message = f"pairs must be of models of the sequence; got {name!r}. Check the spelling."
            raise DataError(message)
    heading = f"Wealth of bets that one model is better than another, on {last.target_words}"
    if axes is not None:
        _draw(axes, reports, chosen)
        axes.set_title(textwrap.fill(heading, LETTERS_A_PANEL), fontsize=10)
        return axes
    figure = new_figure(8, 4.5)
    axes = figure.subplots()
    _draw(axes, reports, chosen)
    write_captions(figure, heading, [f"warning: {warning}" for warning in last.warnings])
    return axes


def _neighbours(report: RankReport) -> list[Pair]:
    names = report.frame().sort_values("mean_score", ascending=False, kind="stable")["model"].to_list()
    return list(pairwise(names))[: len(COLOURS)]


def _draw(axes: Axes, reports: Sequence[RankReport], pairs: list[Pair]) -> None:
    last = reports[-1]
    n_models = len(last.models)
    needed = log(n_models * (n_models - 1) / last.alpha) / log(10)
    questions = np.array([report.n_questions for report in reports])
    for number, (better, other) in enumerate(pairs):
        place = last.models.index(better), last.models.index(other)
        wealth = np.array([report.log_wealth[place] for report in reports]) / log(10)
        finite, colour = np.isfinite(wealth), COLOURS[number % len(COLOURS)]
        axes.plot(questions[finite], wealth[finite], color=colour, linewidth=1.6, label=f"{better} above {other}")
        if not finite.all() and finite.any():
            axes.plot(questions[finite][-1], wealth[finite][-1], "^", color=colour, markersize=7)
    axes.axhline(needed, color=LINE, linestyle="--", linewidth=1)
    axes.axhline(0, color=LINE, linewidth=0.6)
    axes.set_xlabel("questions")
    axes.set_ylabel("wealth, power of ten")
    legend = axes.legend(fontsize=9, frameon=False)
    for text in legend.get_texts():
        text.set_parse_math(False)  # a name is no formula
    axes.spines[["top", "right"]].set_visible(False)
