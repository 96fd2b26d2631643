"""How far the win rate of each pair of models is from what the program expects, as a heat map."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import numpy as np

from bayesrank.diagnosis.check import Check
from bayesrank.diagnosis.predictive_battles import OF_MODELS, WIN_RATE
from bayesrank.plots.canvas import (
    INCHES_A_MODEL,
    LETTERS_A_PANEL,
    add_colour_bar,
    labels,
    name_inches,
    name_models,
    new_figure,
    write_captions,
)
from bayesrank.plots.plot_check import ALARMING, predictive_rows

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from bayesrank.arrays import BoolArray, FloatArray

LEAST_RANGE = 3.0  # standard deviations, so that noise stays pale
STATEMENT = "Win rate of the row's model against the column's, from what {program} expects; alarming pairs are framed"
LABEL = "standard deviations"


def plot_pair_residuals(check: Check, *, axes: Axes | None = None) -> Axes:
    """Draw the deviation of the win rate of each pair, models by their win rates, best on top.

    Pairs that never met are grey.

    Parameters
    ----------
    check : Check
        Of battles.
    axes : Axes, optional
        Where to draw; a new figure, unknown to pyplot, by default.

    Returns
    -------
    Axes

    Raises
    ------
    DataError
        If the check has no win rates of pairs.
    """
    pairs = predictive_rows(check, WIN_RATE.name)
    models = predictive_rows(check, OF_MODELS.name).sort_values("observed", ascending=False, kind="stable")
    names = [str(name) for name in models["about"]]
    place = {name: number for number, name in enumerate(names)}
    deviation, alarming = np.full((len(names), len(names)), np.nan), np.zeros((len(names), len(names)), dtype=bool)
    for (one, other), value, alarm in zip(pairs["about"], pairs["deviation"], pairs["alarming"], strict=True):
        row, column = place[one], place[other]
        deviation[row, column], deviation[column, row] = value, -value
        alarming[[row, column], [column, row]] = alarm
    statement = STATEMENT.format(program=check.program)
    if axes is not None:
        _draw(axes, names, deviation, alarming)
        axes.set_title(textwrap.fill(statement, LETTERS_A_PANEL), fontsize=10)
        return axes
    side = INCHES_A_MODEL * 1.4 * len(names) + name_inches(names)
    figure = new_figure(max(side + 1.4, 5.0), side + 0.6)
    axes = figure.subplots()
    _draw(axes, names, deviation, alarming)
    write_captions(figure, statement, [])
    return axes


def _draw(axes: Axes, names: list[str], deviation: FloatArray, alarming: BoolArray) -> None:
    from matplotlib.patches import Rectangle

    finite = np.abs(deviation[np.isfinite(deviation)])
    most = max(LEAST_RANGE, float(finite.max())) if finite.size else LEAST_RANGE
    image = axes.imshow(deviation, cmap="PuOr_r", vmin=-most, vmax=most, aspect="auto")
    add_colour_bar(axes, image, LABEL)
    axes.set_facecolor("#e6e6e6")  # pairs that never met, and the diagonal
    for row, column in np.argwhere(alarming).tolist():
        axes.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, fill=False, edgecolor=ALARMING, linewidth=2))
    name_models(axes, names)
    axes.set_xticks(range(len(names)), labels(names), rotation=90, parse_math=False)
