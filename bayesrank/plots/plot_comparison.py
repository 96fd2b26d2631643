"""The ranks of models by many methods, as lines from method to method."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.plots.canvas import (
    INCHES_A_MODEL,
    LETTERS_A_PANEL,
    labels,
    name_inches,
    new_figure,
    shown_models,
    write_captions,
)
from bayesrank.ranks.method_comparison import MethodComparison

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

type Groups = list[tuple[str, ...]]  # of methods with one ranking, each a column

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")  # told apart by all eyes
GREY, BAR, DARK, DIM = "#c9ced3", "#dbe4ee", "#1c2733", "#69727a"
NAMES_A_COLUMN = 2
NARROWEST_COLUMN, WIDEST_COLUMN, USUAL_WIDTH, MARGIN = 0.5, 2.0, 8.0, 0.2  # inches
NARROWEST_FIGURE = 4.5  # inches
STEPS, LEVEL = 40, 0.15  # of a line from one column to the next: points, and the share that is level at each end


def plot_comparison(comparison: MethodComparison, *, axes: Axes | None = None, most: int | None = None) -> Axes:
    """Draw each model as a line through its ranks, one column for all methods that rank alike.

    Neighbouring columns are similar. A bar joins models that share a rank: they lie below each other from that rank
    on. The best models by mean rank are coloured.

    Parameters
    ----------
    comparison : MethodComparison
    axes : Axes, optional
        Where to draw; a new figure, unknown to pyplot, by default.
    most : int, optional
        Draw only so many models, the best by mean rank; their ranks are among all models.

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        If ``most`` is below 1.
    """
    table = comparison.ranks()
    names = [str(name) for name in shown_models(table, most).index]
    groups = _in_line(comparison.agreeing(), table)
    ranks = table[[group[0] for group in groups]].to_numpy(dtype=np.float64)
    places = _places(ranks, len(names))
    heading, notes = _heading(comparison, len(names)), _notes(comparison)
    if axes is not None:
        column = axes.get_window_extent().width / axes.figure.dpi / len(groups)
        _draw(axes, names, ranks[: len(names)], places)
        _name_columns(axes, groups, column)
        axes.set_title(textwrap.fill(heading, LETTERS_A_PANEL), fontsize=10)
        axes.set_xlabel("\n".join(notes))
        return axes
    column = float(np.clip(USUAL_WIDTH / len(groups), NARROWEST_COLUMN, WIDEST_COLUMN))
    figure = new_figure(
        max(column * (len(groups) - 1) + 2 * name_inches(names) + 1.2, NARROWEST_FIGURE),
        0.8 + name_inches(list(comparison.labels)) + INCHES_A_MODEL * float(places.max()),
    )
    axes = figure.subplots()
    _draw(axes, names, ranks[: len(names)], places)
    _name_columns(axes, groups, column)
    write_captions(figure, heading, notes)
    return axes


def _in_line(groups: Groups, table: pd.DataFrame) -> Groups:
    """Put groups in a line along which ranks change little from each to the next, the largest in its first half."""
    from scipy.cluster.hierarchy import leaves_list, linkage
    from scipy.spatial.distance import pdist

    if len(groups) < 3:
        return groups
    changes = pdist(table[[group[0] for group in groups]].to_numpy(dtype=np.float64).T, "cityblock")
    line = leaves_list(linkage(changes, "average", optimal_ordering=True)).tolist()
    if line.index(0) > (len(line) - 1) / 2:
        line.reverse()
    return [groups[position] for position in line]


def _places(ranks: FloatArray, n_shown: int) -> IntArray:
    """Return where each shown model lies in each column, 1 at the top, shape (n_shown, G).

    It is its rank; models that share one lie below each other from there on, in the order they come in from the left.
    """
    n_models = len(ranks)
    hidden = np.arange(n_models) >= n_shown
    places = np.empty(ranks.shape, dtype=np.int64)
    before = np.arange(n_models)
    for column, of_column in enumerate(ranks.T):
        places[np.lexsort((before, hidden, of_column)), column] = np.arange(1, n_models + 1)
        before = places[:, column]
    return places[:n_shown]


def _draw(axes: Axes, names: list[str], ranks: FloatArray, places: IntArray) -> None:
    """Draw lines, the best models on top, dots in the columns, and behind the dots a bar where ranks are equal."""
    from matplotlib.patheffects import withStroke

    casing = [withStroke(linewidth=4.5, foreground="white")]  # tells lines apart where they cross
    columns = np.arange(places.shape[1])
    for model in reversed(range(len(names))):
        x, y = _path(places[model])
        if model < len(COLOURS):
            axes.plot(x, y, color=COLOURS[model], linewidth=2.2, path_effects=casing, zorder=2.5)
            axes.plot(columns, places[model], "o", color=COLOURS[model], markersize=6, zorder=4)
        else:
            axes.plot(x, y, color=GREY, linewidth=1, zorder=2)
            axes.plot(columns, places[model], "o", color=DIM, markersize=2.5, zorder=4)
    for column, top, bottom in _bars(ranks, places):
        axes.plot([column, column], [top, bottom], color=BAR, linewidth=9, solid_capstyle="round", zorder=3)
    _name_ends(axes, names, ranks, places)
    axes.set_ylim(places.max() + 0.7, 0.3)
    axes.spines[:].set_visible(False)


def _path(heights: IntArray) -> tuple[FloatArray, FloatArray]:
    """Return a line through these heights that is level at each column."""
    n_steps = len(heights) - 1
    x = np.linspace(0, n_steps, n_steps * STEPS + 1)
    left = np.minimum(x.astype(np.int64), n_steps - 1)
    way = np.clip((x - left - LEVEL) / (1 - 2 * LEVEL), 0, 1)
    return x, heights[left] + (heights[left + 1] - heights[left]) * way**2 * (3 - 2 * way)


def _bars(ranks: FloatArray, places: IntArray) -> Iterator[tuple[int, int, int]]:
    """Return the column, the upper and the lower end of each lot of models that share a rank."""
    for column, (of_column, heights) in enumerate(zip(ranks.T, places.T, strict=True)):
        shared, size = np.unique(of_column, return_counts=True)
        for rank in shared[size > 1]:
            tied = heights[of_column == rank]
            yield column, int(tied.min()), int(tied.max())


def _name_ends(axes: Axes, names: list[str], ranks: FloatArray, places: IntArray) -> None:
    """Write the models and their ranks at both ends of the lines."""
    lines = labels(names)
    left = [f"{name}  {rank:g}" for name, rank in zip(lines, ranks[:, 0], strict=True)]
    right = [f"{rank:g}  {name}" for name, rank in zip(lines, ranks[:, -1], strict=True)]
    axes.set_yticks(places[:, 0], left, fontsize=9, parse_math=False)
    other_side = axes.secondary_yaxis("right")
    other_side.set_yticks(places[:, -1], right, fontsize=9, parse_math=False)
    other_side.spines[:].set_visible(False)
    for side in (axes, other_side):
        side.tick_params(axis="y", length=0)
        for model, label in enumerate(side.get_yticklabels()):
            label.set_color(DARK if model < len(COLOURS) else DIM)


def _name_columns(axes: Axes, groups: Groups, inches: float) -> None:
    """Write the methods of each column over it, upright where a column is too narrow for them."""
    titles = ["\n".join(_title(group)) for group in groups]
    rotation = 0 if name_inches([line for title in titles for line in title.split("\n")]) < inches else 90
    axes.xaxis.tick_top()
    axes.set_xticks(range(len(groups)), titles, fontsize=9, rotation=rotation, parse_math=False, linespacing=1.05)
    axes.set_xlim(-MARGIN / inches, len(groups) - 1 + MARGIN / inches)
    axes.tick_params(axis="x", length=0)
    for label in axes.get_xticklabels():
        label.set(color=DARK, multialignment="left" if rotation else "center")


def _title(group: tuple[str, ...]) -> list[str]:
    """Return the first names of a group, and how many more there are, each a line."""
    names = labels(list(group))
    if len(names) <= NAMES_A_COLUMN + 1:
        return names
    return [*names[:NAMES_A_COLUMN], f"+ {len(names) - NAMES_A_COLUMN}"]


def _heading(comparison: MethodComparison, n_shown: int) -> str:
    n_models, n_methods = len(comparison.models), len(comparison.labels)
    best = f" (best {n_shown} of {n_models} models by mean rank)" if n_shown < n_models else ""
    return (
        f"Ranks of {n_models} models by {n_methods} methods{best}. Methods over one column rank all models alike; "
        f"a bar joins models that share a rank."
    )


def _notes(comparison: MethodComparison) -> list[str]:
    doubtful = sum(bool(ranking.warnings) for ranking in comparison.rankings.values())
    warn = f"warnings: {doubtful} of {len(comparison.labels)} methods, see .warnings of .rankings"
    refused = f"refused the data: {', '.join(labels(list(comparison.refused)))}"
    return [warn] * bool(doubtful) + [refused] * bool(comparison.refused)
