from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from matplotlib.figure import Figure

from bayesrank import DataError, plot_failure_sensitivity
from bayesrank.plots.plot_failure_sensitivity import LOOKS
from bayesrank.swiss.fragility.classification import (
    EXPOSED,
    SPECIALIST,
    SensitivityClasses,
    SensitivityThresholds,
    classify_sensitivity,
)
from bayesrank.swiss.fragility.estimates import Bounds, Estimate
from bayesrank.swiss.fragility.failure_sensitivity import failure_sensitivity
from bayesrank.swiss.fragility.profile_spread import ProfileSpread
from tests.swiss_wins import made_up_wins

# Wins without eliminations and with one: coefficients over wins of -.0125, -.5, -.025 and -.5.
WINS = [[8.0, 6.0, 4.0, 2.0], [7.9, 3.0, 3.9, 1.0]]
# In the reference -.4 / 8, -.6 / 6, -.4 / 4 and -1 / 2: -.05, -.1, -.1 and -.5.
REFERENCE = [[8.0, 6.0, 4.0, 2.0], [7.6, 5.4, 3.6, 1.0]]
LABELS = ("robust generalist", "aggressive specialist", "unexposed", "exposed")


def sensitivity_of(wins, reference, **options):
    wins, reference = (made_up_wins(each, **options) for each in (wins, reference))
    unknown = np.full(len(wins.models), np.nan)
    spread = ProfileSpread(wins.models, *[Estimate(unknown, unknown, unknown, unknown)] * 3, n_worst=1)
    return failure_sensitivity(wins, reference, spread)


def classes_of(sensitivity, labels=LABELS, uneven=(2,), **facts):
    """Return made-up classes, with bounds .01 below and .02 above the coefficients, and the gate at five wins."""
    own = sensitivity.normalised.value
    given = {
        "models": sensitivity.models,
        "labels": tuple(labels),
        "uneven": np.isin(np.arange(len(own)), uneven),
        "strong": sensitivity.expected.value[0] >= 5,
        "normalised": Bounds(own - 0.01, own + 0.02),
        "excess": Bounds(own, own),
        "thresholds": SensitivityThresholds(delta=0.04, gate=5.0),
        "uncertainty": "monte_carlo",
        "warnings": ("mind this",),
    }
    return SensitivityClasses(**{**given, **facts})


def dots(axes):
    """Return the points of each entry of the legend, without the numbers of models."""
    return {
        line.get_label().split(" (")[0]: np.column_stack([line.get_xdata(), line.get_ydata()]).tolist()
        for line in axes.lines
    }


def test_models_lie_by_strength_and_sensitivity_in_the_look_of_their_class():
    sensitivity = sensitivity_of(WINS, REFERENCE)
    axes = plot_failure_sensitivity(classes_of(sensitivity), sensitivity)
    drawn = dots(axes)
    assert np.allclose(drawn["robust generalist"], [(8, -0.0125)])
    assert np.allclose(drawn["aggressive specialist"], [(6, -0.5)])
    assert np.allclose(drawn["unexposed"], [(4, -0.025)])
    assert np.allclose(drawn["exposed"], [(2, -0.5)])
    assert np.allclose(drawn["uneven profile"], [(4, -0.025)])
    assert np.allclose(drawn["what strength alone implies"], [(8, -0.05), (6, -0.1), (4, -0.1), (2, -0.5)])
    looks = {line.get_label(): (line.get_color(), line.get_marker()) for line in axes.lines}
    assert looks["aggressive specialist (1)"] == LOOKS[SPECIALIST]
    assert looks["exposed (1)"] == LOOKS[EXPOSED]
    assert len(set(LOOKS.values())) == len({marker + colour for colour, marker in LOOKS.values()}) == 6


def test_bounds_excess_delta_and_gate_are_lines():
    sensitivity = sensitivity_of(WINS, REFERENCE)
    axes = plot_failure_sensitivity(classes_of(sensitivity), sensitivity)
    *bounds, excess = [collection.get_segments() for collection in axes.collections]
    assert np.allclose(
        bounds, [[[(x, y - 0.01), (x, y + 0.02)]] for x, y in [(8, -0.0125), (6, -0.5), (4, -0.025), (2, -0.5)]]
    )
    # from the own coefficient to that of the reference
    assert np.allclose(excess[1], [(6, -0.5), (6, -0.1)])
    lines = {line.get_label(): line for line in axes.lines}
    assert lines["-delta = -0.04"].get_ydata() == [-0.04, -0.04]
    assert lines["gate = 5 wins"].get_xdata() == [5, 5]


def test_names_stand_beside_the_kinds_that_are_few():
    sensitivity = sensitivity_of(WINS, REFERENCE)
    axes = plot_failure_sensitivity(classes_of(sensitivity), sensitivity)
    assert [text.get_text() for text in axes.texts] == ["c", "b"]
    assert np.allclose([text.xy for text in axes.texts], [(4, -0.025), (6, -0.5)])
    limited = classes_of(sensitivity, labels=["strength-limited", *LABELS[1:]], uneven=())
    assert [text.get_text() for text in plot_failure_sensitivity(limited, sensitivity).texts] == ["a", "b"]
    many = sensitivity_of([np.arange(9.0) + 9, np.arange(9.0)], [np.arange(9.0) + 9, np.arange(9.0) + 8])
    for n_specialists, n_names in ((8, 8), (9, 0)):
        labels = ["aggressive specialist"] * n_specialists + ["exposed"] * (9 - n_specialists)
        axes = plot_failure_sensitivity(classes_of(many, labels, uneven=()), many)
        assert len(axes.texts) == n_names


def test_names_of_models_that_lie_close_do_not_overlap():
    first = np.full(8, 10.0) + np.arange(8) / 1e3
    close = sensitivity_of([first, first - 5], [first, first - 1])
    axes = plot_failure_sensitivity(classes_of(close, ["aggressive specialist"] * 8, uneven=()), close)
    axes.figure.draw_without_rendering()
    renderer = axes.figure._get_renderer()
    # a box of an annotation has its line in it: that of the text alone
    boxes = [super(type(text), text).get_window_extent(renderer) for text in axes.texts]
    # the share is -5 / wins: the more wins, the nearer to zero
    assert [text.get_text() for text in axes.texts] == list("hgfedcba")
    assert all(upper.y0 >= lower.y1 - 1 for upper, lower in pairwise(boxes))  # one pixel
    assert all(box.x1 <= axes.figure.bbox.x1 for box in boxes)


@pytest.mark.parametrize(("n_models", "size"), [(60, 5), (61, 2.5)])
def test_points_of_many_models_are_small(n_models, size):
    first, names = np.arange(n_models) + 9.0, [f"m{number}" for number in range(n_models)]
    many = sensitivity_of([first, first - 5], [first, first - 1], models=names)
    axes = plot_failure_sensitivity(classes_of(many, ["exposed"] * n_models, uneven=()), many)
    drawn = {line.get_label(): line.get_markersize() for line in axes.lines}
    assert drawn[f"exposed ({n_models})"] == size


def test_a_model_without_wins_has_no_share_to_draw():
    sensitivity = sensitivity_of([[4.0, 0.0], [3.0, 0.0]], [[4.0, 0.0], [3.0, 0.0]])
    axes = plot_failure_sensitivity(classify_sensitivity(sensitivity), sensitivity)
    assert len(dots(axes)["what strength alone implies"]) == 1
    assert "indeterminate" not in dots(axes)


@pytest.mark.parametrize(
    ("uncertainty", "words"),
    [
        ("posterior", "bounds of the posterior, all at once with 95%"),
        ("monte_carlo", "bounds of the luck of the contests alone, all at once with 95%"),
        ("exact", "exact, without bounds"),
    ],
)
def test_the_caption_says_what_bounds_are_of(uncertainty, words):
    sensitivity = sensitivity_of(WINS, REFERENCE)
    figure = plot_failure_sensitivity(classes_of(sensitivity, uncertainty=uncertainty), sensitivity).figure
    heading = figure.get_suptitle().replace("\n", " ")
    assert heading == f"Change of a model's wins by one more elimination, as a share, from 0 to 1; {words}"
    assert figure.get_supxlabel() == "warning: mind this"


def test_the_best_models_alone_on_axes_of_somebody_else():
    sensitivity = replace(sensitivity_of(WINS, REFERENCE), coefficient="slope")
    own = Figure().subplots()
    axes = plot_failure_sensitivity(classes_of(sensitivity), sensitivity, most=2, axes=own)
    assert axes is own
    assert np.allclose(dots(axes)["what strength alone implies"], [(8, -0.05), (6, -0.1)])
    title = axes.get_title().replace("\n", " ")
    assert title.startswith("Change of a model's wins by one more elimination, as a share, by the slope over 0 to 1 (")
    assert "(best 2 of 4 models)" in title


def test_a_name_is_no_formula():
    sensitivity = sensitivity_of(WINS, REFERENCE, models=("a", r"$b\frac$", "c", "d"))
    axes = plot_failure_sensitivity(classes_of(sensitivity), sensitivity)
    axes.figure.draw_without_rendering()
    assert r"$b\frac$" in [text.get_text() for text in axes.texts]


def test_what_cannot_be_drawn_is_refused():
    sensitivity = sensitivity_of(WINS, REFERENCE)
    with pytest.raises(DataError, match="classes must be of the models of the sensitivity; got others"):
        plot_failure_sensitivity(classes_of(sensitivity, models=tuple("wxyz")), sensitivity)
    with pytest.raises(ValueError, match=r"most must be at least 1; got 0\."):
        plot_failure_sensitivity(classes_of(sensitivity), sensitivity, most=0)
