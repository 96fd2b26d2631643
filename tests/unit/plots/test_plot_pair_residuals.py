import numpy as np
import pytest
from matplotlib.figure import Figure

from bayesrank import DataError, plot_pair_residuals
from tests.checked import ANSWERS, BATTLES, check_of


def test_models_are_in_the_order_of_their_wins_and_pairs_have_both_signs():
    axes = plot_pair_residuals(check_of(BATTLES, "bradley_terry"))
    assert [label.get_text() for label in axes.get_yticklabels()] == ["b", "c", "a"]
    shown = np.ma.filled(axes.images[0].get_array(), np.nan)
    # "a" against "b": -4, "b" against "c": 1; "a" and "c" never met
    np.testing.assert_array_equal(shown, [[np.nan, 1, 4], [-1, np.nan, np.nan], [-4, np.nan, np.nan]])


def test_alarming_pairs_are_framed():
    axes = plot_pair_residuals(check_of(BATTLES))
    assert sorted(frame.get_xy() for frame in axes.patches) == [(-0.5, 1.5), (1.5, -0.5)]


def test_colours_reach_at_least_three_deviations():
    quiet = [(figure, about, deviation / 10, False) for figure, about, deviation, _ in BATTLES]
    assert plot_pair_residuals(check_of(quiet)).images[0].get_clim() == (-3, 3)
    assert plot_pair_residuals(check_of(BATTLES)).images[0].get_clim() == (-4, 4)


def test_given_axes_are_drawn_on():
    axes = Figure().subplots()
    assert plot_pair_residuals(check_of(BATTLES), axes=axes) is axes
    assert axes.get_title().startswith("Win rate of the row's model")


def test_answers_have_no_pairs():
    with pytest.raises(DataError, match="check must have the figure 'win rate of a pair' to be drawn"):
        plot_pair_residuals(check_of(ANSWERS))
