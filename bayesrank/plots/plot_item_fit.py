"""How well each question tells good models from bad ones, beside what the program expects."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import numpy as np

from bayesrank.diagnosis.check import Check
from bayesrank.diagnosis.predictive_outcomes import DISCRIMINATION
from bayesrank.plots.canvas import INCHES_A_MODEL, LETTERS_A_PANEL, name_inches, name_models, new_figure, write_captions
from bayesrank.plots.plot_check import ALARMING, predictive_rows

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

COLOUR, BAR = "#1f4e79", "#c9d3de"
STATEMENT = (
    "Discrimination of each question (dots) and where {program} expects it (bars, of all questions together); alarming "
    "in orange"
)
LABEL = "more right answers for a standard deviation of models"


def plot_item_fit(check: Check, *, axes: Axes | None = None, most: int = 40) -> Axes:
    """Draw the discrimination of each question with its bounds, the least on top.

    A question is beyond its bounds by chance in a share of the data sets that is the false alarm rate of the check, for
    all questions together. On the left of zero better models solve it less often.

    Parameters
    ----------
    check : Check
        Of right and wrong answers.
    axes : Axes, optional
        Where to draw; a new figure, unknown to pyplot, by default.
    most : int
        Draw only so many questions, those that deviate most.

    Returns
    -------
    Axes

    Raises
    ------
    DataError
        If the check has no discrimination of questions.
    ValueError
        If ``most`` is below 1.
    """
    if most < 1:
        message = f"most must be at least 1; got {most}. Leave it out to draw 40 questions."
        raise ValueError(message)
    table = predictive_rows(check, DISCRIMINATION.name)
    farthest = table["deviation"].abs().sort_values(ascending=False, kind="stable").index[:most]
    rows = table.loc[farthest].sort_values("observed", kind="stable")
    names = [str(name) for name in rows["about"]]
    left = f" ({len(rows)} of {len(table)} questions, those that deviate most)" if len(rows) < len(table) else ""
    statement = STATEMENT.format(program=check.program) + left
    if axes is not None:
        _draw(axes, rows, names)
        axes.set_title(textwrap.fill(statement, LETTERS_A_PANEL), fontsize=10)
        return axes
    figure = new_figure(6.0 + name_inches(names), 1.0 + INCHES_A_MODEL * len(rows))
    axes = figure.subplots()
    _draw(axes, rows, names)
    write_captions(figure, statement, [])
    return axes


def _draw(axes: Axes, rows: pd.DataFrame, names: list[str]) -> None:
    places = np.arange(len(rows))
    alarming = rows["alarming"].to_numpy(dtype=bool)
    observed = rows["observed"].to_numpy(dtype=np.float64)
    axes.hlines(places, rows["lower"], rows["upper"], color=BAR, linewidth=6)
    axes.plot(rows["expected"], places, "|", color="#69727a", markersize=8)
    axes.plot(observed[~alarming], places[~alarming], "o", color=COLOUR, markersize=5)
    axes.plot(observed[alarming], places[alarming], "o", color=ALARMING, markersize=6)
    axes.axvline(0, color="#1c2733", linewidth=0.8)
    name_models(axes, names)
    axes.set_xlabel(LABEL)
    axes.spines[["top", "right"]].set_visible(False)
