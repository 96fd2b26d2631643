from itertools import pairwise

import pytest

from bayesrank import Outcomes, fit, plot_rank_probabilities, plot_ranks, plot_superiority
from bayesrank.plots.canvas import labels, name_inches

PLOTS = [lambda fitted: plot_ranks(fitted)[0], plot_superiority, plot_rank_probabilities]


def of(names):
    outcomes = [[index % 2, index % 3 == 0, 1] for index in range(len(names))]
    return fit(Outcomes.from_array(outcomes, models=names), draws=50, random_seed=0)


def name_boxes(axes):
    axes.figure.draw_without_rendering()
    return [label.get_window_extent() for label in axes.get_yticklabels()]


@pytest.mark.parametrize("plot", PLOTS)
@pytest.mark.parametrize("n_models", [1, 3, 50])
def test_names_are_whole_and_do_not_overlap(plot, n_models):
    boxes = name_boxes(plot(of([f"laboratory/a-model-with-a-very-long-name-{index}" for index in range(n_models)])))
    assert min(box.x0 for box in boxes) >= 0
    assert all(upper.y0 > lower.y1 for upper, lower in pairwise(boxes))


@pytest.mark.parametrize("plot", PLOTS)
def test_long_names_take_no_room_from_the_picture(plot):
    names = [f"laboratory/model-{index}-2026-11-30-instruct " * 3 for index in range(8)]
    short, long = plot(of([f"{index}" for index in range(8)])), plot(of(names))
    for axes in (short, long):
        axes.figure.draw_without_rendering()
    assert long.get_window_extent().width > 0.9 * short.get_window_extent().width


@pytest.mark.parametrize("plot", PLOTS)
def test_a_name_is_no_formula(plot):
    axes = plot(of(["cheap$", r"a$b\frac$", "c"]))
    assert r"a$b\frac$" in [label.get_text() for label in axes.get_yticklabels()]
    axes.figure.draw_without_rendering()  # a formula like this one is an error


def test_a_name_is_one_line():
    assert labels(["a\nb", "c"]) == ["a b", "c"]
    assert name_inches(["a\nb", "c"]) == name_inches(["a b"])


@pytest.mark.parametrize("plot", [plot_superiority, plot_rank_probabilities])
def test_given_axes_say_the_target_and_that_there_are_warnings(plot, doubtful):
    from matplotlib.figure import Figure

    axes = Figure().subplots()
    assert plot(doubtful, axes=axes, most=2) is axes
    assert axes.get_title().replace("\n", " ").endswith(", on these questions (best 2 of 3 models)")
    assert axes.get_xlabel().endswith(f"warnings: {len(doubtful.warnings)}, see fit.warnings")
    assert axes.figure.get_suptitle() == ""


def test_settings_of_matplotlib_stay_as_they_are(fitted):
    import matplotlib as mpl

    def settings():
        return {name: value for name, value in mpl.rcParams.items() if name != "backend"}  # chosen when first read

    before = settings()
    for plot in PLOTS:
        plot(fitted).figure.draw_without_rendering()
    assert settings() == before
