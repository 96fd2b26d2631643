"""What the figures share: a size that grows with the models, and a footnote of warnings."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from bayesrank.programs.program import TARGET_WORDS
from bayesrank.ranks.fit import Fit

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INCHES_A_MODEL = 0.24
INCHES_A_LINE, LETTERS_AN_INCH = 0.16, 14


def new_figure(width: float, n_models: int) -> Figure:
    """Return a figure, not registered with pyplot, that is high enough for a line a model."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, 1.6 + INCHES_A_MODEL * n_models), layout="constrained")


def shown_models(table: pd.DataFrame, most: int | None) -> pd.DataFrame:
    """Return the rows to draw, the best ``most`` of them.

    Raises
    ------
    ValueError
        If ``most`` is below 1.
    """
    if most is not None and most < 1:
        message = f"most must be at least 1; got {most}. Leave it out to draw all models."
        raise ValueError(message)
    return table if most is None else table.head(most)


def caption(figure: Figure, fit: Fit, statement: str, left_out: int) -> None:
    """Say above the figure what is shown of which target, and below it what to mind."""
    width = int(LETTERS_AN_INCH * figure.get_figwidth() * 0.9)
    title = f"{statement}, on {TARGET_WORDS[fit.target]}"
    if left_out:
        title += f" (best {fit.data.models - left_out} of {fit.data.models} models)"
    heading = textwrap.wrap(title, width)
    notes = [line for warning in fit.warnings for line in textwrap.wrap(f"warning: {warning}", width)]
    figure.set_figheight(figure.get_figheight() + INCHES_A_LINE * (len(heading) + len(notes)))
    figure.suptitle("\n".join(heading), fontsize=10)
    figure.supxlabel("\n".join(notes), fontsize=8, x=0.01, ha="left", color="#8a4b00")


def name_models(axes: Axes, names: list[str]) -> None:
    """Put the models on the vertical axis, the first on top."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
