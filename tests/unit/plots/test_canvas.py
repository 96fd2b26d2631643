from bayesrank.plots.canvas import new_figure


def test_height_grows_with_the_models():
    # A quarter of an inch a model, about, so that 50 names of 10 points (10/72 inch) do not overlap.
    height = new_figure(8, 50).get_figheight() - new_figure(8, 10).get_figheight()
    assert height / 40 > 10 / 72
