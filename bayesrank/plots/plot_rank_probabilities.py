"""How probable each rank of each model is, as a heat map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.plots.canvas import (
    INCHES_A_MODEL,
    add_colour_bar,
    caption_axes,
    caption_figure,
    name_inches,
    name_models,
    new_figure,
    shown_models,
)
from bayesrank.ranks.fit import Fit
from bayesrank.ranks.ranking import Ranking

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

STATEMENT = "Probability of each rank"


def plot_rank_probabilities(
    fit: Fit | Ranking, *, axes: Axes | None = None, ranking: pd.DataFrame | None = None, most: int | None = None
) -> Axes:
    """Draw Pr(rank) of each model, best model first.

    Parameters
    ----------
    fit : Fit, or Ranking with uncertainty
    axes : Axes, optional
        Where to draw; a new figure, unknown to pyplot, by default.
    ranking : DataFrame, optional
        Of ``fit.ranking`` with other options, to draw its order.
    most : int, optional
        Draw only so many models, the best, and only ranks that one of them can have.

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        If ``most`` is below 1.
    """
    table = fit.ranking() if ranking is None else ranking
    names = shown_models(table, most)["model"].to_list()
    left_out = len(table) - len(names)
    probabilities = fit.rank_probabilities().loc[names].to_numpy()
    if axes is None:
        figure = new_figure(6.5 + name_inches(names), 1.6 + INCHES_A_MODEL * len(names))
        axes = figure.subplots()
        _draw(axes, names, probabilities)
        caption_figure(figure, fit, STATEMENT, left_out)
    else:
        _draw(axes, names, probabilities)
        caption_axes(axes, fit, STATEMENT, left_out)
    return axes


def _draw(axes: Axes, names: list[str], probabilities: FloatArray) -> None:
    from matplotlib.ticker import MaxNLocator

    n_models, n_ranks = probabilities.shape
    extent = (0.5, n_ranks + 0.5, n_models - 0.5, -0.5)
    # of many models no rank is probable: a scale up to 1 would leave them white
    image = axes.imshow(probabilities, cmap="Blues", vmin=0, vmax=probabilities.max(), aspect="auto", extent=extent)
    add_colour_bar(axes, image, "Pr(rank)")
    name_models(axes, names)
    axes.set_xlim(0.5, np.flatnonzero(probabilities.max(axis=0) > 0).max() + 1.5)
    axes.set_xlabel("rank (1 is best)")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
