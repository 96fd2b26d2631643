"""The wins that each model can expect of a tournament, at each schedule of eliminations."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import numpy as np

from bayesrank.counted import counted
from bayesrank.options import check_probability
from bayesrank.plots.canvas import (
    INCHES_A_LINE,
    INCHES_A_MODEL,
    LETTERS_A_PANEL,
    name_inches,
    name_models,
    new_figure,
    shown_models,
    write_captions,
)
from bayesrank.plots.plot_comparison import COLOURS
from bayesrank.swiss.fragility.estimates import estimate_from_error
from bayesrank.swiss.tournament import SwissTournament

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MARKERS = "osD^vP"
ROOM = 0.6  # of the height of a model, over which its schedules are spread
INCHES_A_SCHEDULE, MOST_INCHES = 0.07, 0.5  # the room of a model


def plot_expected_wins(
    tournament: SwissTournament, *, most: int | None = None, ci_prob: float = 0.95, axes: Axes | None = None
) -> Axes:
    """Draw the expected wins of each model at each schedule of eliminations, the best model at the first one on top.

    Intervals are credible where posterior draws were played. Else they are of the luck of the simulated contests, which
    more contests make as narrow as one likes, and hold nothing of how uncertain the data are; the caption says which.

    Parameters
    ----------
    tournament : SwissTournament
    most : int, optional
        Draw only so many models, the best at the first schedule.
    ci_prob : float
        Probability of the intervals, each on its own.
    axes : Axes, optional
        Where to draw; a new figure, unknown to pyplot, by default.

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        If ``most`` is below 1, or ``ci_prob`` no probability.
    """
    check_probability("ci_prob", ci_prob)
    table = with_intervals(tournament, ci_prob)
    first = tournament.wins.schedules[0]
    names = [str(name) for name in shown_models(table[table["eliminate"] == first], most)["model"]]
    heading = _heading(tournament, ci_prob, len(names))
    if axes is not None:
        _draw(axes, table, names)
        axes.set_title(textwrap.fill(heading, LETTERS_A_PANEL), fontsize=10)
        return axes
    n_schedules = len(tournament.wins.schedules)
    height = min(max(INCHES_A_MODEL, INCHES_A_SCHEDULE * n_schedules), MOST_INCHES)
    figure = new_figure(7.5 + name_inches(names), 1.2 + max(height * len(names), INCHES_A_LINE * (n_schedules + 1)))
    axes = figure.subplots()
    _draw(axes, table, names)
    write_captions(figure, heading, [f"warning: {warning}" for warning in tournament.warnings])
    return axes


def with_intervals(tournament: SwissTournament, ci_prob: float) -> pd.DataFrame:
    """Return the frame of a tournament, with intervals of the contests where there are no credible ones."""
    table = tournament.frame(ci_prob=ci_prob)
    if tournament.wins.draws is None:
        contests = estimate_from_error(table["wins"].to_numpy(), table["mcse"].to_numpy(), ci_prob)
        table["lower"], table["upper"] = contests.lower, contests.upper
    return table


def _draw(axes: Axes, table: pd.DataFrame, names: list[str]) -> None:
    schedules = list(dict.fromkeys(table["eliminate"]))
    shifts = ROOM * (np.arange(len(schedules)) - (len(schedules) - 1) / 2) / len(schedules)
    for number, (schedule, shift) in enumerate(zip(schedules, shifts, strict=True)):
        rows = table[table["eliminate"] == schedule].set_index("model").loc[names]
        heights, colour = np.arange(len(names)) + shift, COLOURS[number % len(COLOURS)]
        axes.hlines(heights, rows["lower"], rows["upper"], color=colour, linewidth=1.4)
        axes.plot(
            rows["wins"],
            heights,
            MARKERS[number // len(COLOURS) % len(MARKERS)],
            color=colour,
            markersize=4,
            label=str(schedule),
        )
    name_models(axes, names)
    axes.set_xlabel("expected wins")
    axes.grid(axis="x", color="#d5d5d5", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    legend = axes.legend(
        title="eliminations", fontsize=9, title_fontsize=9, frameon=False, loc="upper left", bbox_to_anchor=(1, 1)
    )
    for text in legend.get_texts():
        text.set_parse_math(False)  # a name is no formula


def _heading(tournament: SwissTournament, ci_prob: float, n_shown: int) -> str:
    n_models, rounds = len(tournament.models), counted(len(tournament.wins.rounds), "round")
    best = f" (best {n_shown} of {n_models} models)" if n_shown < n_models else ""
    return f"Expected wins in {rounds}{best}; {interval_words(tournament, ci_prob)}"


def interval_words(tournament: SwissTournament, ci_prob: float) -> str:
    """Say what the intervals of :func:`with_intervals` are of."""
    n_contests, sure = tournament.wins.n_contests, f"{100 * ci_prob:g}%"
    if tournament.wins.draws is not None:
        intervals = f"{sure} credible intervals"
    elif n_contests is None:
        intervals = "exact, without intervals"
    else:
        intervals = f"{sure} intervals of the luck of {n_contests:,} contests alone"
    return f"{intervals}, {tournament.uncertainty_words}"
