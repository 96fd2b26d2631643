"""The ranks of models over many orders of the rounds of a tournament."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import numpy as np

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
        Share of the orders that a range holds, their middle.
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
        _draw(axes, rows, names, prob)
        axes.set_title(textwrap.fill(heading, LETTERS_A_PANEL), fontsize=10)
        return axes
    figure = new_figure(8 + name_inches(names), 1.2 + INCHES_A_MODEL * len(names))
    axes = figure.subplots()
    _draw(axes, rows, names, prob)
    write_captions(figure, heading, [])
    return axes


def _ranks(sequences: SequenceSensitivity, prob: float) -> pd.DataFrame:
    """Return what is drawn of each model, the best in the given order first."""
    lower, upper = sequences.rank_range(prob)
    positions = {name: position for position, name in enumerate(sequences.models)}
    table = sequences.frame()[["model", "rank"]]
    model = table["model"].map(positions).to_numpy()
    return table.assign(lower=lower[model], median=np.median(sequences.ranks, axis=0)[model], upper=upper[model])


def _draw(axes: Axes, rows: pd.DataFrame, names: list[str], prob: float) -> None:
    from matplotlib.ticker import MaxNLocator

    places, colour = np.arange(len(names)), COLOURS[0]
    axes.hlines(
        places, rows["lower"], rows["upper"], color=colour, linewidth=4, alpha=0.4, label=f"middle {100 * prob:g}%"
    )
    axes.plot(rows["median"], places, "o", color=colour, markersize=5, label="median")
    axes.plot(
        rows["rank"], places, "D", color=DARK, markerfacecolor="none", markersize=6, label="given order of rounds"
    )
    name_models(axes, names)
    axes.set_xlabel("rank")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(axis="x", color="#d5d5d5", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(fontsize=9, frameon=False, loc="upper left", bbox_to_anchor=(1, 1))


def _heading(sequences: SequenceSensitivity, prob: float, n_shown: int) -> str:
    n_models, n_orders = len(sequences.models), len(sequences.orders)
    best = f" (best {n_shown} of {n_models} models)" if n_shown < n_models else ""
    orders = f"{n_orders:,} orders" if n_orders > 1 else "one other order"
    return (
        f"Ranks in {orders} of the {len(sequences.rounds)} rounds, eliminations {sequences.eliminate}{best}: median "
        f"and middle {100 * prob:g}% of the orders; median tau with the given order {np.median(sequences.tau):.2f}, "
        f"{sequences.tau_by_chance:.2f} by the luck of contests alone"
    )
