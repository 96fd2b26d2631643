from itertools import pairwise

import numpy as np
import pytest
from matplotlib.figure import Figure

from bayesrank import MethodComparison, plot_comparison
from bayesrank.plots.plot_comparison import COLOURS
from tests.side_by_side import compared, ranked


def names(axis):
    return [label.get_text() for label in axis.get_ticklabels()]


def places(axes):
    """Return the places of the dots of each model, the best by mean rank first."""
    dots = [line for line in axes.lines if line.get_marker() == "o"]
    return [line.get_ydata().tolist() for line in reversed(dots)]


def bars(axes):
    """Return column, upper and lower end of each bar."""
    upright = [line for line in axes.lines if line.get_marker() == "None" and len(set(line.get_xdata())) == 1]
    return [(line.get_xdata()[0], *line.get_ydata()) for line in upright]


FOUR = {"avg": [4, 3, 2, 1], "last": [1, 2, 3, 4], "alike": [40, 30, 20, 10], "between": [2, 4, 3, 1]}


def test_methods_that_rank_alike_share_a_column_and_neighbours_are_similar():
    axes = plot_comparison(compared(**FOUR))
    # Ranks of "a" to "d": avg 1234, between 3124, last 4321. Changes from column to column: avg to between
    # 2 + 1 + 1 + 0 = 4, between to last 1 + 2 + 0 + 3 = 6, avg to last 3 + 1 + 1 + 3 = 8.
    assert names(axes.xaxis) == ["avg\nalike", "between", "last"]
    # Mean ranks over the four methods: "a" 9/4, "b" 8/4, "c" 10/4, "d" 13/4.
    assert places(axes) == [[2, 1, 3], [1, 3, 4], [3, 2, 2], [4, 4, 1]]
    assert names(axes.yaxis) == ["b  2", "a  1", "c  3", "d  4"]
    assert names(axes.child_axes[0].yaxis) == ["3  b", "4  a", "2  c", "1  d"]
    assert axes.get_yticks().tolist() == [2, 1, 3, 4]
    assert axes.child_axes[0].get_yticks().tolist() == [3, 4, 2, 1]
    assert axes.yaxis_inverted()
    assert bars(axes) == []


def test_the_largest_group_is_in_the_first_half():
    scores = FOUR | {"last2": [1, 2, 3, 4], "last3": [1, 2, 3, 4]}
    assert names(plot_comparison(compared(**scores)).xaxis) == ["last\nlast2\nlast3", "between", "avg\nalike"]


def test_a_line_is_level_at_its_dots_and_goes_from_each_to_the_next():
    axes = plot_comparison(compared(avg=[2, 1], other=[1, 2]))
    lower, upper = (line for line in axes.lines if len(line.get_xdata()) > 2)  # the best is drawn last
    x, y = upper.get_data()
    assert (x[0], x[-1]) == (0, 1)
    # Mean ranks are equal, and "a" comes before "b".
    assert (y[0], y[1], y[-2], y[-1]) == (1, 1, 2, 2)
    assert y[len(y) // 2] == pytest.approx(1.5)
    np.testing.assert_allclose(lower.get_ydata(), 3 - y)


def test_models_that_share_a_rank_are_joined_and_keep_their_order():
    # Ranks of "a", "b", "c": 312, 311 and 111, a line in which 1 and 2 change.
    axes = plot_comparison(compared(one=[1, 3, 2], two=[1, 2, 2], three=[1, 1, 1]))
    assert names(axes.xaxis) == ["one", "two", "three"]
    assert bars(axes) == [(1, 1, 2), (2, 1, 3)]
    assert places(axes) == [[1, 1, 1], [2, 2, 2], [3, 3, 3]]  # "b", "c", "a": no lines cross for ties
    assert names(axes.child_axes[0].yaxis) == ["1  b", "1  c", "1  a"]


def test_fewer_models_keep_their_ranks_among_all():
    # Ranks of "a", "b", "c": 123 and 312; mean ranks 4/2, 3/2, 5/2.
    axes = plot_comparison(compared(one=[3, 2, 1], two=[1, 3, 2]), most=2)
    assert places(axes) == [[2, 1], [1, 3]]
    assert "Ranks of 3 models by 2 methods (best 2 of 3 models by mean rank)" in heading(axes)


def test_a_tie_with_a_hidden_model_leaves_the_rank_where_it_is():
    # "b" and "a" tie at rank 1 in the second method; "b" has the better mean rank, (1 + 1) / 2 against (2 + 1) / 2.
    axes = plot_comparison(compared(one=[1, 2], two=[1, 1]), most=1)
    assert places(axes) == [[1, 1]]
    assert bars(axes) == []


def heading(axes):
    return axes.figure.get_suptitle().replace("\n", " ")


def test_the_best_are_coloured():
    axes = plot_comparison(compared(one=range(11, 0, -1), two=range(11, 0, -1)))
    dots = [line.get_color() for line in axes.lines if line.get_marker() == "o"][::-1]
    assert dots[: len(COLOURS)] == list(COLOURS)
    assert len(set(dots[len(COLOURS) :])) == 1


def test_warnings_and_refusals_are_counted():
    rankings = {"one": ranked([2, 1], warnings=("mind", "this")), "two": ranked([2, 1])}
    axes = plot_comparison(MethodComparison(rankings, {"three": "no"}))
    assert (
        axes.figure.get_supxlabel() == "warnings: 1 of 2 methods, see .warnings of .rankings\nrefused the data: three"
    )
    drawn = plot_comparison(MethodComparison(rankings, {}), axes=Figure().subplots())
    assert drawn.get_xlabel() == "warnings: 1 of 2 methods, see .warnings of .rankings"
    assert drawn.get_title().startswith("Ranks of 2 models by 2 methods.")
    assert drawn.figure.get_suptitle() == ""
    assert plot_comparison(compared(one=[1, 2])).figure.get_supxlabel() == ""


def test_many_methods_over_a_column_are_counted():
    axes = plot_comparison(compared(**{f"m{number}": [1, 2] for number in range(5)}, other=[2, 1]))
    assert names(axes.xaxis) == ["m0\nm1\n+ 3", "other"]


def test_names_of_many_methods_and_models_are_whole_and_do_not_overlap():
    rng = np.random.default_rng(0)
    models = [f"laboratory/a-model-with-a-long-name-{number}" for number in range(45)]
    rankings = {f"a_method_with_a_long_name_{number}": ranked(rng.normal(size=45), models) for number in range(35)}
    axes = plot_comparison(MethodComparison(rankings, {}))
    axes.figure.draw_without_rendering()
    for axis, low, high in ((axes.xaxis, "x0", "x1"), (axes.yaxis, "y0", "y1"), (axes.child_axes[0].yaxis, "y0", "y1")):
        boxes = sorted(
            (label.get_window_extent() for label in axis.get_ticklabels()), key=lambda box: getattr(box, low)
        )
        assert len(boxes) == (35 if axis is axes.xaxis else 45)
        assert all(getattr(first, high) < getattr(second, low) for first, second in pairwise(boxes))
        assert all(min(box.x0, box.y0) >= 0 for box in boxes)
        assert all(box.x1 <= axes.figure.bbox.x1 and box.y1 <= axes.figure.bbox.y1 for box in boxes)


def test_a_name_is_no_formula():
    comparison = MethodComparison({r"a$b\frac$": ranked([1, 2], ["$c", r"d$\frac$"])}, {})
    axes = plot_comparison(comparison)
    assert names(axes.xaxis) == [r"a$b\frac$"]
    axes.figure.draw_without_rendering()  # a formula like this one is an error


def test_no_model_is_refused():
    with pytest.raises(ValueError, match=r"most must be at least 1; got 0\."):
        plot_comparison(compared(one=[1, 2]), most=0)
