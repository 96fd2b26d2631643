import numpy as np

from bayesrank import Outcomes, fit, plot_superiority


def test_the_heat_map_is_the_superiority_matrix_in_rank_order(fitted):
    axes = plot_superiority(fitted)
    shown = axes.images[0]
    off_diagonal = ~np.eye(3, dtype=bool)
    expected = fitted.superiority().loc[list("bca"), list("bca")].to_numpy()
    np.testing.assert_allclose(shown.get_array().data[off_diagonal], expected[off_diagonal])
    np.testing.assert_array_equal(shown.get_array().mask, np.eye(3, dtype=bool))  # no model is above itself
    assert (shown.norm.vmin, shown.norm.vmax) == (0, 1)  # one half is the middle of the colours
    assert [label.get_text() for label in axes.get_xticklabels()] == ["b", "c", "a"]
    assert len(axes.texts) == 6  # a number in each cell off the diagonal


def test_a_rope_is_drawn_and_named(fitted):
    axes = plot_superiority(fitted, rope=0.1, most=2)
    above = fitted.superiority(rope=0.1)
    shown = axes.images[0].get_array().data
    np.testing.assert_allclose([shown[0, 1], shown[1, 0]], [above.loc["b", "c"], above.loc["c", "b"]])
    assert axes.figure.axes[1].get_ylabel() == "Pr(row above column by more than 0.1)"


def test_another_order_can_be_drawn(fitted):
    axes = plot_superiority(fitted, ranking=fitted.ranking().iloc[::-1])
    assert axes.images[0].get_array().data[0, 1] == fitted.superiority().loc["a", "c"]


def test_a_bar_of_colours_does_not_grow_with_the_models():
    outcomes = Outcomes.from_array(np.random.default_rng(0).integers(0, 2, (60, 8)))
    figure = plot_superiority(fit(outcomes, draws=50, random_seed=0)).figure
    figure.draw_without_rendering()
    box = figure.axes[1].get_window_extent()
    assert box.width / figure.dpi < 0.4
    assert box.height / figure.dpi < 5


def test_the_picture_of_many_models_fits_into_memory():
    outcomes = Outcomes.from_array(np.arange(4) < (np.arange(400) % 5)[:, None])
    figure = plot_superiority(fit(outcomes, draws=2, random_seed=0)).figure
    width, height = figure.get_size_inches() * figure.dpi
    assert width * height * 4 < 200e6  # bytes of a picture in four colours


def test_many_models_have_no_numbers_and_keep_their_whole_names():
    models = [f"laboratory/a-long-model-name-{index}" for index in range(30)]
    outcomes = Outcomes.from_array(np.random.default_rng(0).integers(0, 2, (30, 8)), models=models)
    axes = plot_superiority(fit(outcomes, draws=50, random_seed=0))
    assert len(axes.texts) == 0
    axes.figure.draw_without_rendering()
    renderer = axes.figure._get_renderer()
    for label in [*axes.get_xticklabels(), *axes.get_yticklabels()]:
        box = label.get_window_extent(renderer)
        assert min(box.x0, box.y0) >= 0
        assert box.y1 <= axes.figure.bbox.y1
