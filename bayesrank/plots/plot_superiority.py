"""How probably each model is above each other, as a heat map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bayesrank.plots.canvas import caption, name_models, new_figure, shown_models
from bayesrank.ranks.fit import Fit
from bayesrank.ranks.wording import probability_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_MODELS_WITH_NUMBERS = 12
INCHES_A_LETTER = 0.085


def plot_superiority(fit: Fit, *, axes: Axes | None = None, rope: float = 0.0, most: int | None = None) -> Axes:
    """Draw Pr(the row's model is above the column's), best model first.

    Parameters
    ----------
    fit : Fit
    axes : Axes, optional
        Where to draw; a new figure by default.
    rope : float
        See :meth:`bayesrank.Fit.superiority`.
    most : int, optional
        Draw only so many models, the best.

    Returns
    -------
    Axes
    """
    table = fit.ranking()
    names = shown_models(table, most)["model"].to_list()
    above = fit.superiority(rope=rope).loc[names, names].to_numpy()
    if axes is None:
        figure = new_figure(5 + 0.24 * len(names), len(names))
        figure.set_figheight(figure.get_figheight() + INCHES_A_LETTER * max(map(len, names)))  # names stand upright
        axes = figure.subplots()
        caption(figure, fit, "Probability that the row's model is above the column's", len(table) - len(names))
    image = axes.imshow(above, cmap="PuOr_r", vmin=0, vmax=1, aspect="auto")
    axes.figure.colorbar(image, ax=axes, label="Pr(row above column)" + (f" by more than {rope:g}" if rope else ""))
    name_models(axes, names)
    axes.set_xticks(range(len(names)), names, rotation=90)
    if len(names) <= MOST_MODELS_WITH_NUMBERS:
        for row, column in (
            (row, column) for row in range(len(names)) for column in range(len(names)) if row != column
        ):
            probability = above[row, column]
            colour = "white" if abs(probability - 0.5) > 0.35 else "black"
            axes.text(column, row, probability_text(probability), ha="center", va="center", color=colour, fontsize=8)
    return axes
