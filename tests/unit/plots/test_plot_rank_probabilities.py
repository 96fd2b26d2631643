import numpy as np

from bayesrank import plot_rank_probabilities


def test_the_heat_map_is_the_matrix_in_rank_order(fitted):
    axes = plot_rank_probabilities(fitted)
    np.testing.assert_allclose(axes.images[0].get_array(), fitted.rank_probabilities().loc[list("bca")])
    assert tuple(axes.images[0].get_extent()) == (0.5, 3.5, 2.5, -0.5)  # ranks 1 to 3, the first model on top
    assert "on questions like these" in axes.figure.get_suptitle()


def test_fewer_models(fitted):
    assert plot_rank_probabilities(fitted, most=1).images[0].get_array().shape == (1, 3)
