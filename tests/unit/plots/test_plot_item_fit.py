import pytest
from matplotlib.figure import Figure

from bayesrank import DataError, plot_item_fit
from bayesrank.plots.plot_check import ALARMING
from tests.checked import ANSWERS, BATTLES, check_of


def names(axes):
    return [label.get_text() for label in axes.get_yticklabels()]


def dots(axes):
    lines = [line for line in axes.lines if line.get_marker() == "o"]
    return {line.get_color() == ALARMING: list(zip(line.get_xdata(), line.get_ydata(), strict=True)) for line in lines}


def test_questions_are_in_the_order_of_their_discrimination():
    axes = plot_item_fit(check_of(ANSWERS))
    assert names(axes) == ["q1", "q2", "q3"]
    # what is observed is a half and a tenth of the deviation
    assert dots(axes) == {True: [(pytest.approx(0.1), 0)], False: [(pytest.approx(0.55), 1), (pytest.approx(0.6), 2)]}
    (bars,) = axes.collections
    assert [[point[0] for point in segment] for segment in bars.get_segments()] == [[0.2, 0.8]] * 3


def test_only_those_that_deviate_most_are_drawn():
    axes = plot_item_fit(check_of(ANSWERS), most=2)
    assert names(axes) == ["q1", "q3"]
    assert "(2 of 3 questions, those that deviate most)" in axes.figure.get_suptitle().replace("\n", " ")


def test_given_axes_are_drawn_on():
    axes = Figure().subplots()
    assert plot_item_fit(check_of(ANSWERS), axes=axes) is axes
    assert "where rasch expects it" in axes.get_title().replace("\n", " ")


def test_odd_requests_are_refused():
    with pytest.raises(ValueError, match="most must be at least 1; got 0"):
        plot_item_fit(check_of(ANSWERS), most=0)
    with pytest.raises(DataError, match="check must have the figure 'discrimination' to be drawn"):
        plot_item_fit(check_of(BATTLES))
