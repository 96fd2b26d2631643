"""The ranks that are left for each model, look by look."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import numpy as np

from bayesrank.arrays import FloatArray, IntArray
from bayesrank.plots.canvas import (
    LETTERS_A_PANEL,
    name_inches,
    name_models,
    new_figure,
    shown_models,
    write_captions,
)
from bayesrank.ranks.wording import rank_set_text
from bayesrank.sequential.rank_confidence_sequence import RankConfidenceSequence

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOUR, STRIP = "#1f4e79", "#e9eef4"
INCHES_A_STRIP = 0.42
HALF_STRIP, HALF_LINE = 0.42, 0.03  # of the room of a model: a strip, and what is left of it at one rank


def plot_sequence(sequence: RankConfidenceSequence, *, axes: Axes | None = None, most: int | None = None) -> Axes:
    """Draw a strip for each model, and in it the ranks that are left: all at the start, a line where one is left.

    The upper edge of a strip is rank 1, the lower edge the last rank. To the right stand the ranks and the tier after
    the last look. All statements of the plot hold at once.

    Parameters
    ----------
    sequence : RankConfidenceSequence
    axes : Axes, optional
        Where to draw; a new figure, unknown to pyplot, by default.
    most : int, optional
        Draw only so many models, the best; their ranks are among all models.

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        If ``most`` is below 1.
    """
    table = sequence.frame()
    rows = shown_models(table, most)
    names = [str(name) for name in rows["model"]]
    heading, notes = _heading(sequence, len(names)), [f"warning: {warning}" for warning in sequence.warnings]
    if axes is not None:
        _draw(axes, sequence, names)
        axes.set_title(textwrap.fill(heading, LETTERS_A_PANEL), fontsize=10)
        return axes
    figure = new_figure(8 + name_inches(names), 1.2 + INCHES_A_STRIP * len(names))
    axes = figure.subplots()
    _draw(axes, sequence, names)
    write_captions(figure, heading, notes)
    return axes


def _draw(axes: Axes, sequence: RankConfidenceSequence, names: list[str]) -> None:
    n_models = len(sequence.models)
    looks = np.concatenate([[0], sequence.n_questions])
    positions = [sequence.models.index(name) for name in names]
    for place, model in enumerate(positions):
        lower = np.concatenate([[1], sequence.rank_lower[:, model]])
        upper = np.concatenate([[n_models], sequence.rank_upper[:, model]])
        top, bottom = (_height(place, ranks, n_models) for ranks in (lower, upper))
        axes.axhspan(place - HALF_STRIP, place + HALF_STRIP, color=STRIP, linewidth=0, zorder=0)
        axes.fill_between(looks, top - HALF_LINE, bottom + HALF_LINE, step="post", color=COLOUR, linewidth=0)
    name_models(axes, names)
    other_side = axes.secondary_yaxis("right")
    lower, upper, tier = sequence.rank_lower[-1], sequence.rank_upper[-1], sequence.tier[-1]
    ends = [f"{rank_set_text(lower[model], upper[model])}   tier {tier[model]}" for model in positions]
    other_side.set_yticks(range(len(names)), ends, fontsize=9)
    for side in (axes, other_side):
        side.tick_params(axis="y", length=0)
        side.spines[:].set_visible(False)
    axes.set_xlim(0, max(int(looks[-1]), 1))
    axes.set_xlabel("questions")


def _height(place: int, ranks: IntArray, n_models: int) -> FloatArray:
    """Return where ranks lie in the strip of a model, rank 1 at its upper edge."""
    height: FloatArray = place + HALF_STRIP * (2 * (ranks - 1) / (n_models - 1) - 1)
    return height


def _heading(sequence: RankConfidenceSequence, n_shown: int) -> str:
    report = sequence.report
    n_models = len(sequence.models)
    best = f" (best {n_shown} of {n_models} models)" if n_shown < n_models else ""
    return (
        f"Ranks left at every look, on {report.target_words}{best}; all hold at once with {100 * (1 - report.alpha):g}%"
    )
