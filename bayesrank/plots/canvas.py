"""What the figures share: a size that grows with models and names, the axis of models, a heading and a footnote."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bayesrank.ranks.fit import Fit
from bayesrank.ranks.ranking import Ranking

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.image import AxesImage

INCHES_A_MODEL = 0.24
INCHES_A_LETTER = 0.08  # of 10 points, on average
INCHES_A_LINE, LETTERS_AN_INCH = 0.16, 14
LETTERS_A_PANEL = 46
HIGHEST_BAR, WIDTH_OF_BAR = 4.0, 0.2  # inches


def new_figure(width: float, height: float) -> Figure:
    """Return a figure of that many inches, not registered with pyplot, whose parts make room for each other."""
    from bayesrank.plots.notebook_figure import NotebookFigure

    return NotebookFigure(figsize=(width, height), layout="constrained")


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


def labels(names: list[str]) -> list[str]:
    """Return each name on one line."""
    return [" ".join(name.split()) for name in names]


def name_inches(names: list[str]) -> float:
    """Return how much room the longest name takes."""
    return INCHES_A_LETTER * max(map(len, labels(names)))


def name_models(axes: Axes, names: list[str], fontsize: float = 10) -> None:
    """Put the models on the vertical axis, the first on top."""
    # a name is no formula: "$" stands for itself
    axes.set_yticks(range(len(names)), labels(names), fontsize=fontsize, parse_math=False)
    axes.set_ylim(len(names) - 0.5, -0.5)


def caption_figure(figure: Figure, fit: Fit | Ranking, statement: str, left_out: int) -> None:
    """Say above a figure of ours what is shown of which target, and below it what to mind."""
    write_captions(figure, _heading(fit, statement, left_out), [f"warning: {warning}" for warning in fit.warnings])


def write_captions(figure: Figure, heading: str, notes: Sequence[str]) -> None:
    """Write above and below a figure of ours, and make room for both."""
    width = int(LETTERS_AN_INCH * figure.get_figwidth() * 0.9)
    above = textwrap.wrap(heading, width)
    below = [line for note in notes for line in textwrap.wrap(note, width)]
    figure.set_figheight(figure.get_figheight() + INCHES_A_LINE * (len(above) + len(below)))
    figure.suptitle("\n".join(above), fontsize=10)
    figure.supxlabel("\n".join(below), fontsize=8, x=0.01, ha="left", color="#8a4b00", parse_math=False)


def caption_axes(axes: Axes, fit: Fit | Ranking, statement: str, left_out: int) -> None:
    """Say the same on axes of somebody else's figure, where warnings have room for their number only."""
    axes.set_title(textwrap.fill(_heading(fit, statement, left_out), LETTERS_A_PANEL), fontsize=10)
    if fit.warnings:
        axes.set_xlabel(f"{axes.get_xlabel()}\nwarnings: {len(fit.warnings)}, see fit.warnings".lstrip())


def add_colour_bar(axes: Axes, image: AxesImage, label: str) -> None:
    """Put a bar of colours to the right that is no broader where there are many models."""
    height = axes.get_window_extent().height / axes.figure.dpi
    shrink = min(1.0, HIGHEST_BAR / height)
    axes.figure.colorbar(
        image, ax=axes, label=label, shrink=shrink, aspect=height * shrink / WIDTH_OF_BAR, anchor=(0.0, 1.0)
    )


def _heading(fit: Fit | Ranking, statement: str, left_out: int) -> str:
    heading = statement if fit.target is None else f"{statement}, on {fit.target_words}"
    n_models = len(fit.models)
    return f"{heading} (best {n_models - left_out} of {n_models} models)" if left_out else heading
