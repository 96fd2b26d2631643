"""How probably each model is above each other, as a heat map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.plots.canvas import (
    INCHES_A_MODEL,
    add_colour_bar,
    caption_axes,
    caption_figure,
    labels,
    name_inches,
    name_models,
    new_figure,
    shown_models,
)
from bayesrank.ranks.fit import Fit
from bayesrank.ranks.ranking import Ranking
from bayesrank.ranks.wording import probability_text

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MOST_MODELS_WITH_NUMBERS = 12
INCHES_A_NUMBER = 0.5
LONGEST_SIDE = 40.0  # inches: a picture of 1,000 models still fits into memory


def plot_superiority(
    fit: Fit | Ranking,
    *,
    axes: Axes | None = None,
    ranking: pd.DataFrame | None = None,
    rope: float = 0.0,
    most: int | None = None,
) -> Axes:
    """Draw Pr(the row's model is above the column's), best model first.

    Parameters
    ----------
    fit : Fit, or Ranking with uncertainty
    axes : Axes, optional
        Where to draw; a new figure, unknown to pyplot, by default.
    ranking : DataFrame, optional
        Of ``fit.ranking`` with other options, to draw its order.
    rope : float
        See :meth:`bayesrank.Fit.superiority`.
    most : int, optional
        Draw only so many models, the best.

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        If ``rope`` is negative, or ``most`` below 1.
    """
    table = fit.ranking() if ranking is None else ranking
    names = shown_models(table, most)["model"].to_list()
    left_out = len(table) - len(names)
    above = fit.superiority(rope=rope).loc[names, names].to_numpy(copy=True)
    np.fill_diagonal(above, np.nan)  # a model and itself
    margin = f" by more than {rope:g}" if rope else ""
    statement = f"Probability that the row's model is above the column's{margin}"
    label = f"Pr(row above column{margin})"
    cell = INCHES_A_NUMBER if len(names) <= MOST_MODELS_WITH_NUMBERS else INCHES_A_MODEL
    cell = min(cell, LONGEST_SIDE / len(names))
    if axes is None:
        side = cell * len(names) + name_inches(names)
        figure = new_figure(max(side + 1.4, 4.5), side + 0.6)
        axes = figure.subplots()
        _draw(axes, names, above, label, fontsize=min(10.0, 50 * cell))
        caption_figure(figure, fit, statement, left_out)
    else:
        _draw(axes, names, above, label, fontsize=min(10.0, 50 * cell))
        caption_axes(axes, fit, statement, left_out)
    return axes


def _draw(axes: Axes, names: list[str], above: FloatArray, label: str, fontsize: float) -> None:
    image = axes.imshow(above, cmap="PuOr_r", vmin=0, vmax=1, aspect="auto")
    add_colour_bar(axes, image, label)
    axes.set_facecolor("#e6e6e6")  # seen on the diagonal
    name_models(axes, names, fontsize)
    axes.set_xticks(range(len(names)), labels(names), fontsize=fontsize, rotation=90, parse_math=False)
    if len(names) <= MOST_MODELS_WITH_NUMBERS:
        for (row, column), probability in np.ndenumerate(above):
            if row != column:
                colour = "white" if abs(probability - 0.5) > 0.3 else "black"
                text = probability_text(float(probability))
                axes.text(column, row, text, ha="center", va="center", color=colour, fontsize=8)
