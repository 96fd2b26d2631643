"""All predictive figures of a check, in standard deviations from what the program expects."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import numpy as np

from bayesrank.diagnosis.check import Check
from bayesrank.errors import DataError
from bayesrank.plots.canvas import INCHES_A_MODEL, LETTERS_A_PANEL, name_inches, name_models, new_figure, write_captions

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

FARTHEST = 8.0  # standard deviations; what is beyond lies on the edge
FINE, ALARMING = "#8a97a5", "#d55e00"
SHIFT = 0.25  # of the dots of one figure, so that few hide each other
STATEMENT = (
    "Deviation of each figure from what the program expects, one dot a model, question or pair; alarming in orange"
)


def plot_check(check: Check, *, axes: Axes | None = None) -> Axes:
    """Draw the deviation of every predictive figure, one dot for each model, question or pair that it is of.

    Parameters
    ----------
    check : Check
    axes : Axes, optional
        Where to draw; a new figure, unknown to pyplot, by default.

    Returns
    -------
    Axes

    Raises
    ------
    DataError
        If the check has no predictive figure.
    """
    rows = predictive_rows(check)
    names = list(dict.fromkeys(rows["figure"]))
    if axes is not None:
        _draw(axes, rows, names)
        axes.set_title(textwrap.fill(STATEMENT, LETTERS_A_PANEL), fontsize=10)
        return axes
    figure = new_figure(6.5 + name_inches(names), 1.2 + INCHES_A_MODEL * len(names))
    axes = figure.subplots()
    _draw(axes, rows, names)
    write_captions(figure, STATEMENT, [f"warning: {warning}" for warning in check.warnings])
    return axes


def predictive_rows(check: Check, figure: str | None = None) -> pd.DataFrame:
    """Return the rows of a predictive figure, or of all, that have a deviation.

    Raises
    ------
    DataError
        If there are none.
    """
    table = check.table
    rows = table[(table["area"] == "predictions") & table["deviation"].notna()]
    if figure is not None:
        rows = rows[rows["figure"] == figure]
    if rows.empty:
        what = "a predictive figure" if figure is None else f"the figure {figure!r}"
        message = f"check must have {what} to be drawn; it has none. See its left_out."
        raise DataError(message)
    return rows


def _draw(axes: Axes, rows: pd.DataFrame, names: list[str]) -> None:
    for place, name in enumerate(names):
        of_figure = rows[rows["figure"] == name]
        deviation = np.clip(of_figure["deviation"].to_numpy(dtype=np.float64), -FARTHEST, FARTHEST)
        alarming = of_figure["alarming"].to_numpy(dtype=bool)
        height = place + SHIFT * (np.arange(len(deviation)) % 3 - 1) * (len(deviation) > 1)
        axes.plot(deviation[~alarming], height[~alarming], "o", color=FINE, markersize=4, alpha=0.7)
        axes.plot(deviation[alarming], height[alarming], "o", color=ALARMING, markersize=6)
    axes.axvline(0, color="#1c2733", linewidth=0.8)
    name_models(axes, names)
    axes.set_xlabel("standard deviations of replicated data")
    axes.grid(axis="x", color="#d5d5d5", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
