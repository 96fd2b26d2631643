import numpy as np
import pytest

from bayesrank import plot_ranks


def ends(axes):
    """Left and right end of each horizontal line, from the top."""
    segments = axes.collections[0].get_segments()
    return np.array([[segment[0][0], segment[1][0]] for segment in segments])


def test_what_is_drawn(fitted):
    scores, ranks = plot_ranks(fitted, ci_prob=0.9)
    assert [label.get_text() for label in scores.get_yticklabels()] == ["b", "c", "a"]
    assert scores.yaxis_inverted()
    # Posterior means by hand: (k + 1) / 14.
    np.testing.assert_allclose(scores.lines[0].get_xdata(), [11 / 14, 7 / 14, 3 / 14])
    order = [fitted.models.index(model) for model in "bca"]
    np.testing.assert_allclose(ends(scores), np.quantile(fitted.draws, [0.05, 0.95], axis=0).T[order])
    table = fitted.ranking(ci_prob=0.9)
    np.testing.assert_allclose(ends(ranks), table[["rank_lower", "rank_upper"]])
    np.testing.assert_allclose(ranks.lines[0].get_xdata(), [1, 2, 3])


def test_the_target_and_what_to_mind_are_said(fitted, doubtful):
    figure = plot_ranks(fitted, ci_prob=0.8)[0].figure
    assert "80% intervals and simultaneous rank sets, on questions like these" in figure.get_suptitle()
    assert figure.get_supxlabel() == ""
    figure = plot_ranks(doubtful)[0].figure
    assert "on these questions" in figure.get_suptitle()
    assert figure.get_supxlabel().startswith("warning: bayes puts a uniform prior on every question")


def test_fewer_models_say_so(fitted):
    scores, _ = plot_ranks(fitted, most=2)
    assert [label.get_text() for label in scores.get_yticklabels()] == ["b", "c"]
    assert scores.figure.get_suptitle().replace("\n", " ").endswith("(best 2 of 3 models)")
    with pytest.raises(ValueError, match=r"most must be at least 1; got 0\."):
        plot_ranks(fitted, most=0)


def test_given_axes_that_share_nothing_show_the_same_models_in_the_same_lines(fitted):
    from matplotlib.figure import Figure

    axes = Figure().subplots(1, 2)
    drawn = plot_ranks(fitted, axes=axes, ci_prob=0.9)
    assert drawn is axes
    assert axes[0].get_ylim() == axes[1].get_ylim() == (2.5, -0.5)
    assert "90% intervals" in axes[0].get_title().replace("\n", " ")


def test_one_axes_is_refused(fitted):
    from matplotlib.figure import Figure

    with pytest.raises(ValueError, match=r"axes must be two, for scores and for ranks; got 1\. Make them"):
        plot_ranks(fitted, axes=Figure().subplots())


def test_pyplot_holds_no_figure(fitted):
    from matplotlib import pyplot as plt

    for _ in range(3):
        plot_ranks(fitted)
    assert plt.get_fignums() == []


def test_another_order_can_be_drawn(fitted):
    table = fitted.ranking().iloc[::-1]
    scores, ranks = plot_ranks(fitted, ranking=table)
    assert [label.get_text() for label in scores.get_yticklabels()] == ["a", "c", "b"]
    np.testing.assert_allclose(ranks.lines[0].get_xdata(), [3, 2, 1])


def test_each_model_has_its_tier_beside_it(fitted):
    _, ranks = plot_ranks(fitted, ranking=fitted.ranking().assign(tier=[1, 2, 1]))
    assert [text.get_text() for text in ranks.texts] == ["tier", "1", "2", "1"]
    assert [text.get_position()[1] for text in ranks.texts[1:]] == [0, 1, 2]


def test_a_probability_is_not_rounded_to_certainty(fitted):
    assert "99.9% intervals" in plot_ranks(fitted, ci_prob=0.999)[0].figure.get_suptitle()


def test_every_other_tier_is_shaded(fitted):
    scores, _ = plot_ranks(fitted)
    tiers = fitted.ranking()["tier"]
    assert len(scores.patches) == (tiers % 2).sum()
    shaded = sorted(patch.get_y() + 0.5 for patch in scores.patches)
    assert shaded == np.flatnonzero(tiers % 2).tolist()
