import numpy as np

from bayesrank import Outcomes, fit, plot_superiority


def test_the_heat_map_is_the_superiority_matrix_in_rank_order(fitted):
    axes = plot_superiority(fitted)
    shown = axes.images[0]
    np.testing.assert_allclose(shown.get_array(), fitted.superiority().loc[list("bca"), list("bca")])
    assert (shown.norm.vmin, shown.norm.vmax) == (0, 1)  # one half is the middle of the colours
    assert [label.get_text() for label in axes.get_xticklabels()] == ["b", "c", "a"]
    assert len(axes.texts) == 6  # a number in each cell off the diagonal


def test_a_rope_is_drawn_and_named(fitted):
    axes = plot_superiority(fitted, rope=0.1, most=2)
    np.testing.assert_allclose(axes.images[0].get_array(), fitted.superiority(rope=0.1).loc[list("bc"), list("bc")])
    assert "by more than 0.1" in axes.figure.axes[1].get_ylabel()


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
