import numpy as np
import pytest
from matplotlib.figure import Figure

from bayesrank import DataError, plot_check
from bayesrank.plots.plot_check import ALARMING
from tests.checked import ANSWERS, BATTLES, check_of


def dots(axes):
    """Return x and rounded place of the dots, those that are alarming apart."""
    drawn = {True: [], False: []}
    for line in axes.lines:
        if line.get_marker() == "o":
            drawn[line.get_color() == ALARMING] += list(zip(line.get_xdata(), np.round(line.get_ydata()), strict=True))
    return drawn


def test_every_row_is_a_dot_and_what_is_far_lies_on_the_edge():
    axes = plot_check(check_of(ANSWERS))
    assert [label.get_text() for label in axes.get_yticklabels()] == ["discrimination", "variation of repeated trials"]
    assert dots(axes) == {True: [(-4, 0), (8, 1)], False: [(0.5, 0), (1, 0)]}


def test_alarms_are_told_below_a_figure_of_ours():
    figure = plot_check(check_of(ANSWERS)).figure
    assert figure.get_supxlabel() == "warning: something is wrong"


def test_given_axes_are_drawn_on():
    axes = Figure().subplots()
    assert plot_check(check_of(BATTLES), axes=axes) is axes
    assert axes.get_title().startswith("Deviation of each figure")
    assert axes.figure.get_suptitle() == ""


def test_a_check_without_predictions_cannot_be_drawn():
    check = check_of(ANSWERS)
    check.table["area"] = "information"
    with pytest.raises(DataError, match="check must have a predictive figure to be drawn; it has none"):
        plot_check(check)
