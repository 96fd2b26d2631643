"""Tiers of models by expected wins, and how surely any two models share one."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import numpy as np

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.errors import DataError
from bayesrank.options import check_probability
from bayesrank.plots.canvas import (
    INCHES_A_MODEL,
    LETTERS_A_PANEL,
    add_colour_bar,
    name_inches,
    name_models,
    new_figure,
    shown_models,
    write_captions,
)
from bayesrank.plots.plot_comparison import BAR, COLOURS, DARK
from bayesrank.plots.plot_expected_wins import interval_words, with_intervals
from bayesrank.swiss.fragility.wins_tiers import WinsTiers
from bayesrank.swiss.tournament import SwissTournament

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

BANDS = (BAR, "#f4f6f9")
WINS = 5.0  # inches of the panel of wins
NARROWEST, WIDEST = 2.5, 10.0  # inches of the heat map


def plot_wins_tiers(
    tiers: WinsTiers,
    tournament: SwissTournament,
    *,
    most: int | None = None,
    ci_prob: float = 0.95,
    axes: Axes | None = None,
) -> Axes:
    """Draw expected wins with a band for each tier, and beside them the probability that two models share a tier.

    Models stand tier by tier, and within a tier by their wins. The heat map has them in the same order on both sides;
    it needs posterior draws and a figure of its own.

    Parameters
    ----------
    tiers : WinsTiers
        Of the tournament.
    tournament : SwissTournament
    most : int, optional
        Draw only so many models, the first.
    ci_prob : float
        Probability of the intervals of wins, each on its own.
    axes : Axes, optional
        Where to draw wins and bands, without the heat map; a new figure, unknown to pyplot, by default.

    Returns
    -------
    Axes
        Those of wins and bands.

    Raises
    ------
    DataError
        If the tiers are those of other models or of a schedule that was not played.
    ValueError
        If ``most`` is below 1, or ``ci_prob`` no probability.
    """
    check_probability("ci_prob", ci_prob)
    if tiers.models != tournament.models or tiers.schedule not in tournament.wins.schedules:
        message = "tiers must be of the tournament; got other models or schedules. Make tiers of its wins."
        raise DataError(message)
    rows = shown_models(_in_tiers(tiers, with_intervals(tournament, ci_prob)), most)
    names = [str(name) for name in rows["model"]]
    heading = _heading(tiers, tournament, ci_prob, len(names))
    if axes is not None:
        _draw(axes, rows, names)
        axes.set_title(textwrap.fill(heading, LETTERS_A_PANEL), fontsize=10)
        return axes
    height = 1.2 + INCHES_A_MODEL * len(names)
    if tiers.same_tier is None:
        figure = new_figure(WINS + name_inches(names), height)
        axes = figure.subplots()
    else:
        side = float(np.clip(INCHES_A_MODEL * len(names), NARROWEST, WIDEST))
        figure = new_figure(WINS + name_inches(names) + side + 1, height)
        axes, beside = figure.subplots(1, 2, sharey=True, width_ratios=[WINS, side])
        positions = [tiers.models.index(name) for name in names]
        _draw_map(beside, tiers.same_tier[np.ix_(positions, positions)], rows["tier"].to_numpy())
    _draw(axes, rows, names)
    write_captions(figure, heading, [f"warning: {warning}" for warning in tournament.warnings])
    return axes


def _in_tiers(tiers: WinsTiers, table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of the schedule, tier by tier."""
    rows = table[table["eliminate"] == tiers.schedule].merge(tiers.frame(), on="model", validate="one_to_one")
    return rows.sort_values(["tier", "rank", "model"], ignore_index=True)


def _draw(axes: Axes, rows: pd.DataFrame, names: list[str]) -> None:
    tier, places = rows["tier"].to_numpy(), np.arange(len(names))
    for number in np.unique(tier):
        first, last = places[tier == number][[0, -1]]
        axes.axhspan(first - 0.5, last + 0.5, color=BANDS[(number - 1) % 2], linewidth=0, zorder=0)
        axes.text(
            0.99, (first + last) / 2, f"tier {number}", transform=axes.get_yaxis_transform(), ha="right", va="center"
        )
    axes.hlines(places, rows["lower"], rows["upper"], color=COLOURS[0], linewidth=1.6)
    axes.plot(rows["wins"], places, "o", color=COLOURS[0], markersize=5)
    name_models(axes, names)
    axes.margins(x=0.12)  # room for the names of tiers
    axes.set_xlabel("expected wins")
    axes.spines[["top", "right"]].set_visible(False)


def _draw_map(axes: Axes, same: FloatArray, tier: IntArray) -> None:
    image = axes.imshow(same, cmap="Blues", vmin=0, vmax=1, aspect="auto")
    numbers = np.unique(tier)
    for border in np.flatnonzero(np.diff(tier)) + 0.5:
        axes.axhline(border, color=DARK, linewidth=0.8)
        axes.axvline(border, color=DARK, linewidth=0.8)
    axes.set_xticks([float(np.flatnonzero(tier == number).mean()) for number in numbers], [str(n) for n in numbers])
    axes.set_xlabel("tier, models as on the left")
    axes.tick_params(length=0)
    add_colour_bar(axes, image, "Pr(same tier)")


def _heading(tiers: WinsTiers, tournament: SwissTournament, ci_prob: float, n_shown: int) -> str:
    n_models = len(tiers.models)
    best = f" (first {n_shown} of {n_models} models)" if n_shown < n_models else ""
    rule = f"by {tiers.method}" if tiers.alpha is None else f"by {tiers.method} at alpha = {tiers.alpha:g}"
    return (
        f"Tiers of expected wins at elimination {tiers.schedule}, {rule}{best}; {interval_words(tournament, ci_prob)}"
    )
