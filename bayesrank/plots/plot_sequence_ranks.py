"""The ranks of models over many orders of the rounds of a tournament."""

from __future__ import annotations

import itertools
import textwrap
from typing import TYPE_CHECKING

import numpy as np

from bayesrank.counted import counted
from bayesrank.options import check_probability
from bayesrank.plots.canvas import (
    INCHES_A_MODEL,
    LETTERS_A_PANEL,
    name_inches,
    name_models,
    new_figure,
    shown_models,
    write_captions,
)
from bayesrank.plots.plot_comparison import COLOURS, DARK
from bayesrank.studies.sequence_sensitivity import SequenceSensitivity

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

ROOM = 0.03  # beside the first and the last rank, of what lies between
STEPS, MOST_TICKS = (1, 2, 5, 10, 20, 50, 100, 200, 500), 10


def plot_sequence_ranks(
    sequences: SequenceSensitivity, *, most: int | None = None, prob: float = 0.9, axes: Axes | None = None
) -> Axes:
    """Draw the ranks of each model over the orders of the rounds: their range, their median, and the given order.

    A model whose ranks differ much from order to order owes its rank to the order that was chosen. Ranks differ by the
    luck of contests as well; the heading has Kendall's tau with the given order, and that by luck alone.

    Parameters
    ----------
    sequences : SequenceSensitivity
    most : int, optional
        Draw only so many models, the best in the given order; their ranks are among all models.
    prob : float
        Share of the orders that a range holds, their middle. Of so few orders that less than one would lie beyond it on
        either side, fewer than 20 for nine tenths, the range holds all.
    axes : Axes, optional
        Where to draw; a new figure, unknown to pyplot, by default.

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        If ``most`` is below 1, or ``prob`` no probability.
    """
    check_probability("prob", prob)
    rows = shown_models(_ranks(sequences, prob), most)
    names = [str(name) for name in rows["model"]]
    heading = _heading(sequences, prob, len(names))
    if axes is not None:
        _draw(axes, rows, names, _range_words(sequences, prob))
        axes.set_title(textwrap.fill(heading, LETTERS_A_PANEL), fontsize=10)
        return axes
    figure = new_figure(8 + name_inches(names), 1.2 + INCHES_A_MODEL * len(names))
    axes = figure.subplots()
    _draw(axes, rows, names, _range_words(sequences, prob))
    write_captions(figure, heading, [])
    return axes


def _ranks(sequences: SequenceSensitivity, prob: float) -> pd.DataFrame:
    """Return what is drawn of each model, the best in the given order first."""
    if _holds_all(sequences, prob):
        lower, upper = sequences.ranks.min(axis=0), sequences.ranks.max(axis=0)
    else:
        lower, upper = sequences.rank_range(prob)
    positions = {name: position for position, name in enumerate(sequences.models)}
    table = sequences.frame()[["model", "rank"]]
    model = table["model"].map(positions).to_numpy()
    return table.assign(lower=lower[model], median=np.median(sequences.ranks, axis=0)[model], upper=upper[model])


def _holds_all(sequences: SequenceSensitivity, prob: float) -> bool:
    """Return whether less than one order lies beyond the middle on either side."""
    return round(len(sequences.orders) * (1 - prob) / 2, 9) < 1  # of 20 orders 20 (1 - .9) / 2 is one but for rounding


def _range_words(sequences: SequenceSensitivity, prob: float) -> str:
    return "range" if _holds_all(sequences, prob) else f"middle {100 * prob:g}%"


def _draw(axes: Axes, rows: pd.DataFrame, names: list[str], range_words: str) -> None:
    places, colour = np.arange(len(names)), COLOURS[0]
    axes.hlines(places, rows["lower"], rows["upper"], color=colour, linewidth=4, alpha=0.4, label=range_words)
    axes.plot(rows["median"], places, "o", color=colour, markersize=5, label="median")
    axes.plot(
        rows["rank"], places, "D", color=DARK, markerfacecolor="none", markersize=6, label="given order of rounds"
    )
    name_models(axes, names)
    axes.set_xlabel("rank")
    last = float(max(rows["upper"].max(), rows["rank"].max()))
    axes.set_xlim(1 - ROOM * max(last - 1, 1), last + ROOM * max(last - 1, 1))
    axes.set_xticks(_ticks(last))
    axes.grid(axis="x", color="#d5d5d5", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(fontsize=9, frameon=False, loc="upper left", bbox_to_anchor=(1, 1))


def _ticks(last: float) -> list[int]:
    """Return the first rank and others at equal steps, on multiples of these where they are large."""
    step = next(step for step in itertools.chain(STEPS, itertools.count(1000, 1000)) if last / step <= MOST_TICKS)
    if step < STEPS[2]:
        return list(range(1, int(last) + 1, step))
    return [1, *range(step, int(last) + 1, step)]


def _heading(sequences: SequenceSensitivity, prob: float, n_shown: int) -> str:
    n_models, n_orders = len(sequences.models), len(sequences.orders)
    best = f" (best {n_shown} of {n_models} models)" if n_shown < n_models else ""
    orders = f"{n_orders:,} orders" if n_orders > 1 else "one other order"
    shown = f"median and {_range_words(sequences, prob)} of the orders; median " if n_orders > 1 else ""
    return (
        f"Ranks in {orders} of the {counted(len(sequences.rounds), 'round')}, eliminations {sequences.eliminate}"
        f"{best}: {shown}tau with the given order {np.median(sequences.tau):.2f}, "
        f"{sequences.tau_by_chance:.2f} by the luck of contests alone"
    )
