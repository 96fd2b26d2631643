"""Scores with their intervals beside ranks with their sets."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import numpy as np

from bayesrank.plots.canvas import (
    INCHES_A_MODEL,
    LETTERS_A_PANEL,
    caption_axes,
    caption_figure,
    name_inches,
    name_models,
    new_figure,
    shown_models,
)
from bayesrank.ranks.fit import Fit
from bayesrank.ranks.ranking import Ranking
from bayesrank.ranks.score_draws import RankSetKind

if TYPE_CHECKING:
    import numpy.typing as npt
    import pandas as pd
    from matplotlib.axes import Axes

COLOUR, BAND = "#1f4e79", "#e9eef4"


def plot_ranks(
    fit: Fit | Ranking,
    *,
    axes: npt.NDArray[np.object_] | None = None,
    ranking: pd.DataFrame | None = None,
    ci_prob: float = 0.95,
    rank_sets: RankSetKind = "simultaneous",
    most: int | None = None,
) -> npt.NDArray[np.object_]:
    """Draw each model's score and rank, best on top, with the tier on the right and every other tier shaded.

    Parameters
    ----------
    fit : Fit, or Ranking with uncertainty
    axes : array of two Axes, optional
        Where to draw; a new figure, unknown to pyplot, by default.
    ranking : DataFrame, optional
        Of ``fit.ranking`` with other options and the same ``ci_prob`` and ``rank_sets``, to draw its order and tiers.
    ci_prob, rank_sets
        See :meth:`bayesrank.Fit.ranking`.
    most : int, optional
        Draw only so many models, the best.

    Returns
    -------
    array of Axes, shape (2,)
        Scores on the left, ranks on the right; the figure is ``axes[0].figure``.

    Raises
    ------
    ValueError
        If ``most`` is below 1, or there are not two axes.
    """
    table = fit.ranking(ci_prob=ci_prob, rank_sets=rank_sets) if ranking is None else ranking
    rows = shown_models(table, most)
    names, left_out = rows["model"].to_list(), len(table) - len(rows)
    statement = f"Score and rank, {100 * ci_prob:g}% intervals and {rank_sets} rank sets"
    if axes is None:
        figure = new_figure(8 + name_inches(names), 1.6 + INCHES_A_MODEL * len(rows))
        panels: npt.NDArray[np.object_] = figure.subplots(1, 2, sharey=True, width_ratios=(3, 2))
        _draw(panels[0], panels[1], rows, fit.score_unit)
        caption_figure(figure, fit, statement, left_out)
        return panels
    if np.shape(axes) != (2,):
        message = f"axes must be two, for scores and for ranks; got {np.size(axes)}. Make them by subplots(1, 2)."
        raise ValueError(message)
    _draw(axes[0], axes[1], rows, fit.score_unit)
    caption_axes(axes[0], fit, statement, left_out)
    return axes


def _draw(scores: Axes, ranks: Axes, rows: pd.DataFrame, score_unit: str) -> None:
    from matplotlib.ticker import MaxNLocator

    _intervals(scores, rows["score"], rows["lower"], rows["upper"])
    _intervals(ranks, rows["rank"], rows["rank_lower"], rows["rank_upper"])
    tiers = rows["tier"].to_list()
    for panel in (scores, ranks):
        name_models(panel, rows["model"].to_list())  # both, for axes that share nothing
        _bands(panel, tiers)
    ranks.tick_params(axis="y", left=False, labelleft=False)
    _name_tiers(ranks, tiers)
    scores.set_xlabel(textwrap.fill(f"score: {score_unit}", LETTERS_A_PANEL))
    ranks.set_xlabel("rank (1 is best)")
    ranks.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    ranks.set_xlim(rows["rank_lower"].min() - 0.6, rows["rank_upper"].max() + 0.6)


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


def _name_tiers(axes: Axes, tiers: list[int]) -> None:
    """Write the tier of each model to the right: tiers need not lie in one piece."""
    words = [(-0.5, "tier", "bottom"), *((place, f"{tier}", "center_baseline") for place, tier in enumerate(tiers))]
    for place, word, alignment in words:
        axes.text(1.05, place, word, transform=axes.get_yaxis_transform(), ha="center", va=alignment, fontsize=9)
