import numpy as np
import pytest
from matplotlib.figure import Figure

from bayesrank import plot_sequence
from bayesrank.plots.plot_sequence import HALF_LINE, HALF_STRIP
from bayesrank.sequential.watch_history import WatchHistory
from tests.rank_reports import made


def sequence(**facts):
    """Return looks after 20 and 60 of 100 questions: first a above d, then all of the report."""
    early = np.zeros((4, 4), dtype=bool)
    early[0, 3] = True
    last = made(**facts)
    return WatchHistory.empty(4).after(made(n_questions=20, certified=early), ()).after(last, ()).sequence(last, ())


def names(axis):
    return [label.get_text() for label in axis.get_ticklabels()]


def ranks_drawn(axes, place, n_models=4):
    """Return the questions at which the edges of a strip step, and the ranks that they enclose from there on."""
    corners = axes.collections[place].get_paths()[0].vertices
    steps = []
    for question in sorted(set(corners[:, 0])):
        heights = corners[corners[:, 0] == question][:, 1]
        ends = heights.min() + HALF_LINE, heights.max() - HALF_LINE
        steps.append((question, *(1 + (n_models - 1) * ((end - place) / HALF_STRIP + 1) / 2 for end in ends)))
    return steps


def test_a_strip_holds_the_ranks_that_are_left():
    axes = plot_sequence(sequence())
    assert names(axes.yaxis) == ["a", "b", "c", "d"]
    assert axes.yaxis_inverted()
    # At a step both the ranks before it and after it are drawn. a: 1 to 4, then 1 to 3 (d below), then 1 to 2.
    assert np.allclose(ranks_drawn(axes, 0), [(0, 1, 4), (20, 1, 4), (60, 1, 3)])
    # d: 1 to 4, then 2 to 4 (a above), at the end 4 (a, b and c above).
    assert np.allclose(ranks_drawn(axes, 3), [(0, 1, 4), (20, 1, 4), (60, 2, 4)])
    assert names(axes.child_axes[0].yaxis) == ["1 to 2   tier 1", "1 to 3   tier 1", "2 to 3   tier 2", "4   tier 3"]
    assert axes.get_xlim() == (0, 60)


def test_the_heading_says_of_what_and_how_sure():
    axes = plot_sequence(sequence(doubts=("mind this",)), most=2)
    heading = axes.figure.get_suptitle().replace("\n", " ")
    assert heading == (
        "Ranks left at every look, on realised means over these 100 questions (best 2 of 4 models); all hold at once "
        "with 95%"
    )
    assert axes.figure.get_supxlabel() == "warning: mind this"
    assert names(axes.yaxis) == ["a", "b"]


def test_axes_of_somebody_else():
    own = Figure().subplots()
    axes = plot_sequence(sequence(), axes=own)
    assert axes is own
    assert axes.get_title().startswith("Ranks left at every look")
    assert axes.figure.get_suptitle() == ""


def test_a_name_is_no_formula():
    axes = plot_sequence(sequence(models=(r"$a\frac$", "b", "c", "d")))
    axes.figure.draw_without_rendering()
    assert names(axes.yaxis)[0] == r"$a\frac$"


def test_no_model_is_refused():
    with pytest.raises(ValueError, match=r"most must be at least 1; got 0\."):
        plot_sequence(sequence(), most=0)
