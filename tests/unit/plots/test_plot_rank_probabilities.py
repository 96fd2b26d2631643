import numpy as np

from bayesrank import Outcomes, fit, plot_rank_probabilities


def test_the_heat_map_is_the_matrix_in_rank_order(fitted):
    axes = plot_rank_probabilities(fitted)
    np.testing.assert_allclose(axes.images[0].get_array(), fitted.rank_probabilities().loc[list("bca")])
    assert tuple(axes.images[0].get_extent()) == (0.5, 3.5, 2.5, -0.5)  # ranks 1 to 3, the first model on top
    assert "on questions like these" in axes.figure.get_suptitle()


def test_fewer_models_and_the_ranks_they_can_have():
    # Right on all of 60 questions, on half, on none: in 2,000 draws the ranks are 1, 2, 3.
    tensor = np.arange(60) < np.array([60, 30, 0])[:, None]
    axes = plot_rank_probabilities(fit(Outcomes.from_array(tensor), draws=500, random_seed=0), most=2)
    np.testing.assert_array_equal(axes.images[0].get_array(), [[1, 0, 0], [0, 1, 0]])
    assert axes.get_xlim() == (0.5, 2.5)
    assert axes.images[0].norm.vmax == 1


def test_another_order_can_be_drawn(fitted):
    axes = plot_rank_probabilities(fitted, ranking=fitted.ranking().iloc[::-1])
    np.testing.assert_allclose(axes.images[0].get_array(), fitted.rank_probabilities().loc[list("acb")])
