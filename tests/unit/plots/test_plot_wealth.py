from math import inf, log10

import numpy as np
import pytest
from matplotlib.figure import Figure

from bayesrank import DataError, plot_wealth
from tests.rank_reports import made


def reports():
    """Return three looks at which a gains on b, is certain of c at the last, and the rest stays as it was."""
    kept = []
    for number, wealth in enumerate((10.0, 100.0, 1000.0)):
        log_wealth = np.zeros((4, 4))
        log_wealth[0, 1] = np.log(wealth)
        log_wealth[0, 2] = inf if number == 2 else 1.0
        kept.append(made(n_questions=20 * (number + 1), log_wealth=log_wealth))
    return kept


def test_the_wealth_of_neighbours_at_every_look():
    axes = plot_wealth(reports())
    # Mean scores .9, .8, .5, .1: neighbours are a and b, b and c, c and d.
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["a above b", "b above c", "c above d"]
    first = axes.lines[0]
    assert first.get_xdata().tolist() == [20, 40, 60]
    assert first.get_ydata() == pytest.approx([1, 2, 3])
    needed = next(line for line in axes.lines if line.get_linestyle() == "--")
    assert needed.get_ydata() == pytest.approx([log10(4 * 3 / 0.05)] * 2)  # M (M - 1) / alpha
    assert "realised means over these 100 questions" in axes.figure.get_suptitle().replace("\n", " ")


def test_a_line_ends_where_it_becomes_certain():
    axes = plot_wealth(reports(), pairs=[("a", "c")])
    line, end = axes.lines[:2]
    assert line.get_xdata().tolist() == [20, 40]
    assert (end.get_marker(), end.get_xdata().tolist()) == ("^", [40])


def test_axes_of_somebody_else():
    axes = plot_wealth(reports(), axes=Figure().subplots())
    assert axes.get_title().startswith("Wealth of bets")


def test_what_cannot_be_drawn_is_refused():
    with pytest.raises(DataError, match="reports must be those of at least one look; got none"):
        plot_wealth([])
    with pytest.raises(DataError, match="pairs must be of models of the sequence; got 'z'"):
        plot_wealth(reports(), pairs=[("a", "z")])
