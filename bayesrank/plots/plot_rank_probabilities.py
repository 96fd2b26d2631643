"""How probable each rank of each model is, as a heat map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bayesrank.plots.canvas import caption, name_models, new_figure, shown_models
from bayesrank.ranks.fit import Fit

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_rank_probabilities(fit: Fit, *, axes: Axes | None = None, most: int | None = None) -> Axes:
    """Draw Pr(rank) of each model, best model first.

    Parameters
    ----------
    fit : Fit
    axes : Axes, optional
        Where to draw; a new figure by default.
    most : int, optional
        Draw only so many models, the best.

    Returns
    -------
    Axes
    """
    from matplotlib.ticker import MaxNLocator

    table = fit.ranking()
    names = shown_models(table, most)["model"].to_list()
    probabilities = fit.rank_probabilities().loc[names].to_numpy()
    if axes is None:
        figure = new_figure(8, len(names))
        axes = figure.subplots()
        caption(figure, fit, "Posterior probability of each rank", len(table) - len(names))
    n_ranks = probabilities.shape[1]
    image = axes.imshow(
        probabilities, cmap="Blues", vmin=0, vmax=1, aspect="auto", extent=(0.5, n_ranks + 0.5, len(names) - 0.5, -0.5)
    )
    axes.figure.colorbar(image, ax=axes, label="Pr(rank)")
    name_models(axes, names)
    axes.set_xlabel("rank (1 is best)")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    return axes
