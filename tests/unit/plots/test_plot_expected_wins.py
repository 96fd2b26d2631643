from dataclasses import replace

import numpy as np
import pytest
from matplotlib.figure import Figure

from bayesrank import plot_expected_wins
from bayesrank.plots.plot_comparison import COLOURS
from tests.swiss_results import made_up_tournament
from tests.swiss_wins import made_up_wins

WINS = [[3.0, 1.0, 2.0], [2.5, 0.5, 2.0]]
NORMAL = 1.959964  # quantile of .975


def simulated(**options):
    """Return a tournament whose wins have Monte-Carlo errors of .1 at the first schedule and of .2 at the second."""
    return made_up_tournament(made_up_wins(WINS, covariance=[np.diag([0.01, 0.04])] * 3, **options))


def drawn():
    """Return one with 101 draws in equal steps, from 1 below the wins to 1 above."""
    draws = np.array(WINS)[:, None] + np.linspace(-1, 1, 101)[None, :, None]
    return made_up_tournament(made_up_wins(WINS, draws=draws))


def names(axes):
    return [label.get_text() for label in axes.get_yticklabels()]


def intervals(axes, schedule):
    """Return place, lower and upper end of the intervals of a schedule."""
    return [(start[1], start[0], end[0]) for start, end in axes.collections[schedule].get_segments()]


def test_each_schedule_has_its_dots_and_the_best_at_the_first_is_on_top():
    axes = plot_expected_wins(simulated())
    assert names(axes) == ["a", "c", "b"]
    assert axes.yaxis_inverted()
    first, second = axes.lines
    assert first.get_xdata().tolist() == [3, 2, 1]
    assert second.get_xdata().tolist() == [2.5, 2, 0.5]
    # two schedules share .6 of the height of a model, .3 each: their middles are .15 off its place
    assert first.get_ydata() == pytest.approx([-0.15, 0.85, 1.85])
    assert second.get_ydata() == pytest.approx([0.15, 1.15, 2.15])
    assert [line.get_color() for line in axes.lines] == list(COLOURS[:2])
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["0", "1"]


def test_without_draws_intervals_are_of_the_contests_and_the_caption_says_so():
    axes = plot_expected_wins(simulated())
    assert np.allclose(intervals(axes, 0)[0], (-0.15, 3 - NORMAL * 0.1, 3 + NORMAL * 0.1))
    assert np.allclose(intervals(axes, 1)[2], (2.15, 0.5 - NORMAL * 0.2, 0.5 + NORMAL * 0.2))
    heading = axes.figure.get_suptitle().replace("\n", " ")
    assert heading == (
        "Expected wins in 5 rounds; 95% intervals of the luck of 1,000 contests alone, conditional on scores"
    )
    assert "warning: results are conditional on scores" in axes.figure.get_supxlabel()


def test_with_draws_intervals_are_credible_and_the_caption_says_so():
    axes = plot_expected_wins(drawn(), ci_prob=0.8)
    assert np.allclose(intervals(axes, 1)[0], (0.15, 2.5 - 0.8, 2.5 + 0.8))  # 10 % of the way from 1.5 to 3.5
    heading = axes.figure.get_suptitle().replace("\n", " ")
    assert heading == "Expected wins in 5 rounds; 80% credible intervals, posterior of posterior draws"


def test_a_single_round_is_no_plural():
    five = made_up_wins(WINS)
    one = replace(five, rounds=("law",), n_pairs=five.n_pairs[:, :1], eliminated=five.eliminated[:, :1])
    axes = plot_expected_wins(made_up_tournament(one))
    assert axes.figure.get_suptitle().startswith("Expected wins in 1 round; ")


def test_exact_wins_have_no_intervals():
    axes = plot_expected_wins(made_up_tournament(made_up_wins(WINS, n_contests=None)))
    assert all(lower == upper for _, lower, upper in intervals(axes, 0))
    assert "; exact, without intervals, conditional on" in axes.figure.get_suptitle().replace("\n", " ")


def test_the_best_models_alone_on_axes_of_somebody_else():
    own = Figure().subplots()
    axes = plot_expected_wins(simulated(), most=2, axes=own)
    assert axes is own
    assert names(axes) == ["a", "c"]
    assert axes.lines[1].get_xdata().tolist() == [2.5, 2]
    assert "(best 2 of 3 models)" in axes.get_title().replace("\n", " ")
    assert axes.figure.get_suptitle() == ""


def test_more_schedules_than_colours_differ_by_their_markers():
    wins = np.linspace(3, 2, 8)[:, None] * [1.0, 0.5]
    axes = plot_expected_wins(made_up_tournament(made_up_wins(wins)))
    assert len({(line.get_color(), line.get_marker()) for line in axes.lines}) == 8


def test_a_name_is_no_formula():
    axes = plot_expected_wins(simulated(models=(r"$a\frac$", "b", "c")))
    axes.figure.draw_without_rendering()
    assert names(axes)[0] == r"$a\frac$"


def test_what_is_out_of_range_is_refused():
    with pytest.raises(ValueError, match=r"most must be at least 1; got 0\."):
        plot_expected_wins(simulated(), most=0)
    with pytest.raises(ValueError, match="ci_prob must lie between 0 and 1; got 95"):
        plot_expected_wins(simulated(), ci_prob=95)
