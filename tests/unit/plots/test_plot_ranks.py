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


def test_given_axes_are_drawn_on_and_pyplot_holds_no_figure(fitted):
    from matplotlib import pyplot as plt
    from matplotlib.figure import Figure

    axes = Figure().subplots(1, 2)
    assert plot_ranks(fitted, axes=axes)[0] is axes[0]
    plot_ranks(fitted)
    assert plt.get_fignums() == []


def test_every_other_tier_is_shaded(fitted):
    scores, _ = plot_ranks(fitted)
    tiers = fitted.ranking()["tier"]
    assert len(scores.patches) == (tiers % 2).sum()
