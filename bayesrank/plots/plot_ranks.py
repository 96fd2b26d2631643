"""Scores with their intervals beside ranks with their sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bayesrank.plots.canvas import caption, name_models, new_figure, shown_models
from bayesrank.ranks.fit import Fit, RankSetKind

if TYPE_CHECKING:
    import numpy.typing as npt
    import pandas as pd
    from matplotlib.axes import Axes

COLOUR, BAND = "#1f4e79", "#e9eef4"


def plot_ranks(
    fit: Fit,
    *,
    axes: npt.NDArray[np.object_] | None = None,
    ci_prob: float = 0.95,
    rank_sets: RankSetKind = "simultaneous",
    most: int | None = None,
) -> npt.NDArray[np.object_]:
    """Draw each model's score and rank, best on top, tiers as bands.

    Parameters
    ----------
    fit : Fit
    axes : array of two Axes, optional
        Where to draw; a new figure by default.
    ci_prob, rank_sets
        See :meth:`bayesrank.Fit.ranking`.
    most : int, optional
        Draw only so many models, the best.

    Returns
    -------
    array of Axes, shape (2,)
        Scores on the left, ranks on the right; the figure is ``axes[0].figure``.
    """
    from matplotlib.ticker import MaxNLocator

    table = fit.ranking(ci_prob=ci_prob, rank_sets=rank_sets)
    rows = shown_models(table, most)
    if axes is None:
        figure = new_figure(10, len(rows))
        axes = figure.subplots(1, 2, sharey=True, width_ratios=(3, 2))
        statement = f"Posterior mean score and rank, {ci_prob:.0%} intervals and {rank_sets} rank sets"
        caption(figure, fit, statement, len(table) - len(rows))
    scores, ranks = axes
    _intervals(scores, rows["score"], rows["lower"], rows["upper"])
    _intervals(ranks, rows["rank"], rows["rank_lower"], rows["rank_upper"])
    for panel in axes:
        _bands(panel, rows["tier"].to_list())
    name_models(scores, rows["model"].to_list())
    scores.set_xlabel("score")
    ranks.set_xlabel("rank (1 is best); bands are tiers")
    ranks.xaxis.set_major_locator(MaxNLocator(integer=True))
    ranks.set_xlim(rows["rank_lower"].min() - 0.6, rows["rank_upper"].max() + 0.6)
    return axes


def _intervals(axes: Axes, middle: pd.Series[float], lower: pd.Series[float], upper: pd.Series[float]) -> None:
    places = np.arange(len(middle))
    axes.hlines(places, lower, upper, color=COLOUR, linewidth=2)
    axes.plot(middle, places, "o", color=COLOUR, markersize=5)
    axes.grid(axis="x", color="#d5d5d5", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)


def _bands(axes: Axes, tiers: list[int]) -> None:
    """Shade the models of every other tier."""
    for place, tier in enumerate(tiers):
        if tier % 2:
            axes.axhspan(place - 0.5, place + 0.5, color=BAND, linewidth=0, zorder=0)
