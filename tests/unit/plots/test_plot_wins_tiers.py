import numpy as np
import pytest
from matplotlib.figure import Figure

from bayesrank import DataError, plot_wins_tiers
from bayesrank.swiss.fragility.wins_tiers import WinsTiers
from tests.swiss_results import made_up_tournament
from tests.swiss_wins import made_up_wins

# c has more wins than b and is in a lower tier: what is not surely below the best depends on how sure it is.
WINS = [[4.0, 2.0, 3.0, 1.0], [3.0, 2.0, 1.0, 0.0]]
TIER = [1, 1, 2, 3]
SAME = np.array([[1, 0.8, 0.3, 0], [0.8, 1, 0.4, 0.1], [0.3, 0.4, 1, 0.2], [0, 0.1, 0.2, 1]])


def drawn(**options):
    """Return a tournament with 101 draws in equal steps, from 1 below the wins to 1 above."""
    draws = np.array(WINS)[:, None] + np.linspace(-1, 1, 101)[None, :, None]
    return made_up_tournament(made_up_wins(WINS, draws=draws, **options))


def tiers(**facts):
    given = {
        "models": tuple("abcd"),
        "schedule": "0",
        "method": "peel",
        "tier": np.array(TIER),
        "same_tier": SAME,
        "alpha": 0.05,
        "uncertainty": "posterior",
    }
    return WinsTiers(**{**given, **facts})


def names(axes):
    return [label.get_text() for label in axes.get_yticklabels()]


def bands(axes):
    return [(band.get_y(), band.get_y() + band.get_height()) for band in axes.patches]


def test_models_stand_by_tier_and_then_by_wins_with_a_band_for_each_tier():
    axes = plot_wins_tiers(tiers(), drawn())
    assert names(axes) == ["a", "b", "c", "d"]
    assert axes.yaxis_inverted()
    assert axes.lines[0].get_xdata().tolist() == [4, 2, 3, 1]
    assert bands(axes) == [(-0.5, 1.5), (1.5, 2.5), (2.5, 3.5)]
    assert [(text.get_text(), text.get_position()[1]) for text in axes.texts] == [
        ("tier 1", 0.5),
        ("tier 2", 2),
        ("tier 3", 3),
    ]
    segments = axes.collections[0].get_segments()
    assert np.allclose(segments[2], [(3 - 0.95, 2), (3 + 0.95, 2)])  # 2.5 % of the way from 2 to 4
    assert axes.figure.get_suptitle().replace("\n", " ") == (
        "Tiers of expected wins at elimination 0, by peel at alpha = 0.05; 95% credible intervals, posterior of "
        "posterior draws"
    )


def test_the_heat_map_has_the_models_in_the_order_of_the_tiers():
    axes = plot_wins_tiers(tiers(tier=np.array([3, 2, 1, 1])), drawn(), most=3)
    # tier 1: c with 3 wins, d with 1; tier 2: b
    assert names(axes) == ["c", "d", "b"]
    beside = axes.figure.axes[1]
    np.testing.assert_array_equal(beside.images[0].get_array(), [[1, 0.2, 0.4], [0.2, 1, 0.1], [0.4, 0.1, 1]])
    assert (beside.images[0].norm.vmin, beside.images[0].norm.vmax) == (0, 1)
    assert beside.get_ylim() == axes.get_ylim() == (2.5, -0.5)
    assert [
        (tick, label.get_text()) for tick, label in zip(beside.get_xticks(), beside.get_xticklabels(), strict=True)
    ] == [
        (0.5, "1"),
        (2, "2"),
    ]
    # one border between the two tiers, in both directions
    assert [line.get_ydata() for line in beside.lines[::2]] == [[1.5, 1.5]]
    assert [line.get_xdata() for line in beside.lines[1::2]] == [[1.5, 1.5]]
    assert axes.figure.axes[2].get_ylabel() == "Pr(same tier)"
    assert "(first 3 of 4 models)" in axes.figure.get_suptitle().replace("\n", " ")


def test_wins_are_those_of_the_schedule_of_the_tiers():
    axes = plot_wins_tiers(tiers(schedule="1", method="gaps", alpha=None), drawn())
    assert axes.lines[0].get_xdata().tolist() == [3, 2, 1, 0]
    assert "at elimination 1, by gaps; " in axes.figure.get_suptitle().replace("\n", " ")


def test_tiers_of_contests_have_no_heat_map():
    played = made_up_tournament(made_up_wins(WINS, covariance=[np.diag([0.01, 0.04])] * 4))
    axes = plot_wins_tiers(tiers(same_tier=None, uncertainty="monte_carlo"), played)
    assert len(axes.figure.axes) == 1
    reach = 1.959964 * 0.1  # the normal quantile of .975
    assert np.allclose(axes.collections[0].get_segments()[0], [(4 - reach, 0), (4 + reach, 0)])
    assert "intervals of the luck of 1,000 contests alone" in axes.figure.get_suptitle().replace("\n", " ")
    assert "warning: results are conditional on scores" in axes.figure.get_supxlabel()


def test_axes_of_somebody_else_have_the_bands_alone():
    own = Figure().subplots()
    axes = plot_wins_tiers(tiers(), drawn(), axes=own)
    assert axes is own
    assert axes.figure.axes == [own]
    assert len(bands(axes)) == 3
    assert axes.get_title().startswith("Tiers of expected wins")


def test_a_name_is_no_formula():
    models = (r"$a\frac$", "b", "c", "d")
    axes = plot_wins_tiers(tiers(models=models), drawn(models=models))
    axes.figure.draw_without_rendering()
    assert names(axes)[0] == r"$a\frac$"


def test_what_cannot_be_drawn_is_refused():
    for others in ({"models": tuple("wxyz")}, {"schedule": "7"}):
        with pytest.raises(DataError, match="tiers must be of the tournament; got other models or schedules"):
            plot_wins_tiers(tiers(**others), drawn())
    with pytest.raises(ValueError, match=r"most must be at least 1; got 0\."):
        plot_wins_tiers(tiers(), drawn(), most=0)
    with pytest.raises(ValueError, match="ci_prob must lie between 0 and 1; got 95"):
        plot_wins_tiers(tiers(), drawn(), ci_prob=95)
