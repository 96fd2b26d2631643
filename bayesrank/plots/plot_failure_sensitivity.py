"""How one more elimination changes the wins of each model, against its strength, and the class that follows."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

import numpy as np

from bayesrank.arrays import FloatArray
from bayesrank.errors import DataError
from bayesrank.plots.canvas import (
    INCHES_A_LINE,
    LETTERS_A_PANEL,
    labels,
    name_inches,
    new_figure,
    shown_models,
    write_captions,
)
from bayesrank.plots.plot_comparison import COLOURS, DARK, DIM, GREY
from bayesrank.swiss.fragility.classification import (
    CLASSES,
    EXPOSED,
    INDETERMINATE,
    LIMITED,
    ROBUST,
    SPECIALIST,
    UNEVEN,
    UNEXPOSED,
    SensitivityClasses,
)
from bayesrank.swiss.fragility.failure_sensitivity import FailureSensitivity

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

LOOKS = {
    ROBUST: (COLOURS[2], "o"),
    SPECIALIST: (COLOURS[1], "v"),
    LIMITED: (COLOURS[0], "s"),
    UNEXPOSED: (COLOURS[5], "o"),
    EXPOSED: (COLOURS[4], "s"),
    INDETERMINATE: (DIM, "D"),
}
BOUNDS_OF = {"posterior": "bounds of the posterior", "monte_carlo": "bounds of the luck of the contests alone"}
FEW = 8  # models of a kind that still have room for their names
MANY = 60  # models whose points cover each other in the usual size
WIDTH, HEIGHT = 7.5, 5.5  # inches, without names


def plot_failure_sensitivity(
    classes: SensitivityClasses, sensitivity: FailureSensitivity, *, most: int | None = None, axes: Axes | None = None
) -> Axes:
    """Draw the normalised coefficient of each model over its expected wins without eliminations, and its class.

    The bounds are those that the classes read: they hold for all models at once. A hollow point is the coefficient that
    strength alone implies, and the grey line from it to the model's own is the excess. Names stand beside aggressive
    specialists, strength-limited models and uneven profiles, each of these kinds if it has eight models at most.

    Parameters
    ----------
    classes : SensitivityClasses
        Of the sensitivity.
    sensitivity : FailureSensitivity
    most : int, optional
        Draw only so many models, those of most wins without eliminations.
    axes : Axes, optional
        Where to draw; a new figure, unknown to pyplot, by default.

    Returns
    -------
    Axes

    Raises
    ------
    DataError
        If the classes are those of other models.
    ValueError
        If ``most`` is below 1.
    """
    if classes.models != sensitivity.models:
        message = "classes must be of the models of the sensitivity; got others. Classify this sensitivity."
        raise DataError(message)
    rows = shown_models(_points(classes, sensitivity), most)
    named = _named(rows)
    heading = _heading(classes, sensitivity, len(rows))
    if axes is not None:
        _draw(axes, rows, classes, named)
        axes.set_title(textwrap.fill(heading, LETTERS_A_PANEL), fontsize=10)
        return axes
    figure = new_figure(WIDTH + (name_inches(named["model"].to_list()) if len(named) else 0.0), HEIGHT)
    axes = figure.subplots()
    _draw(axes, rows, classes, named)
    write_captions(figure, heading, [f"warning: {warning}" for warning in classes.warnings])
    return axes


def _points(classes: SensitivityClasses, sensitivity: FailureSensitivity) -> pd.DataFrame:
    """Return what is drawn of each model, those of most wins first."""
    import pandas as pd

    own = sensitivity.normalised.value
    columns = {
        "model": list(classes.models),
        "wins": sensitivity.expected.value[0],
        "own": own,
        "lower": classes.normalised.lower,
        "upper": classes.normalised.upper,
        "reference": own - sensitivity.excess.value,
        "class": list(classes.labels),
        "uneven": classes.uneven,
    }
    return pd.DataFrame(columns).sort_values(["wins", "model"], ascending=[False, True])


def _named(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the models with names: kinds that are few, of those that are told apart."""
    defined = rows["own"].notna()
    kinds = [defined & (rows["class"] == CLASSES[kind]) for kind in (SPECIALIST, LIMITED)]
    kinds.append(defined & rows["uneven"])
    chosen = np.any([kind & (kind.sum() <= FEW) for kind in kinds], axis=0)
    return rows[chosen]


def _draw(axes: Axes, rows: pd.DataFrame, classes: SensitivityClasses, named: pd.DataFrame) -> None:
    size = 0.5 if len(rows) > MANY else 1.0
    rows = rows[rows["own"].notna()]
    for kind, (colour, marker) in LOOKS.items():
        chosen = rows[rows["class"] == CLASSES[kind]]
        if len(chosen):
            look: dict[str, Any] = {
                "color": colour,
                "markersize": 5 * size,
                "label": f"{CLASSES[kind]} ({len(chosen)})",
            }
            axes.plot(chosen["wins"], chosen["own"], marker, zorder=3, **look)
            axes.vlines(chosen["wins"], chosen["lower"], chosen["upper"], color=colour, linewidth=size, alpha=0.6)
    uneven = rows[rows["uneven"]]
    if len(uneven):
        ring: dict[str, Any] = {"color": DARK, "markerfacecolor": "none", "markersize": 11}
        axes.plot(uneven["wins"], uneven["own"], "o", label=f"{UNEVEN} ({len(uneven)})", zorder=4, **ring)
    hollow: dict[str, Any] = {
        "color": DIM,
        "markerfacecolor": "white",
        "markersize": 3.5 * size,
        "markeredgewidth": 0.7 * size,
    }
    axes.plot(rows["wins"], rows["reference"], "o", label="what strength alone implies", zorder=1.5, **hollow)
    axes.vlines(rows["wins"], rows["own"], rows["reference"], color=GREY, linewidth=0.8 * size, zorder=1)
    limits = classes.thresholds
    line: dict[str, Any] = {"color": DARK, "linewidth": 1, "zorder": 1}
    axes.axhline(-limits.delta, linestyle="--", label=f"-delta = {-limits.delta:g}", **line)
    if limits.gate is not None:
        axes.axvline(limits.gate, linestyle=":", label=f"gate = {limits.gate:.3g} wins", **line)
    _name_points(axes, named)
    axes.set_xlabel("expected wins without eliminations")
    axes.set_ylabel("change by one more elimination, share of these wins")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(fontsize=9, frameon=False, ncols=3, loc="upper center", bbox_to_anchor=(0.5, -0.12))


def _name_points(axes: Axes, named: pd.DataFrame) -> None:
    """Write names in a column to the right, in the order of the points, each with a line to its own."""
    low, high = axes.get_ylim()
    rows = named.sort_values("own", ascending=False)
    apart = INCHES_A_LINE * axes.figure.dpi / axes.get_window_extent().height
    heights = _spread((rows["own"].to_numpy() - low) / (high - low), apart)
    for name, x, y, height in zip(labels(rows["model"].to_list()), rows["wins"], rows["own"], heights, strict=True):
        axes.annotate(
            name,
            (x, y),
            (1.02, height),
            textcoords="axes fraction",
            va="center",
            fontsize=8,
            parse_math=False,
            zorder=1,
            arrowprops={"arrowstyle": "-", "color": DIM, "linewidth": 0.4, "relpos": (0, 0.5), "shrinkB": 4},
        )


def _spread(heights: FloatArray, apart: float) -> FloatArray:
    """Return falling heights within 0 and 1 that lie apart, and otherwise near those given."""
    steps = apart * np.arange(len(heights))
    down = np.minimum.accumulate(np.minimum(heights, 1.0) + steps) - steps  # pushed down by those above
    floor = apart * np.arange(len(heights))[::-1]
    spread: FloatArray = np.maximum(down, floor)
    return spread


def _heading(classes: SensitivityClasses, sensitivity: FailureSensitivity, n_shown: int) -> str:
    n_models, last = len(classes.models), sensitivity.grid[-1]
    best = f" (best {n_shown} of {n_models} models)" if n_shown < n_models else ""
    coefficient = "from 0 to" if sensitivity.coefficient == "two_point" else "by the slope over 0 to"
    if classes.uncertainty == "exact":
        bounds = "exact, without bounds"
    else:
        bounds = f"{BOUNDS_OF[classes.uncertainty]}, all at once with {100 * (1 - classes.thresholds.alpha):g}%"
    return f"Change of a model's wins by one more elimination, as a share, {coefficient} {last}{best}; {bounds}"
